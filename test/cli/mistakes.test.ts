import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/files.ts';
import { OLDEST_NODE, runCli } from './support/cli.ts';

const GOOD =
  '<think>Image 1 shows it.</think>\n<description><tool name="read_numeric_value" args="Image 1: total">42</tool></description>\n<answer>42</answer>';

const lines = (records: readonly unknown[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

/** Creates a folder with files of the given names. */
function makeFolder(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text);
  return folder;
}

// Mistakes that are easy to overlook and would otherwise let a check in CI pass.
describe.each(OLDEST_NODE)('mistakes that must not pass unnoticed, on $name', ({ node }) => {
  it('exits with status 2 for a trajectory whose front matter has a misspelled key', async () => {
    const cwd = makeFolder({ 'a.trajectory': `---\nrewrd: action-rl\nverdict: right\n---\n${GOOD}\n` });
    const { status, stderr } = await runCli(node, ['score', 'a.trajectory', '--fail-under', '0.5'], { cwd });
    expect(stderr).toContain(
      'a.trajectory:2: PageTrace does not know the key "rewrd". Did you mean "reward"?\n',
    );
    expect(status).toBe(2);
  });

  it.each([
    ['in no dialect', 'I do not know.'],
    ['in another dialect', '<think>a</think><description>b</description><answer>42</answer>'],
  ])(
    'scores a file by the dialect of most of its first records when the first one is %s',
    async (_, response) => {
      const input = lines([
        { response, num_images: 1 },
        { response: GOOD, num_images: 1 },
        { response: GOOD, num_images: 1 },
      ]);
      const { status, stdout, stderr } = await runCli(
        node,
        ['score', '-', '--judge', 'right', '--format', 'jsonl'],
        { input },
      );
      expect(
        stdout
          .trimEnd()
          .split('\n')
          .map((row) => JSON.parse(row) as unknown),
      ).toMatchObject([
        { line: 1, profile: 'lang2act' },
        { line: 2, profile: 'lang2act', overall: 1 },
        { line: 3, profile: 'lang2act', overall: 1 },
      ]);
      expect(stderr).toContain('Standard input is scored by lang2act, which its first records suggest.');
      expect(status).toBe(0);
    },
  );

  it('counts the actions of a file whose first response was cut off', async () => {
    const input = lines([
      { response: '<think>The page', num_images: 1 },
      ...Array<unknown>(2).fill({ response: '<think>a</think><search>b</search>', num_images: 1 }),
    ]);
    const { stdout } = await runCli(node, ['stats', '-', '--format', 'json'], { input });
    expect(JSON.parse(stdout)).toMatchObject({ tools: [{ name: 'search', calls: 2, samples: 2 }] });
  });

  it('says how many samples the mean includes, and what the other samples need', async () => {
    const input = lines([{ response: GOOD }, { response: 'nothing' }]);
    const { stderr } = await runCli(node, ['score', '-', '--profile', 'lang2act'], { input });
    expect(stderr).toContain(
      '2 samples of 1 file scored, 0 on average over 1, 1 reward not known without the verdict.',
    );
  });

  it.each<[string, readonly string[], string | null]>([
    ['no reward', ['plain.jinja'], 'plain.jinja is checked against no reward, because nothing names one.'],
    [
      'the reward of its tags',
      ['tags.jinja'],
      'tags.jinja is checked against evisrag, according to its dialect or tags.',
    ],
    ['the reward it names', ['named.jinja'], null],
    ['the reward given as an option', ['plain.jinja', '--reward', 'none'], null],
  ])(
    'lint says which reward it checked a prompt against unless the person named it: %s',
    async (_, args, said) => {
      const cwd = makeFolder({
        'plain.jinja': '{{ content }} Put the answer in \\boxed{}.\n',
        'tags.jinja':
          '{{ content }}\n<observe>...</observe>\n<evidence>...</evidence>\n<think>...</think>\n<answer>...</answer>\n',
        'named.jinja': '---\nreward: evisrag\n---\n{{ content }}\n',
      });
      const { stderr } = await runCli(node, ['lint', ...args], { cwd });
      if (said === null) expect(stderr).not.toContain('checked against');
      else expect(stderr).toContain(said);
    },
  );

  it('warns that EasyR1 would call a Python reward with other arguments', async () => {
    const one = 'def compute_score(reward_input):\n    return {"overall": 1.0}\n';
    const cwd = makeFolder({ 'told.py': `REWARD_TYPE = "sequential"\n${one}`, 'untold.py': one });
    const args = (file: string): readonly string[] => ['score', '-', '--python', file, '--profile', 'none'];
    const input = lines([{ response: GOOD }]);
    expect((await runCli(node, args('untold.py'), { cwd, input })).stderr).toContain(
      'EasyR1 itself would call it with a list: write REWARD_TYPE = "sequential" into untold.py,',
    );
    expect((await runCli(node, args('told.py'), { cwd, input })).stderr).not.toContain('EasyR1 itself');
  });

  it.each<[string, readonly string[], string]>([
    [
      'the format, with a profile that checks none',
      ['--profile', 'lang2act-paper', '--fail-on', 'format'],
      'does not check the format',
    ],
    [
      'deductions, when no profile scores',
      ['--profile', 'none', '--python', 'mine.py', '--fail-on', 'deduction'],
      'No profile scored anything',
    ],
    ['any, when nothing is scored', ['--profile', 'none'], 'With --profile none nothing is scored.'],
  ])(
    'exits with status 2 when its options ask for a check that cannot be made: %s',
    async (_, args, said) => {
      const cwd = makeFolder({
        'mine.py':
          'def compute_score(reward_inputs):\n    return [{"overall": 1.0} for _ in reward_inputs]\n',
      });
      const input = lines([{ response: 'no tags', verdict: 'right' }]);
      const { status, stderr } = await runCli(node, ['score', '-', ...args], { cwd, input });
      expect(stderr).toContain(said);
      expect(status).toBe(2);
    },
  );

  it('uses the Python on PATH if PAGETRACE_PYTHON is empty', async () => {
    const cwd = makeFolder({
      'mine.py': 'def compute_score(reward_inputs):\n    return [{"overall": 1.0}]\n',
    });
    const args = ['score', '-', '--python', 'mine.py', '--profile', 'none'];
    const options = {
      cwd,
      input: lines([{ response: 'a', ground_truth: 'a' }]),
      env: { PAGETRACE_PYTHON: '' },
    };
    const { status, stderr } = await runCli(node, args, options);
    expect(stderr).toMatch(/mine\.py is run by Python 3\./);
    expect(status).toBe(0);
  });

  it('says where to find the traceback of a Python reward', async () => {
    const cwd = makeFolder({ 'broken.py': 'raise ValueError("no")\n' });
    const { status, stderr } = await runCli(node, ['score', '-', '--python', 'broken.py'], {
      cwd,
      input: '',
    });
    expect(stderr).toMatch(
      /Traceback[^]*pagetrace: broken\.py raised ValueError[^]*The traceback is printed above\./,
    );
    expect(status).toBe(2);
  });

  it.each<[readonly string[], string]>([
    [
      ['score', 'a', '--profil', 'x'],
      'There is no option --profil.\nDid you mean --profile? See pagetrace score --help.',
    ],
    [['lint', 'a', '--zzz'], 'There is no option --zzz.\nSee pagetrace lint --help.'],
    [
      ['stats', '-', '--format', 'xml'],
      '--format must be table or json, not "xml".\nSee pagetrace stats --help.',
    ],
    [['scor', 'a'], '"scor" is not a command of pagetrace.\nDid you mean score? The commands are'],
    [['score', '-', '--field', 'id=a', '--field', 'id=b'], 'The field "id" is given twice.'],
  ])('says what is wrong with the arguments and how to correct them: %s', async (args, said) => {
    const { status, stdout, stderr } = await runCli(node, args, { input: '' });
    expect(stderr).toContain(`pagetrace: ${said}`);
    expect([status, stdout]).toEqual([2, '']);
  });

  it('prints the usage of the verb that follows help', async () => {
    const { status, stdout } = await runCli(node, ['help', 'lint']);
    expect(stdout).toMatch(/^pagetrace lint PROMPT/);
    expect(status).toBe(0);
  });
});
