import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/paths.mjs';
import { RECORD_FIELDS } from '../../src/core/records/fieldMap.ts';
import { RECORD_FORMATS } from '../../src/core/records/formats/registry.ts';
import { SCHEMA_NAMES, schemaErrors } from '../support/schemas.ts';
import { temporaryFolder } from '../support/files.ts';
import { NODES, OLDEST_NODE, runCli, startCli, type CliOptions } from './support/cli.ts';

const GOOD =
  '<think>Image 1 shows it.</think>\n<description><tool name="read_numeric_value" args="Image 1: total">42</tool></description>\n<answer>42</answer>';
const PLAIN = '<think>a</think><description>b</description><answer>42</answer>';

type Row = Readonly<Record<string, unknown>>;

const rows = (text: string): readonly Row[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);

const lines = (records: readonly unknown[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

/** The rows that `score --format jsonl` prints, each checked against the schema. */
async function scoreRows(
  node: string,
  args: readonly string[],
  options?: CliOptions,
): Promise<readonly Row[]> {
  const { stdout } = await runCli(node, ['score', '--format', 'jsonl', ...args], options);
  const found = rows(stdout);
  for (const row of found) {
    expect(schemaErrors('score', row, 'row')).toEqual([]);
  }
  return found;
}

/** A folder with a Python reward function that pays 0.25, and raises an error for a bad response. */
function folderOfReward(): string {
  const cwd = temporaryFolder();
  fs.writeFileSync(
    path.join(cwd, 'reward.py'),
    [
      'def compute_score(reward_inputs):',
      '    if any("bad" in each["response"] for each in reward_inputs):',
      '        raise ValueError("no such answer")',
      '    return [{"overall": 0.25, "accuracy": float(each.get("num_images", 9))} for each in reward_inputs]',
    ].join('\n'),
  );
  return cwd;
}

// Streams, pipes, signals, child processes and files, whose code is in part that of Node.
describe.each(NODES)('pagetrace score, on $name', ({ node }) => {
  it('scores the readable lines, names each line that cannot be read, and exits with status 2', async () => {
    const good = JSON.stringify({ response: GOOD, num_images: 1 });
    const input = Buffer.concat([
      Buffer.from(`${good}\n{"response": "cut\n${good}\n{"answer": 1}\n`),
      Buffer.from([0x22, 0xff, 0x22, 0x0a]),
      Buffer.from(`${good}\n{"response": "x", "tool_results": ${'['.repeat(10_000)}${']'.repeat(10_000)}}\n`),
      Buffer.from(`${good}\n`),
    ]);
    const { status, stdout, stderr } = await runCli(
      node,
      ['score', '-', '--judge', 'right', '--format', 'jsonl'],
      { input },
    );
    expect(rows(stdout)).toMatchObject([
      { line: 1, overall: 1 },
      { line: 2, error: expect.stringContaining('JSON') as string },
      { line: 3, overall: 1 },
      { line: 4, error: expect.stringContaining('--field response=KEY') as string },
      { line: 5, error: 'This is not UTF-8 text.' },
      { line: 6, overall: 1 },
      { line: 7, error: 'This is nested more than 500 levels deep.' },
      { line: 8, overall: 1 },
    ]);
    expect(stderr).toMatch(
      /^-:2: .*\n-:4: .*\n-:5: .*\n-:7: .*\n4 samples of 1 file scored, 1 on average, 4 records not readable\.\n$/m,
    );
    expect(status).toBe(2);
  });

  it('writes the whole output file or none, and never over a file that it reads', async () => {
    const cwd = temporaryFolder();
    const input = lines([{ response: GOOD, num_images: 1 }]);
    const args = ['score', '-', '--judge', 'right', '--format', 'jsonl', '--out', 'scores.jsonl'];
    expect(await runCli(node, args, { cwd, input })).toMatchObject({ status: 0, stdout: '' });
    expect(rows(fs.readFileSync(path.join(cwd, 'scores.jsonl'), 'utf8'))).toMatchObject([{ overall: 1 }]);
    fs.writeFileSync(path.join(cwd, 'in.jsonl'), input);
    const over = await runCli(node, ['score', 'in.jsonl', '--out', 'in.jsonl'], { cwd });
    expect(over.stderr).toContain('in.jsonl would replace a file that is read.');
    expect(over.status).toBe(2);
    expect(fs.readdirSync(cwd).sort()).toEqual(['in.jsonl', 'scores.jsonl']);
    expect(fs.readFileSync(path.join(cwd, 'in.jsonl'), 'utf8')).toBe(input);
  });

  it('ends without an error when its output is closed', async () => {
    const file = path.join(temporaryFolder(), 'many.jsonl');
    fs.writeFileSync(file, lines([{ response: GOOD, num_images: 1 }]).repeat(50_000));
    const running = startCli(node, ['score', file, '--judge', 'right', '--format', 'jsonl']);
    await running.until('stdout', /\n/);
    running.stopReading();
    const { status, stderr } = await running.ended;
    expect(stderr).toMatch(/^\S+ is scored by lang2act.*\n$/);
    expect(status).toBe(0);
  });

  it('leaves no output file when it is interrupted', async () => {
    const cwd = temporaryFolder();
    const out = path.join(cwd, 'scores.jsonl');
    fs.writeFileSync(
      path.join(cwd, 'many.jsonl'),
      lines([{ response: GOOD, num_images: 1 }]).repeat(200_000),
    );
    const running = startCli(node, ['score', 'many.jsonl', '--judge', 'right', '--out', out], { cwd });
    await running.until('stderr', /is scored by/);
    running.interrupt();
    const { status, stderr } = await running.ended;
    expect([status, stderr]).toEqual([130, expect.stringContaining('pagetrace: It was interrupted.')]);
    expect(fs.readdirSync(cwd)).toEqual(['many.jsonl']);
  });

  it('streams 200 MB with a heap of 64 MB', async () => {
    const cwd = temporaryFolder();
    const note = 'What no reward reads. '.repeat(500);
    // Many samples on one version, and as many bytes in fewer samples on the other.
    const record = node === OLDEST_NODE[0]?.node ? { response: GOOD.repeat(8) } : { response: GOOD, note };
    const portion = lines(
      Array.from({ length: 500 }, (_, index) => ({ id: index, ...record, num_images: 1 })),
    );
    const file = fs.openSync(path.join(cwd, 'large.jsonl'), 'w');
    let bytes = 0;
    let count = 0;
    for (; bytes < 200_000_000; bytes += portion.length, count += 500) fs.writeSync(file, portion);
    fs.closeSync(file);
    const args = ['score', 'large.jsonl', '--judge', 'wrong', '--format', 'jsonl', '--out', 'scores.jsonl'];
    const { status, stderr } = await runCli(node, args, {
      cwd,
      env: { NODE_OPTIONS: '--max-old-space-size=64' },
    });
    expect(stderr).toContain(`${count.toLocaleString('en')} samples of 1 file scored`);
    expect(status).toBe(0);
  });

  it('scores with a Python reward function beside the profile', async () => {
    const cwd = folderOfReward();
    const input = lines([{ response: GOOD, num_images: 1, ground_truth: '42' }]);
    const args = ['-', '--python', 'reward.py', '--judge', 'right'];
    expect(await scoreRows(node, args, { cwd, input })).toMatchObject([
      { overall: 1, python: { overall: 0.25, accuracy: 1 }, difference: -0.75 },
    ]);
  });
});

// What does not depend on the version of Node runs on the oldest one only.
describe.each(OLDEST_NODE)('pagetrace score with all its options, on $name', ({ node }) => {
  it('scores with a Python reward function alone, as a trainer does, and says what it raises', async () => {
    const cwd = folderOfReward();
    const input = lines([{ response: GOOD, num_images: 1, ground_truth: '42' }]);
    const args = ['-', '--python', 'reward.py', '--judge', 'right'];
    expect(
      await scoreRows(node, [...args, '--as-trainer', 'easyr1', '--profile', 'none'], { cwd, input }),
    ).toEqual([{ file: '-', line: 1, python: { overall: 0.25, accuracy: 9 } }]);
    const alone = await runCli(node, ['score', ...args, '--profile', 'none'], { cwd, input });
    expect(alone.stderr).toContain('1 sample of 1 file scored, 0.25 on average by the Python reward.');
    const failed = await runCli(node, ['score', ...args, '--format', 'jsonl'], {
      cwd,
      input: lines([{ response: 'bad', ground_truth: '' }]),
    });
    expect(rows(failed.stdout)).toMatchObject([
      { python: { error: expect.stringContaining('no such answer') as string } },
    ]);
    expect(failed.stderr).toContain('no such answer');
    expect(failed.status).toBe(1);
  });

  it('a record that no profile fits is told apart from one that cannot be read, and says how to name a profile', async () => {
    const { status, stdout, stderr } = await runCli(node, ['score', '-', '--format', 'jsonl'], {
      input: '{"response": "hello"}\n',
    });
    const said =
      'No reward profile fits this response. Name one with --profile; pagetrace profiles lists them.';
    expect(rows(stdout)).toEqual([{ file: '-', line: 1, error: said }]);
    expect(stderr).toBe(`-:1: ${said}\n0 samples of 1 file scored, 1 record without a reward profile.\n`);
    expect(status).toBe(2);
  });

  it.each([
    [
      'its Python reward',
      'mine.py',
      'def compute_score(data_source, solution_str, ground_truth, extra_info=None):\n    return 1.0\n',
      '--python',
    ],
    ['its references', 'gold.jsonl', '{"id": "a", "answer": "42"}\n', '--references'],
    ['its composite reward', 'mine.reward.json', COMPOSITE, '--profile'],
  ])('does not write over %s', async (_what, name, content, option) => {
    const cwd = temporaryFolder();
    fs.writeFileSync(path.join(cwd, 'in.jsonl'), lines([{ response: GOOD, num_images: 1 }]));
    fs.writeFileSync(path.join(cwd, name), content);
    const over = await runCli(node, ['score', 'in.jsonl', option, name, '--out', name], { cwd });
    expect(over.stderr).toContain(`${name} would replace a file that is read.`);
    expect(over.status).toBe(2);
    expect(fs.readFileSync(path.join(cwd, name), 'utf8')).toBe(content);
  });

  it('prints rewards under the names of the reference, for records and trajectory files in their order', async () => {
    const cwd = temporaryFolder();
    fs.writeFileSync(
      path.join(cwd, 'a.trajectory'),
      `---\nquestion: How many?\nreward: action-rl\nverdict: right\nreference: 42\n---\n${PLAIN}`,
    );
    fs.writeFileSync(
      path.join(cwd, 'b.jsonl'),
      lines([
        { id: 'x', response: GOOD, num_images: 1, prompt: 'How many?' },
        { response: '', num_images: 1, prompt: 'How many?', verdict: true },
      ]),
    );
    expect(await scoreRows(node, ['a.trajectory', 'b.jsonl', '--judge', 'right'], { cwd })).toEqual([
      { file: 'a.trajectory', profile: 'action-rl', overall: 1, answer_score: 1, format_score: 1 },
      {
        file: 'b.jsonl',
        line: 1,
        id: 'x',
        profile: 'lang2act',
        overall: 1,
        answer_score: 1,
        format_score: 1,
        tool_score: 1,
      },
      {
        file: 'b.jsonl',
        line: 2,
        profile: 'lang2act',
        overall: 0,
        answer_score: 0,
        format_score: 0,
        tool_score: 0,
      },
    ]);
  });

  it('prints the reward for either verdict when it is unknown, and which defaults were taken', async () => {
    const [row] = await scoreRows(node, ['-', '--profile', 'lang2act'], {
      input: lines([{ response: GOOD }]),
    });
    expect(row).toEqual({
      file: '-',
      line: 1,
      profile: 'lang2act',
      overall: null,
      answer_score: null,
      format_score: 1,
      tool_score: 1,
      if_wrong: 0.2,
      if_right: 1,
      needs: ['verdict'],
      defaults: { num_images: '3', prompt: 'None' },
    });
  });

  it('prints a table, or one JSON object with a summary', async () => {
    const input = lines([{ response: GOOD, num_images: 2 }, { response: 'none' }, 'no record']);
    const table = await runCli(node, ['score', '-', '--profile', 'lang2act', '--judge', 'wrong'], { input });
    expect(table.stdout.split('\n').map((line) => line.trim().split(/\s{2,}/))).toEqual([
      ['lang2act', 'overall', 'answer_score', 'format_score', 'tool_score'],
      ['-:1', '0.2', '0', '1', '1', '1 deduction'],
      ['-:2', '0', '0', '0', '0', expect.stringMatching(/deductions; num_images taken as 3$/)],
      [''],
    ]);
    expect(table.stderr).toBe(
      '-:3: A record must be a JSON object with keys.\n2 samples of 1 file scored, 0.1 on average, 1 record not readable.\n',
    );
    expect(table.status).toBe(2);
    const json = await runCli(
      node,
      ['score', '-', '--profile', 'lang2act', '--judge', 'wrong', '--format', 'json'],
      { input },
    );
    const whole = JSON.parse(json.stdout) as { readonly samples: readonly Row[] };
    expect(schemaErrors('score', whole)).toEqual([]);
    expect(whole).toMatchObject({
      samples: [
        { overall: 0.2 },
        { overall: 0 },
        { line: 3, error: 'A record must be a JSON object with keys.' },
      ],
      summary: { samples: 2, scored: 2, mean: 0.1, raised: 0, unreadable: 1 },
    });
  });

  it('explains every deduction on request', async () => {
    const input = lines([{ response: PLAIN, num_images: 1, verdict: 'right' }]);
    const [row] = await scoreRows(node, ['-', '--profile', 'lang2act', '--explain'], { input });
    expect(row?.['components']).toMatchObject([
      { key: 'answer' },
      { key: 'format' },
      { key: 'tool', paid: '0', entries: [{ kind: 'deduction', code: 'no-tool-seen', paid: '-0.1' }] },
    ]);
    const table = await runCli(node, ['score', '-', '--profile', 'lang2act', '--explain'], { input });
    expect(table.stdout).toMatch(/\n {6}-0\.1 .*tool/);
  });

  it('reads records in whatever way they are written, from files and from standard input', async () => {
    const cwd = temporaryFolder();
    const record = { response: GOOD, num_images: 1 };
    const two = lines([record, record]);
    const response = JSON.stringify(GOOD);
    const inputs: Readonly<Record<string, string>> = {
      'with Windows line endings.jsonl': two.replaceAll('\n', '\r\n'),
      'with a byte order mark.jsonl': `\uFEFF${two}`,
      'with empty lines and no line break at the end.jsonl': `\n\n${lines([record])}\n${JSON.stringify(record)}`,
      'with a list over several lines.json': JSON.stringify([record, record], null, 2),
      'with NaN as Python writes it.jsonl': `{"response": ${response}, "num_images": 1, "score": NaN}\n{"response": ${response}, "num_images": 1, "loss": [-Infinity]}\n`,
    };
    for (const [name, content] of Object.entries(inputs)) fs.writeFileSync(path.join(cwd, name), content);
    const utf16 = Buffer.from(`\uFEFF${two}`, 'utf16le');
    fs.writeFileSync(path.join(cwd, 'in UTF-16.jsonl'), utf16);
    const files = [...Object.keys(inputs), 'in UTF-16.jsonl', '-'];
    const found = await scoreRows(node, [...files, '--judge', 'right'], { cwd, input: utf16 });
    expect(found.map(({ file, overall }) => [file, overall])).toEqual(
      files.flatMap((file) => [
        [file, 1],
        [file, 1],
      ]),
    );
  });

  it('rejects records whose number of images is none, and exits with status 2', async () => {
    // NaN is written without quotes, as Python does.
    const said = ['"many"', '-3', '2.5', 'NaN', 'true'];
    const input = said
      .map((images) => `{"response": ${JSON.stringify(GOOD)}, "num_images": ${images}}\n`)
      .join('');
    const { status, stdout } = await runCli(node, ['score', '-', '--format', 'jsonl'], { input });
    expect(rows(stdout)).toEqual(
      said.map((images, index) => ({
        file: '-',
        line: index + 1,
        error: `The number of images is ${images}, which is neither a whole number of at least 0 nor a list of images.`,
      })),
    );
    expect(status).toBe(2);
  });

  it('scores the other files when one cannot be read, and exits with status 2', async () => {
    const cwd = temporaryFolder();
    fs.writeFileSync(path.join(cwd, 'a.jsonl'), lines([{ response: GOOD, num_images: 1 }]));
    fs.writeFileSync(path.join(cwd, 'empty.jsonl'), '');
    fs.writeFileSync(path.join(cwd, 'wrong.trajectory'), `---\nreward: none-such\n---\n${GOOD}`);
    fs.mkdirSync(path.join(cwd, 'folder'));
    const files = ['missing.jsonl', 'folder', 'empty.jsonl', 'wrong.trajectory', 'a.jsonl'];
    const { status, stdout, stderr } = await runCli(
      node,
      ['score', ...files, '--judge', 'right', '--format', 'jsonl'],
      { cwd },
    );
    expect(rows(stdout)).toMatchObject([
      { file: 'missing.jsonl', error: 'missing.jsonl was not found. Check the path.' },
      {
        file: 'folder',
        error: 'folder is a folder without files of records. Name its files if they are records.',
      },
      { file: 'empty.jsonl', error: 'empty.jsonl is empty.' },
      { file: 'wrong.trajectory', line: 2 },
      { file: 'a.jsonl', overall: 1 },
    ]);
    expect(stderr).toContain('wrong.trajectory:2: The value of "reward" cannot be used');
    expect(stderr).toMatch(
      /^1 sample of 5 files scored, 1 on average, 3 files not readable, 1 record not readable\.$/m,
    );
    expect(status).toBe(2);
  });

  it.each<[string, readonly string[], string]>([
    [
      'a missing file',
      ['score'],
      'score takes at least one file, or - for standard input.\nSee pagetrace score --help.',
    ],
    ['standard input twice', ['score', '-', '-'], 'Standard input (-) is named twice'],
    [
      'an unknown profile',
      ['score', '-', '--profile', 'nice'],
      'There is no reward profile "nice".\nThe profiles are lang2act,',
    ],
    [
      'an unknown verdict',
      ['score', '-', '--judge', 'maybe'],
      '--judge must be right, wrong or unknown, not "maybe".',
    ],
    [
      'an unknown format',
      ['score', '-', '--format', 'csv'],
      '--format must be table, json or jsonl, not "csv".',
    ],
    [
      'an unknown field',
      ['score', '-', '--field', 'output=response'],
      '"output" is not a field that PageTrace reads.',
    ],
    [
      'a comparison without a baseline',
      ['score', '-', '--fail-on', 'lower'],
      '--fail-on lower is given without --baseline.',
    ],
    ['a baseline without scores', ['score', 'no.jsonl', '--baseline', '-'], '- contains no scores.'],
    [
      'an unknown --fail-on value',
      ['score', '-', '--fail-on', 'everything'],
      '--fail-on takes format, raises, deduction, defaults, lower, changed',
    ],
    ['a limit that is not a number', ['score', '-', '--fail-under', 'much'], '--fail-under must be a number'],
    [
      'a references file that does not exist',
      ['score', '-', '--references', 'none.jsonl'],
      'none.jsonl was not found.',
    ],
    [
      'an output folder that does not exist',
      ['score', '-', '--out', 'missing/a.jsonl'],
      'missing/a.jsonl cannot be written.',
    ],
    ['a Python file that does not exist', ['score', '-', '--python', 'none.py'], 'none.py'],
  ])('exits with status 2 for wrong arguments of score: %s', async (_, args, sentence) => {
    const { status, stdout, stderr } = await runCli(node, args, { cwd: temporaryFolder(), input: '{}' });
    expect(stderr).toContain('pagetrace: ');
    expect(stderr).toContain(sentence);
    expect([status, stdout]).toEqual([2, '']);
  });

  it('reads the mapped fields of other records, and references from another file', async () => {
    const cwd = temporaryFolder();
    fs.writeFileSync(path.join(cwd, 'r.jsonl'), lines([{ out: { text: GOOD }, images: ['a', 'b'], ok: 1 }]));
    const mapped = ['--field', 'response=out.text', '--field', 'num_images=images', '--field', 'verdict=ok'];
    expect(await scoreRows(node, ['r.jsonl', '--profile', 'lang2act', ...mapped], { cwd })).toMatchObject([
      { overall: 1 },
    ]);
    fs.writeFileSync(
      path.join(cwd, 'p.jsonl'),
      lines([{ qid: 7, pred: '<search>q</search><answer>a cat</answer>', imgs: [] }]),
    );
    fs.writeFileSync(
      path.join(cwd, 'q.jsonl'),
      lines([{ qid: 7, query: 'q', answer: ['a cat'], is_sufficient: true }]),
    );
    expect(
      await scoreRows(node, ['p.jsonl', '--references', 'q.jsonl', '--profile', 'vrag-rl-anls'], { cwd }),
    ).toMatchObject([{ id: '7', overall: 1 }]);
  });

  it('names at the end a mapped field that no record of a file has', async () => {
    const cwd = temporaryFolder();
    fs.writeFileSync(path.join(cwd, 'a.jsonl'), lines([{ out: GOOD, n: 1 }]));
    for (const file of ['b.jsonl', 'c.jsonl']) {
      fs.writeFileSync(path.join(cwd, file), lines([{ out: GOOD, n: null }, { out: GOOD }]));
    }
    const mapped = ['--field', 'response=out', '--field', 'num_images=n', '--profile', 'lang2act'];
    const { status, stderr } = await runCli(node, ['score', 'a.jsonl', 'b.jsonl', 'c.jsonl', ...mapped], {
      cwd,
    });
    expect(stderr).toMatch(
      /^No record of b\.jsonl \(and of 1 more\) has a value at "n", which --field num_images=n names\. Check the key\.\n5 samples of 3 files scored.*\n$/,
    );
    expect(status).toBe(0);
  });

  it.each<[string, readonly string[], number, string]>([
    [
      'a reward below the limit',
      ['--fail-under', '0.95', '--judge', 'right'],
      1,
      '-:2: The reward 0.9 is under 0.95.',
    ],
    [
      'an unknown reward',
      ['--fail-under', '0.5'],
      1,
      '-:1: The reward is not known to reach 0.5: the verdict is missing.',
    ],
    [
      'rewards at the limit or above',
      ['--fail-under', '0.9', '--judge', 'right'],
      0,
      '2 samples of 1 file scored',
    ],
    ['a deduction', ['--fail-on', 'deduction', '--judge', 'right'], 1, '-:2: -0.1 '],
    [
      'a default',
      ['--fail-on', 'defaults', '--judge', 'right', '--field', 'num_images=none'],
      1,
      '-:1: The score rests on defaults: num_images taken as 3.',
    ],
    [
      'several kinds at once, each of which is named',
      [
        '--fail-under',
        '0.95',
        '--fail-on',
        'deduction,defaults',
        '--judge',
        'right',
        '--field',
        'num_images=none',
      ],
      1,
      '-:2: The reward 0.9 is under 0.95. The score rests on defaults: num_images taken as 3. -0.1 ',
    ],
    ['no default', ['--fail-on', 'defaults', '--judge', 'right'], 0, '2 samples of 1 file scored'],
    ['correct formats only', ['--fail-on', 'format,raises'], 0, '2 samples of 1 file scored'],
    ['no limit', [], 0, '2 samples of 1 file scored'],
  ])(
    'exits with the status that its limits and options require, given %s',
    async (_, args, status, sentence) => {
      const input = lines([
        { response: GOOD, num_images: 1 },
        { response: PLAIN, num_images: 1 },
      ]);
      const ended = await runCli(node, ['score', '-', '--profile', 'lang2act', ...args], { input });
      expect(ended.stderr).toContain(sentence);
      expect(ended.status).toBe(status);
    },
  );

  it('compares samples with an earlier scoring, and fails on what --fail-on names', async () => {
    const cwd = temporaryFolder();
    const write = (responses: readonly string[]): void => {
      fs.writeFileSync(
        path.join(cwd, 'run.jsonl'),
        lines(
          responses.map((response, index) => ({
            id: `q${index}`,
            response,
            num_images: 1,
            verdict: 'right',
          })),
        ),
      );
    };
    const args = ['score', 'run.jsonl', '--profile', 'lang2act'];
    write([GOOD, GOOD, PLAIN, GOOD]);
    await runCli(node, [...args, '--format', 'jsonl', '--out', 'old.jsonl'], { cwd });
    write([GOOD, PLAIN, GOOD]);
    const compared = [...args, '--baseline', 'old.jsonl'];
    const told = await runCli(node, [...compared, '--format', 'json'], { cwd });
    expect(told.status).toBe(0);
    const parsed = JSON.parse(told.stdout) as { readonly samples: readonly unknown[] };
    expect(schemaErrors('score', parsed)).toEqual([]);
    expect(parsed).toMatchObject({
      samples: [
        { baseline: { change: 'same' } },
        { baseline: { change: 'lower', parts: { overall: { from: 1, to: 0.9 } } } },
        { baseline: { change: 'higher', parts: { overall: { from: 0.9, to: 1 } } } },
      ],
      summary: {
        baseline: {
          same: 1,
          lower: 1,
          higher: 1,
          new: 0,
          missing: 1,
          missing_samples: [{ file: 'run.jsonl', line: 4, id: 'q3' }],
        },
      },
    });
    expect(told.stderr).toMatch(
      /^run\.jsonl:2: Changed from the baseline: overall 1 -> 0\.9, .*\nrun\.jsonl:3: .*\nrun\.jsonl:4: Sample "q3" of the baseline was not scored again\.\nCompared with old\.jsonl: 1 the same, 1 lower, 1 higher, 1 missing\.\n/,
    );
    const fails = async (kind: string): Promise<readonly [number | null, string]> => {
      const ended = await runCli(node, [...compared, '--fail-on', kind], { cwd });
      return [ended.status, /, (\d) findings?\.\n$/.exec(ended.stderr)?.[1] ?? ''];
    };
    expect(await fails('lower')).toEqual([1, '1']);
    expect(await fails('changed')).toEqual([1, '3']);
    write([GOOD]);
    expect(await fails('lower')).toEqual([0, '']);
    fs.writeFileSync(path.join(cwd, 'run.jsonl'), lines([{ id: 'other', response: GOOD, num_images: 1 }]));
    const blind = await runCli(node, [...compared, '--fail-on', 'lower'], { cwd });
    expect(blind.stderr).toContain('No sample of the baseline was scored again');
    expect(blind.status).toBe(2);
  });

  it('fails for a trajectory file whose score is not the expected one', async () => {
    const cwd = temporaryFolder();
    const write = (name: string, expected: string): void => {
      fs.writeFileSync(
        path.join(cwd, name),
        `---\nreward: lang2act\nverdict: right\nimages: [{ image: 1, page: 1 }]\nexpected: ${expected}\n---\n${GOOD}\n`,
      );
    };
    write('a.trajectory', '1');
    write('b.trajectory', '{ overall: 1, format_score: 0.5 }');
    const passed = await runCli(node, ['score', 'a.trajectory'], { cwd });
    expect([passed.status, passed.stderr]).toEqual([0, '1 sample of 1 file scored, 1 on average.\n']);
    const failed = await runCli(node, ['score', 'a.trajectory', 'b.trajectory'], { cwd });
    expect(failed.stderr).toContain('b.trajectory: The part "format_score" is 1, but 0.5 is expected.\n');
    expect(failed.status).toBe(1);
    const unknown = await runCli(node, ['score', 'a.trajectory', '--judge', 'unknown'], { cwd });
    expect(unknown.stderr).toContain('The reward is not known without a verdict, but 1 is expected.');
    expect(unknown.status).toBe(1);
  });

  it('reports a line that is too long, and scores the next ones', async () => {
    const cwd = temporaryFolder();
    const file = fs.openSync(path.join(cwd, 'long.jsonl'), 'w');
    const mebibyte = 'x'.repeat(1024 * 1024);
    fs.writeSync(file, '{"response": "');
    for (let written = 0; written < 129; written++) fs.writeSync(file, mebibyte);
    fs.writeSync(file, `"}\n${lines([{ response: GOOD, num_images: 1 }])}`);
    fs.closeSync(file);
    const found = await scoreRows(node, ['long.jsonl', '--judge', 'right'], { cwd });
    expect(found).toMatchObject([
      { line: 1, error: 'This is longer than 128 MB and was skipped.' },
      { line: 2, overall: 1 },
    ]);
  });

  it('passes a reward only what the chosen trainer passes, and says which defaults replace the rest', async () => {
    const box = '[{"bbox_2d": [0, 0, 9, 9]}]';
    const record = {
      response: `<think>a</think><rethink>b</rethink><answer>${box}</answer>`,
      ground_truth: box,
      tool_results: box,
    };
    const input = lines([record]);
    const reported = { profile: 'vg-refiner', overall: 0.55, model_iou: 1, tool_iou: 1 };
    expect(await scoreRows(node, ['-'], { input })).toMatchObject([reported]);
    expect(await scoreRows(node, ['-', '--as-trainer', 'easyr1'], { input })).toMatchObject([
      { ...reported, overall: 1, tool_iou: 0, defaults: { tool_results: '[]' } },
    ]);
  });

  it('stops calling a Python reward function after three timeouts in a row', async () => {
    const cwd = temporaryFolder();
    fs.writeFileSync(
      path.join(cwd, 'hang.py'),
      'import time\ndef compute_score(reward_inputs):\n    time.sleep(3600)\n',
    );
    const records = Array.from({ length: 100 }, (_, index) => ({ response: PLAIN, prompt: `${index}` }));
    fs.writeFileSync(path.join(cwd, 'r.jsonl'), lines(records));
    const args = ['r.jsonl', '--python', 'hang.py', '--time-limit', '0.2', '--profile', 'none'];
    const { status, stdout, stderr } = await runCli(node, ['score', ...args, '--format', 'jsonl'], { cwd });
    const sentence =
      'hang.py is no longer called, because 3 calls in a row exceeded the time limit. Correct the function, or give it more time with --time-limit.';
    const found = rows(stdout);
    expect(found).toHaveLength(100);
    expect(found[0]).toMatchObject({
      python: { error: expect.stringContaining('longer than 0.2 s') as string },
    });
    expect(found.at(-1)).toMatchObject({ python: { error: sentence } });
    expect(stderr.split('\n')).toContain(sentence);
    expect(status).toBe(1);
  });

  it('scores with a composite profile of a file, and reports its mistakes at their places', async () => {
    const cwd = temporaryFolder();
    const profile = (weight: string): string =>
      `{\n  "name": "mine",\n  "components": [{ "profile": "lang2act", "component": "format", "weight": ${weight} }]\n}\n`;
    fs.writeFileSync(path.join(cwd, 'mine.reward.json'), profile('0.5'));
    fs.writeFileSync(path.join(cwd, 'wrong.reward.json'), profile('"much"'));
    const input = lines([{ response: PLAIN, num_images: 1 }]);
    expect(await scoreRows(node, ['-', '--profile', 'mine.reward.json'], { cwd, input })).toMatchObject([
      { profile: 'mine', overall: 0.5 },
    ]);
    const wrong = await runCli(node, ['score', '-', '--profile', 'wrong.reward.json'], { cwd, input });
    expect(wrong.stderr).toMatch(
      /^pagetrace: The reward profile wrong\.reward\.json cannot be used\.\nwrong\.reward\.json:3:\d+: /,
    );
    expect([wrong.status, wrong.stdout]).toEqual([2, '']);
  });

  it('prints its usage on request', async () => {
    for (const [verb, option] of [
      ['score', '--fail-under'],
      ['lint', '--reward'],
      ['parse', '--dialect'],
      ['stats', '--filter'],
      ['profiles', '--format'],
    ] as const) {
      const { status, stdout, stderr } = await runCli(node, [verb, '--help']);
      expect([status, stderr]).toEqual([0, '']);
      expect(stdout).toContain(option);
      expect(stdout.split('\n').filter((line) => line.length > 120)).toEqual([]);
    }
    const { stdout } = await runCli(node, ['--help']);
    expect(stdout.split('\n').filter((line) => line.length > 120)).toEqual([]);
  });
});

const COMPOSITE = '{ "components": [{ "check": "tag-present", "tag": "answer", "weight": 1 }] }';

describe('the documentation of the command line', () => {
  it('names the schema of each verb', () => {
    const text = fs.readFileSync(path.join(root, 'docs/cli.md'), 'utf8');
    for (const name of SCHEMA_NAMES) {
      expect(text).toContain(`${name}.schema.json`);
    }
  });

  it('lists every form of records and every field', () => {
    const text = fs.readFileSync(path.join(root, 'docs/cli.md'), 'utf8');
    for (const { title } of RECORD_FORMATS) expect(text).toContain(`| ${title} `);
    for (const field of RECORD_FIELDS) expect(text).toContain(`\`${field}\``);
  });
});
