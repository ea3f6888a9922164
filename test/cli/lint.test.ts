import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { RULE_CODES } from '../../src/core/prompts/lint/ruleCatalogue.ts';
import { sarifErrors, schemaErrors } from '../support/schemas.ts';
import { fixture, temporaryFolder } from '../support/files.ts';
import { OLDEST_NODE, runCli } from './support/cli.ts';

const REPORT = fixture('annual-report.pdf');

/** A prompt that asks for a tag that the reward does not read and states a fixed number of images. */
const BROKEN =
  '{{ content }}\nThink in <think></think>, describe in <desc></desc> and answer in <answer></answer>.\nYou see 3 images.\n';

interface Finding {
  readonly code: string;
  readonly line: number;
  readonly column: number;
  readonly span: { readonly start: number; readonly end: number };
}

interface Log {
  readonly runs: readonly {
    readonly invocations: readonly unknown[];
    readonly tool: {
      readonly driver: {
        readonly rules: readonly { readonly id: string; readonly help: { readonly markdown: string } }[];
      };
    };
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly level: string;
      readonly locations: readonly {
        readonly physicalLocation: {
          readonly artifactLocation: { readonly uri: string };
          readonly region: Readonly<Record<string, number>>;
        };
      }[];
    }[];
  }[];
}

/** A folder with a prompt that does not fit the reward lang2act. */
function folder(): string {
  const cwd = temporaryFolder();
  fs.mkdirSync(path.join(cwd, 'format prompt'));
  fs.writeFileSync(path.join(cwd, 'format prompt', 'a.jinja'), BROKEN);
  return cwd;
}

const PROMPT = path.join('format prompt', 'a.jinja');

