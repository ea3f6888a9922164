import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROFILE_NAMES } from '../../src/core/rewards/names.ts';
import { schemaErrors } from '../support/schemas.ts';
import { temporaryFolder } from '../support/files.ts';
import { NEWER_NODES, OLDEST_NODE, runCli } from './support/cli.ts';

type Row = Readonly<Record<string, unknown>>;

const lines = (records: readonly unknown[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

const RESPONSE =
  '<think>Image 1 shows it.</think>\n<description><tool name="read_numeric_value" args="Image 1: total">42</tool></description>\n<answer>42</answer>';

describe.each(OLDEST_NODE)('pagetrace parse, stats and profiles, on $name', ({ node }) => {
  it('parse prints a trajectory as JSON, with places counted from its first character', async () => {
    const cwd = temporaryFolder();
    fs.writeFileSync(path.join(cwd, 'a.trajectory'), `---\nquestion: How many?\n---\n${RESPONSE}`);
    const { status, stdout } = await runCli(node, ['parse', 'a.trajectory'], { cwd });
    expect(status).toBe(0);
    const parsed = JSON.parse(stdout) as Row;
    expect(schemaErrors('trajectory', parsed)).toEqual([]);
    expect(parsed).toMatchObject({
      file: 'a.trajectory',
      dialect: 'lang2act',
      num_images: null,
      blocks: [{ name: 'think', text: 'Image 1 shows it.', line: 1, column: 1 }, { line: 2 }, { line: 3 }],
      tools: [
        {
          name: 'read_numeric_value',
          args: 'Image 1: total',
          observation: '42',
          images: [1],
          inside_description: true,
        },
      ],
      steps: [
        { step: 1, kind: 'think' },
        { step: 2 },
        { step: 3, kind: 'tool', depth: 1 },
        { step: 4, kind: 'answer' },
      ],
      findings: [],
    });
  });

  it('parse prints the parts that a dialect has, and outlines a tree of thoughts', async () => {
    const thoughts = '<think>Sub-problem 1: Which page?\nThought 1.1: page 2\nThought 1.2: page 3\n</think>';
    const input = lines([
      { response: '<observe>a</observe><evidence>[1]: a cat\n[2]: no relevant information</evidence>' },
      { response: `${thoughts}<answer>2</answer>` },
    ]);
    const { stdout } = await runCli(node, ['parse', '-', '--format', 'jsonl'], { input });
    const parsed = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Row);
    for (const row of parsed) expect(schemaErrors('trajectory', row)).toEqual([]);
    expect(parsed).toMatchObject([
      {
        dialect: 'evisrag',
        parts: [
          { kind: 'evidence-item', image: 1, text: 'a cat', relevant: true, closed: true },
          { kind: 'evidence-item', image: 2, relevant: false },
        ],
        thoughts: { outline: null, reason: expect.any(String) as string },
      },
      {
        dialect: 'think-answer',
        thoughts: {
          outline: [
            {
              kind: 'sub-problem',
              label: '1',
              line: 1,
              children: [
                { kind: 'thought', label: '1.1', line: 2 },
                { kind: 'thought', label: '1.2', line: 3 },
              ],
            },
          ],
        },
      },
    ]);
  });

  it('parse reads records in another dialect, and counts findings on request', async () => {
    const input = lines([{ id: 7, response: '<think>a</think><answer>b' }, 'no record']);
    const args = ['parse', '-', '--dialect', 'think-answer', '--format', 'jsonl'];
    const { status, stdout } = await runCli(node, args, { input });
    const [first, second] = stdout
      .split('\n')
      .map((line) => (line === '' ? null : (JSON.parse(line) as Row)));
    expect(schemaErrors('trajectory', first)).toEqual([]);
    expect(first).toMatchObject({
      id: '7',
      dialect: 'think-answer',
      confidence: 1,
      blocks: [{}, { closed: false }],
    });
    expect(schemaErrors('trajectory', second)).toEqual([]);
    expect(schemaErrors('trajectory', { ...first, error: 'a' })).not.toEqual([]);
    expect(second).toEqual({ file: '-', line: 2, error: 'A record must be a JSON object with keys.' });
    expect(status).toBe(2);
    const one = lines([{ response: '<think>a</think><answer>b' }]);
    expect((await runCli(node, args, { input: one })).status).toBe(0);
    expect((await runCli(node, [...args, '--fail-on', 'information'], { input: one })).status).toBe(1);
  });

  it('stats reports fields, format, deductions, tools and groups together', async () => {
    const record = (response: string, group: string, verdict: string): unknown => ({
      response,
      num_images: 1,
      group,
      verdict,
      ground_truth: 'forty two',
    });
    const input = lines([
      record(RESPONSE, 'a', 'right'),
      record(RESPONSE, 'a', 'wrong'),
      record('<answer>forty two</answer>', 'b', 'right'),
      record(RESPONSE, 'b', 'unknown'),
    ]);
    const { status, stdout } = await runCli(
      node,
      ['stats', '-', '--profile', 'lang2act', '--format', 'json', '--groups'],
      { input },
    );
    expect(status).toBe(0);
    const told = JSON.parse(stdout) as Row;
    expect(schemaErrors('stats', told)).toEqual([]);
    expect(told).toMatchObject({
      samples: 4,
      profiles: ['lang2act'],
      reported: {
        overall: { count: 3, mean: 0.39999999999999997, min: 0, max: 1 },
        format_score: { count: 4, mean: 0.75 },
      },
      format: { valid: 3, invalid: 1, rate: 0.75 },
      tools: [{ name: 'read_numeric_value', calls: 3, samples: 3 }],
      groups: { count: 2, smallest: 2, largest: 2, unknown: 1, kept: 1, filter: { low: 0.1, high: 0.9 } },
      group_list: [
        { group: 'a', n: 2, scores: [1, 0.2], mean: 0.6, keep: true },
        { group: 'b', n: 2, mean: null },
      ],
      answers: { cnt_global: 4, global_em: 0.25 },
    });
    expect(told['answers']).not.toHaveProperty('cnt_issuff');
    const table = await runCli(node, ['stats', '-', '--profile', 'lang2act'], { input });
    expect(table.stdout).toMatch(
      /^reported\n {2}field +count +mean +std +min +max +missing\n {2}overall +3 .* 1\n[^]*^1 sample of 4 without a score: verdict missing \(1\)\n/m,
    );
  });

  it('stats groups records by prompt and ground truth, and needs no profile', async () => {
    const rollout = (input: string, gts: string, score: number): unknown => ({
      input,
      output: 'x',
      gts,
      score,
      step: 1,
    });
    const input = lines([
      rollout('p', 'a', 1),
      rollout('q', 'a', 0.5),
      rollout('p', 'a', 0),
      rollout('p', 'b', 0.5),
    ]);
    const args = ['stats', '-', '--profile', 'none', '--groups', '--format', 'json', '--filter', '0.4,0.45'];
    const told = JSON.parse((await runCli(node, args, { input })).stdout) as Row;
    expect(schemaErrors('stats', told)).toEqual([]);
    expect(told).toMatchObject({
      profiles: [],
      reported: { score: { count: 4, mean: 0.5 } },
      groups: { count: 3, kept: 0 },
      group_list: [
        { group: 'p', scores: [1, 0] },
        { group: 'q', scores: [0.5] },
        { group: 'p', scores: [0.5] },
      ],
    });
  });

  it('stats names the choice of --by', async () => {
    const { stderr, status } = await runCli(node, ['stats', '-', '--by', 'foo'], { input: '{}' });
    expect(stderr).toContain('pagetrace: --by must be step, not "foo".');
    expect(status).toBe(2);
  });

  it('stats prints a row for each training step, in text, as JSON and as JSON lines', async () => {
    const row = (step: number, score: number): unknown => ({
      input: 'p',
      output: 'x',
      gts: 'a',
      score,
      step,
      acc: 1,
    });
    const input = lines([row(10, 1), row(2, 0), row(10, 0), row(2, 0)]);
    const args = ['stats', '-', '--profile', 'none', '--by', 'step'];
    const told = JSON.parse((await runCli(node, [...args, '--format', 'json'], { input })).stdout) as Row;
    expect(schemaErrors('stats', told)).toEqual([]);
    expect(told).toMatchObject({
      columns: { acc: { count: 4, mean: 1 } },
      groups: { count: 2, solved_none: 1, solved_all: 0 },
      steps: [
        { step: 2, samples: 2, mean: 0, groups: { count: 1, solved_none: 1, kept: 0 } },
        { step: 10, samples: 2, mean: 0.5, groups: { count: 1, solved_none: 0, kept: 1 } },
      ],
    });
    const text = (await runCli(node, args, { input })).stdout;
    expect(text).toMatch(
      /^ {2}step +samples +count +mean .*groups +solved none +solved all +kept\n {2}2 .*\n {2}10 /m,
    );
    const each = (await runCli(node, [...args, '--each'], { input })).stdout;
    expect(
      each
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual(told['steps']);
    expect(schemaErrors('stats', JSON.parse(each.split('\n')[0] ?? ''), 'step')).toEqual([]);
    const without = await runCli(node, args, { input: '{"response": "a"}\n' });
    expect(without.stderr).toContain('No record belongs to a training step');
    expect(without.status).toBe(2);
  });

  it('stats says which options have no effect on the metrics of each record', async () => {
    const input = lines([{ response: RESPONSE, ground_truth: '42', step: 3 }]);
    const args = ['stats', '-', '--each', '--profile', 'lang2act', '--judge', 'right'];
    const { stderr, stdout, status } = await runCli(node, args, { input });
    expect(stderr).toBe('--profile has no effect with --each.\n--judge has no effect with --each.\n');
    expect(JSON.parse(stdout)).toMatchObject({ line: 1, step: 3, em: 1 });
    expect(status).toBe(0);
  });

  it('stats scores with a Python reward, and compares it with the recorded scores', async () => {
    const reward = path.join(temporaryFolder(), 'reward.py');
    fs.writeFileSync(
      reward,
      'def compute_score(data_source, solution_str, ground_truth, extra_info=None):\n    return {"score": len(solution_str) / 10, "length": len(solution_str)}\n',
    );
    const row = (output: string, score: number): unknown => ({ input: 'p', output, gts: 'a', score });
    const input = lines([row('abcde', 0.5), row('abc', 0.5)]);
    const args = ['stats', '-', '--profile', 'none', '--python', reward];
    const told = JSON.parse((await runCli(node, [...args, '--format', 'json'], { input })).stdout) as Row;
    expect(schemaErrors('stats', told)).toEqual([]);
    expect(told).toMatchObject({
      python: { overall: { count: 2, mean: 0.4 }, length: { mean: 4 } },
      recorded_score: {
        compared: 2,
        recorded_mean: 0.5,
        recomputed_mean: 0.4,
        differ: 1,
        first: [{ file: '-', line: 2, recorded: 0.5, recomputed: 0.3 }],
      },
      groups: { count: 1, mean: 0.4 },
    });
    const text = (await runCli(node, args, { input })).stdout;
    expect(text).toContain(
      '1 of 2 recorded scores differ from the recomputed ones (mean 0.5 recorded, 0.4 recomputed):\n  -:2: 0.5 recorded, 0.3 recomputed\n',
    );
  });

  it('stats exits with status 2 when no record has the field that names the groups', async () => {
    const input = lines([{ response: RESPONSE, prompt: 'p', num_images: 1 }]);
    const ended = await runCli(node, ['stats', '-', '--key', 'anls'], { input });
    expect(ended.stderr).toMatch(/\nNo record has the field "anls" that --key names\.\n$/);
    expect(ended.status).toBe(2);
    // A field that is not known for any record is still printed.
    expect((await runCli(node, ['stats', '-', '--key', 'answer_score'], { input })).status).toBe(0);
  });

  it('stats leaves out numbers that are not finite, and says how many', async () => {
    const input =
      '{"prompt": "p", "completion": "x", "reward": NaN}\n{"prompt": "p", "completion": "y", "reward": 0.5}\n';
    const args = ['stats', '-', '--profile', 'none', '--format', 'json'];
    const told = JSON.parse((await runCli(node, args, { input })).stdout) as Row;
    expect(schemaErrors('stats', told)).toEqual([]);
    expect(told).toMatchObject({
      reported: { score: { count: 1, mean: 0.5, std: null, not_finite: 1 } },
      groups: { count: 1, unknown: 1 },
    });
  });

  it('stats counts an item without an IoU in the total', async () => {
    const output = (iou: number | null): unknown => ({
      ann_id: 1,
      prediction_raw: 'x',
      iou,
      tool_iou: iou === null ? null : 0.2,
    });
    const told = JSON.parse(
      (
        await runCli(node, ['stats', '-', '--profile', 'none', '--format', 'json'], {
          input: JSON.stringify([output(0.6), output(null)]),
        })
      ).stdout,
    ) as Row;
    expect(told).toMatchObject({
      refinement: { total_cases: 2, accuracy: 50, critical_correction_count: 1 },
    });
  });

  it.each<[string, readonly string[], string]>([
    [
      'a filter whose lower number is not first',
      ['stats', '-', '--filter', '0.9,0.1'],
      '--filter must be two numbers, the lower one first',
    ],
    [
      'a field that is unknown to the profile',
      ['stats', '-', '--key', 'nope', '--profile', 'vrag-rl-anls'],
      '--key names no field that is reported: "nope".\nWrite one of overall, anls, format, score.\n',
    ],
    [
      'a field that is unknown to every profile',
      ['stats', '-', '--key', 'nope'],
      '--key names no field that is reported: "nope".\nWrite one of overall, ',
    ],
    ['an unknown dialect', ['parse', '-', '--dialect', 'latin'], '--dialect must be lang2act, action-rl,'],
    ['an unknown profile', ['profiles', 'nice'], 'There is no reward profile "nice".'],
    ['an unknown option', ['stats', '-', '--pyton', 'a.py'], 'There is no option --pyton.'],
  ])('exits with status 2 for wrong arguments of stats, parse or profiles: %s', async (_, args, sentence) => {
    const { status, stdout, stderr } = await runCli(node, args, { input: '' });
    expect(stderr).toContain(`pagetrace: ${sentence}`);
    expect([status, stdout]).toEqual([2, '']);
  });

  it('profiles lists what each reward profile pays for', async () => {
    const { status, stdout } = await runCli(node, ['profiles', '--format', 'json']);
    const listed = JSON.parse(stdout) as { readonly profiles: readonly { readonly name: string }[] };
    expect(schemaErrors('profiles', listed)).toEqual([]);
    expect(listed.profiles.map(({ name }) => name)).toEqual(PROFILE_NAMES);
    expect(status).toBe(0);
    const one = await runCli(node, ['profiles', 'action-rl']);
    expect(one.stdout).toMatch(/^action-rl: .*\n {2}\S.*\n/);
    expect(one.stdout).not.toContain('lang2act-paper');
  });
});

describe.each(NEWER_NODES)('every verb, on $name', ({ node }) => {
  it('loads and prints its usage', async () => {
    const { stderr: said } = await runCli(node, ['no-such-verb']);
    const verbs = /The commands are (.+?)\. See/.exec(said)?.[1]?.split(', ') ?? [];
    expect(verbs.length).toBeGreaterThan(15);
    for (const verb of verbs) {
      const { status, stdout, stderr } = await runCli(node, [verb, '--help']);
      expect([verb, status, stderr]).toEqual([verb, 0, '']);
      expect(stdout).toMatch(new RegExp(`^pagetrace ${verb} `));
    }
  });
});