describe.each(OLDEST_NODE)('pagetrace lint, on $name', ({ node }) => {
  it('prints findings as compilers do, and exits with status 1 for errors and warnings', async () => {
    const { status, stdout, stderr } = await runCli(node, ['lint', PROMPT, '--reward', 'lang2act'], {
      cwd: folder(),
    });
    expect(stdout).toMatch(/^format prompt\/a\.jinja:2:39: error tag-unknown .*`<desc>`.*\n/m);
    expect(stdout).toMatch(/^format prompt\/a\.jinja:3:\d+: warning image-count-fixed .*\n/m);
    for (const line of stdout.trimEnd().split('\n')) {
      expect(line).toMatch(/^format prompt\/a\.jinja:\d+:\d+: (?:error|warning|information) [a-z-]+ \S/);
    }
    expect(stderr).toMatch(/^1 prompt: \d errors?, \d warnings?\.\n$/);
    expect(status).toBe(1);
  });

  it('finds nothing wrong with the built-in prompt lang2act, and exits with status 0', async () => {
    const { status, stderr } = await runCli(node, ['lint', 'lang2act'], { cwd: temporaryFolder() });
    expect(stderr).not.toMatch(/error|warning/);
    expect(status).toBe(0);
  });

  it('counts findings by --fail-on, and leaves out the rules named by --off', async () => {
    const cwd = folder();
    const found = ['tag-unknown', 'tag-missing', 'tool-not-offered'];
    const status = async (...args: readonly string[]): Promise<number> =>
      (await runCli(node, ['lint', PROMPT, '--reward', 'lang2act', ...args], { cwd })).status;
    expect(await status('--fail-on', 'error')).toBe(1);
    expect(await status('--fail-on', 'never')).toBe(0);
    expect(await status('--fail-on', 'error', '--off', found.join(','))).toBe(0);
    expect(await status('--off', found.join(','))).toBe(1);
    expect(await status('--off', found.join(','), '--off', 'image-count-fixed')).toBe(0);
  });

  it('prints JSON that matches its schema, with the places of the findings', async () => {
    const { stdout } = await runCli(node, ['lint', '-', '--reward', 'lang2act', '--format', 'json'], {
      input: BROKEN,
    });
    const report = JSON.parse(stdout) as {
      readonly prompts: readonly { readonly findings: readonly Finding[] }[];
    };
    expect(schemaErrors('lint', report)).toEqual([]);
    expect(report).toMatchObject({ prompts: [{ file: '-', reward: 'lang2act' }], summary: { prompts: 1 } });
    const findings = report.prompts[0]?.findings ?? [];
    const unknown = findings.find(({ code }) => code === 'tag-unknown');
    expect(unknown).toMatchObject({ line: 2, column: 39 });
    expect(BROKEN.slice(unknown?.span.start, unknown?.span.end)).toContain('desc');
  });

  it('checks the prompts in the strings of a Python file at their places, and refuses one without prompts', async () => {
    const cwd = temporaryFolder();
    const source =
      'SYSTEM = "Describe each image in <desc></desc> and then answer in <answer></answer>, {question}"\n';
    fs.writeFileSync(path.join(cwd, 'train.py'), source);
    fs.writeFileSync(path.join(cwd, 'empty.py'), 'x = "no prompt"\n');
    const lint = (...args: readonly string[]) =>
      runCli(node, ['lint', ...args, '--reward', 'action-rl'], { cwd });
    const text = await lint('train.py');
    expect(text.stdout).toMatch(/^train\.py:1:34: warning tag-unknown .*`<desc>`.*\(In SYSTEM\.\)\n/m);
    expect(text.status).toBe(1);
    const json = await lint('train.py', '--format', 'json');
    const report = JSON.parse(json.stdout) as unknown;
    expect(schemaErrors('lint', report)).toEqual([]);
    expect(report).toMatchObject({
      prompts: [{ file: 'train.py', constant: 'SYSTEM', reward: 'action-rl' }],
    });
    const refused = await lint('empty.py');
    expect(refused.stderr).toContain(
      'No prompt was found: none of its strings asks for tags. Save the prompt as a .jinja file with {{ content }} where the question belongs, and lint that file.',
    );
    expect(refused.status).toBe(2);
    const fixed = await lint('train.py', '--fix');
    expect(fixed.stderr).toContain('--fix does not repair prompts in Python files.');
    expect(fs.readFileSync(path.join(cwd, 'train.py'), 'utf8')).toBe(source);
  });

  it('prints SARIF 2.1.0, with a page for every rule and the places in the file', async () => {
    const cwd = folder();
    const args = [
      'lint',
      PROMPT,
      'missing.jinja',
      '--reward',
      'lang2act',
      '--format',
      'sarif',
      '--out',
      'lint.sarif',
    ];
    const { status, stdout, stderr } = await runCli(node, args, { cwd });
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain('missing.jinja was not found.');
    const log = JSON.parse(fs.readFileSync(path.join(cwd, 'lint.sarif'), 'utf8')) as Log;
    expect(sarifErrors(log)).toEqual([]);
    const [run] = log.runs;
    expect(JSON.stringify(log)).not.toContain('file://');
    expect(run?.tool.driver.rules.map(({ id }) => id)).toEqual(RULE_CODES);
    for (const rule of run?.tool.driver.rules ?? []) {
      expect(rule.help.markdown).toMatch(/^# /);
    }
    const result = run?.results.find(({ ruleId }) => ruleId === 'tag-unknown');
    expect(result).toMatchObject({ ruleIndex: RULE_CODES.indexOf('tag-unknown'), level: 'error' });
    const place = result?.locations[0]?.physicalLocation;
    expect(place?.artifactLocation.uri).toBe('format%20prompt/a.jinja');
    expect(place?.region).toMatchObject({ startLine: 2, startColumn: 39 });
  });

  it('prints SARIF without the links that a prompt or a file name contains', async () => {
    const cwd = temporaryFolder();
    const link = '[Update](https:example.org)';
    fs.writeFileSync(path.join(cwd, 'a.jinja'), `---\n"${link}": 1\n---\n{{ content }}\n`);
    const args = ['lint', 'a.jinja', `${link}.jinja`, '--format', 'sarif'];
    const { stdout } = await runCli(node, args, { cwd });
    const [run] = (JSON.parse(stdout) as Log).runs;
    for (const said of [run?.results, run?.invocations]) {
      expect(JSON.stringify(said)).toContain('[Update]\u2060(https:example.org)');
      expect(JSON.stringify(said)).not.toContain(link);
    }
  });

  it('renders a prompt as the trainer that --as-trainer, the settings or the folder name', async () => {
    const cwd = temporaryFolder();
    fs.mkdirSync(path.join(cwd, 'examples', 'format_prompt'), { recursive: true });
    fs.writeFileSync(path.join(cwd, 'examples', 'config.yaml'), 'data:\n  format_prompt: a.jinja\n');
    const inFolder = path.join('examples', 'format_prompt', 'a.jinja');
    const text = '---\nimage_order: text-first\n---\n{{ content }} about {{ num_images }} images';
    fs.writeFileSync(path.join(cwd, inFolder), text);
    fs.writeFileSync(path.join(cwd, 'b.jinja'), text);
    const lines = async (...args: readonly string[]): Promise<readonly string[]> =>
      (await runCli(node, ['lint', ...args], { cwd })).stdout.trim().split('\n');
    const found = [
      /:1:1: error front-matter-sent EasyR1 renders /,
      /:4:24: error variable-unfilled EasyR1 fills /,
    ];
    for (const args of [[inFolder], ['b.jinja', '--as-trainer', 'easyr1']]) {
      const printed = await lines(...args);
      expect(printed).toHaveLength(found.length);
      found.forEach((line, index) => {
        expect(printed[index]).toMatch(line);
      });
    }
    expect(await lines('b.jinja')).toEqual(['']);
    expect(await lines(inFolder, '--as-trainer', 'none')).toEqual(['']);
  });

  it('repairs files with --fix, says what it did, and finds the same again without it', async () => {
    const cwd = temporaryFolder();
    const file = path.join(cwd, 'a.jinja');
    fs.writeFileSync(
      file,
      '\uFEFF{question}\r\nThink in <thinking></thinking>, answer in <answer></answer>.\r\n',
    );
    const run = (...args: readonly string[]) => runCli(node, ['lint', 'a.jinja', ...args], { cwd });
    const fixed = await run('--fix');
    expect(fixed.stderr).toContain('a.jinja: made ');
    expect(fixed.stderr).toContain('Write {{ content }}');
    const text = fs.readFileSync(file, 'utf8');
    expect(text).toMatch(/^\uFEFF\{\{ content \}\}\r\n/);
    expect(fs.readdirSync(cwd)).toEqual(['a.jinja']);
    const again = await run('--fix');
    expect(again.stderr).not.toContain('made ');
    expect(fs.readFileSync(file, 'utf8')).toBe(text);
    expect((await run()).stdout).toBe(fixed.stdout);
    const piped = await runCli(node, ['lint', '-', '--fix'], { cwd, input: '{question}' });
    expect([piped.status, piped.stderr]).toEqual([2, expect.stringContaining('--fix repairs files only.')]);
  });

  it('takes the reward and the trainer of a folder from the map file above it', async () => {
    const cwd = temporaryFolder();
    fs.mkdirSync(path.join(cwd, 'sets', 'one'), { recursive: true });
    const prompt = path.join('sets', 'one', 'a.jinja');
    fs.writeFileSync(path.join(cwd, prompt), '{{ content }} {{ num_images }}');
    const map = path.join(cwd, 'sets', 'pagetrace.prompts.json');
    const json = async (...args: readonly string[]): Promise<unknown> => {
      const { stdout } = await runCli(node, ['lint', prompt, '--format', 'json', ...args], { cwd });
      return (JSON.parse(stdout) as { readonly prompts: readonly unknown[] }).prompts[0];
    };
    fs.writeFileSync(
      map,
      JSON.stringify({
        prompts: [
          { files: '**/*.jinja', reward: 'evisrag', trainer: 'verl' },
          { files: 'one/*', trainer: 'easyr1' },
        ],
      }),
    );
    expect(await json()).toMatchObject({ reward: 'evisrag', trainer: 'easyr1' });
    expect(await json('--reward', 'vrag-rl', '--as-trainer', 'none')).toMatchObject({
      reward: 'vrag-rl',
      trainer: null,
    });
    fs.writeFileSync(map, '{"prompts": [{"files": "*", "reward": "nice"}]}');
    expect(await json()).toMatchObject({
      error: expect.stringContaining(
        `The map file ${map}:1:39 cannot be used. The value of "reward" in entry 1 cannot be used: "nice" is not a reward;`,
      ) as string,
    });
  });

  it('scores examples with the Python function of --reward or of the map file', async () => {
    const cwd = temporaryFolder();
    fs.writeFileSync(
      path.join(cwd, 'own.py'),
      'import re\n' +
        'def score(reward_inputs, pay=1.0):\n' +
        '    found = [re.search("<answer>(.*?)</answer>", each["response"]) for each in reward_inputs]\n' +
        '    return [{"overall": pay if m and m.group(1) == each["ground_truth"] else 0.0} for m, each in zip(found, reward_inputs)]\n',
    );
    const text =
      '{{ content }}\nAnswer in <answer>...</answer>.\n\nExample:\n<think>The first page has it.</think> <answer> 1 </answer>\n';
    fs.writeFileSync(path.join(cwd, 'a.jinja'), text);
    const run = (...args: readonly string[]) => runCli(node, ['lint', 'a.jinja', ...args], { cwd });
    const finding = (paid: string): RegExp =>
      new RegExp(
        `^a\\.jinja:5:1: error example-deduction With the ground truth \`1\`, own\\.py:score pays 0 for this example\\. It pays ${paid} for the same without the white space around the answer\\.\\n$`,
      );
    const named = await run('--reward', 'own.py:score');
    expect([named.status, named.stdout]).toEqual([1, expect.stringMatching(finding('1'))]);
    fs.writeFileSync(
      path.join(cwd, 'pagetrace.prompts.json'),
      JSON.stringify({ prompts: [{ files: '*', reward: 'own.py:score' }] }),
    );
    expect((await run('--arguments', '{"pay": 0.25}')).stdout).toMatch(finding('0.25'));
    const { stdout } = await run('--format', 'json', '--require-reward');
    expect(JSON.parse(stdout)).toMatchObject({ prompts: [{ reward: 'own.py:score' }] });
    const missing = await run('--reward', 'none.py');
    expect([missing.status, missing.stderr]).toEqual([2, expect.stringContaining('none.py does not exist')]);
  });

  it('scores examples with the Python function that the settings of the prompt name, unless it is outside of the current folder', async () => {
    const cwd = temporaryFolder();
    const shown =
      '{{ content }}\nAnswer in <answer>...</answer>.\n\nExample:\n<think>The first page has it.</think> <answer> 1 </answer>\n';
    fs.mkdirSync(path.join(cwd, 'inner', 'rewards'), { recursive: true });
    for (const folderOfReward of ['.', 'inner/rewards'])
      fs.writeFileSync(
        path.join(cwd, folderOfReward, 'own.py'),
        'import pathlib\npathlib.Path("ran").touch()\ndef compute_score(solution_str, ground_truth):\n    return 1.0 if f"<answer>{ground_truth}</answer>" in solution_str else 0.0\n',
      );
    const prompt = (reward: string): void => {
      fs.writeFileSync(path.join(cwd, 'inner', 'a.jinja'), `{# pagetrace: reward: ${reward} -#}\n${shown}`);
    };
    const lint = (...args: readonly string[]) =>
      runCli(node, ['lint', 'a.jinja', ...args], { cwd: path.join(cwd, 'inner') });
    prompt('rewards/own.py:compute_score');
    const named = await lint('--require-reward');
    expect(named.stdout).toMatch(
      /^a\.jinja:6:1: error example-deduction .*rewards\/own\.py:compute_score pays 0/,
    );
    expect(named.stderr).toContain(
      'a.jinja is scored by rewards/own.py:compute_score, which its settings name.',
    );
    fs.rmSync(path.join(cwd, 'inner', 'ran'));
    expect((await lint('--reward', 'action-rl')).stderr).not.toContain('own.py');
    prompt('../own.py');
    const outside = await lint();
    expect([outside.status, outside.stderr]).toEqual([
      2,
      expect.stringMatching(
        /The settings of a\.jinja name the reward .*own\.py, which is outside of the current folder\. To run it, name it with --reward .*own\.py/,
      ),
    ]);
    expect(fs.existsSync(path.join(cwd, 'inner', 'ran'))).toBe(false);
    fs.symlinkSync(path.join('..', 'own.py'), path.join(cwd, 'inner', 'link.py'));
    prompt('link.py:compute_score');
    const linked = await lint();
    expect([linked.status, linked.stderr]).toEqual([
      2,
      expect.stringContaining('link.py:compute_score, which is outside of the current folder.'),
    ]);
    expect(fs.existsSync(path.join(cwd, 'inner', 'ran'))).toBe(false);
  });

  it('finds the prompts of a folder, also in Python files, and passes over those without any', async () => {
    const cwd = temporaryFolder();
    const write = (file: string, text: string): void => {
      fs.mkdirSync(path.dirname(path.join(cwd, file)), { recursive: true });
      fs.writeFileSync(path.join(cwd, file), text);
    };
    const python = 'SYSTEM = "Describe it in <desc></desc>, then answer in <answer></answer>, {question}"\n';
    write('train/main.py', python);
    write('train/empty.py', 'x = "no prompt"\n');
    write('train/prompts/a.jinja', BROKEN);
    write('train/prompts/page.html.jinja', '<p>{{ title }}</p>');
    write('train/.git/b.jinja', BROKEN);
    write('train/node_modules/c/c.jinja', BROKEN);
    write('env/pyvenv.cfg', '');
    write('env/lib/d.py', python);
    const lint = (...args: readonly string[]) =>
      runCli(node, ['lint', ...args, '--reward', 'action-rl'], { cwd });
    const { prompts } = JSON.parse((await lint('.', '--format', 'json')).stdout) as {
      readonly prompts: readonly { readonly file: string; readonly constant?: string }[];
    };
    expect(prompts.map(({ file, constant }) => [file, constant])).toEqual([
      [path.join('train', 'main.py'), 'SYSTEM'],
      [path.join('train', 'prompts', 'a.jinja'), undefined],
    ]);
    const twice = await lint('train/prompts', 'train/prompts/a.jinja', './train/main.py', 'train');
    expect(twice.stderr).toMatch(/^2 prompts: /m);
    write('pagetrace.prompts.json', '{"promts": []}');
    const unmapped = await lint('.');
    expect([unmapped.status, unmapped.stderr]).toEqual([
      2,
      `The map file ${path.join(cwd, 'pagetrace.prompts.json')}:1:2 cannot be used. The key "prompts" is missing. Did you mean "prompts" instead of "promts"?\n2 prompts: 2 prompts could not be checked.\n`,
    ]);
    fs.rmSync(path.join(cwd, 'pagetrace.prompts.json'));
    const fixed = await lint('train', '--fix');
    expect(fixed.status).toBe(1);
    expect(fs.readFileSync(path.join(cwd, 'train', 'main.py'), 'utf8')).toBe(python);
    expect(fs.readFileSync(path.join(cwd, 'train', 'prompts', 'a.jinja'), 'utf8')).not.toBe(BROKEN);
    const nothing = await lint('env');
    expect([nothing.status, nothing.stderr]).toEqual([
      2,
      expect.stringContaining(
        'There is no prompt in env.\nA folder is searched for .jinja, .jinja2, and .j2 files that print {{ content }} or have settings, and for .py files',
      ) as string,
    ]);
  });

  it('--require-reward makes a prompt without a reward an error', async () => {
    const cwd = temporaryFolder();
    fs.writeFileSync(path.join(cwd, 'a.jinja'), 'Answer: {{ content }}');
    const run = (...args: readonly string[]) => runCli(node, ['lint', 'a.jinja', ...args], { cwd });
    expect((await run()).status).toBe(0);
    const required = await run('--require-reward');
    expect(required.stdout).toMatch(/^a\.jinja:1:1: error reward-unclear Nothing says which reward /);
    expect(required.status).toBe(1);
    expect((await run('--require-reward', '--reward', 'evisrag')).stdout).not.toContain('reward-unclear');
  });

  it('checks data sets, with the documents and pages that they name', async () => {
    const cwd = temporaryFolder();
    const items = [
      { id: 1, question: 'Q?', document: REPORT, pages: [11], reference: 'x' },
      { id: 1, question: 'Q?', document: 'none.pdf', reference: 'x' },
    ];
    fs.writeFileSync(path.join(cwd, 'q.jsonl'), items.map((item) => `${JSON.stringify(item)}\n`).join(''));
    const run = (...args: readonly string[]) => runCli(node, ['lint', 'q.jsonl', ...args], { cwd });
    const text = await run();
    expect(text.stdout).toBe(
      `q.jsonl:1: error page-out-of-range ${REPORT} has no page 11: it has 10.\n` +
        'q.jsonl:2: error duplicate-id Line 1 has the same id, 1. Give every question its own.\n',
    );
    expect(text.stderr).toContain('1 data set: 0 questions, 2 errors.');
    expect(text.status).toBe(1);
    const json = await run('--format', 'json', '--fail-on', 'never', '--reward', 'lang2act');
    expect(json.status).toBe(0);
    expect(json.stderr).toContain('--reward has no effect with a data set.');
    expect(schemaErrors('lint-dataset', JSON.parse(json.stdout))).toEqual([]);
  });

  it.each<[string, readonly string[], string]>([
    ['a missing prompt', ['lint'], 'lint takes at least one file'],
    ...['a.prompts.json', 'scan.PNG', 'config.yaml'].map((file): [string, string[], string] => [
      `the file of data ${file}`,
      ['lint', '-', file],
      `lint takes prompts (.jinja, .jinja2, .j2, or plain text), Python files, and folders of these, not ${file}.\n`,
    ]),
    [
      'prompts beside a data set',
      ['lint', '-', 'a.jsonl'],
      'lint checks data sets or prompts, but not both at once: - is no data set.\n',
    ],
    [
      'an unknown reward',
      ['lint', '-', '--reward', 'nice'],
      'There is no reward profile "nice".\nThe profiles are lang2act,',
    ],
    [
      'an unknown rule',
      ['lint', '-', '--off', 'nonsense'],
      'There is no rule "nonsense" to turn off.\nThe rules are tag-unknown,',
    ],
    [
      'an unknown format',
      ['lint', '-', '--format', 'xml'],
      '--format must be text, json or sarif, not "xml".',
    ],
    [
      'an unknown --fail-on value',
      ['lint', '-', '--fail-on', 'all'],
      '--fail-on must be error, warning, information or never',
    ],
    [
      'an unknown trainer',
      ['lint', '-', '--as-trainer', 'trl'],
      '--as-trainer must be easyr1, verl or none, not "trl".',
    ],
    [
      'a model length of 0',
      ['lint', '-', '--model-length', '0'],
      '--model-length must be a whole number from 1',
    ],
  ])('exits with status 2 for wrong arguments of lint: %s', async (_, args, sentence) => {
    const { status, stdout, stderr } = await runCli(node, args, { cwd: temporaryFolder(), input: BROKEN });
    expect(stderr).toContain(`pagetrace: ${sentence}`);
    expect([status, stdout]).toEqual([2, '']);
  });
});
