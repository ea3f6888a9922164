import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { schemaErrors } from '../support/schemas.ts';
import { fixture, temporaryFolder } from '../support/files.ts';
import { OLDEST_NODE, runCli } from './support/cli.ts';

const REWARD = {
  components: [
    { profile: 'lang2act', component: 'answer', weight: 0.5 },
    { check: 'number', weight: 0.25, key: 'close', relative: 0.1 },
    { check: 'length', weight: 0.25, unit: 'words', most: 10, start: 0 },
  ],
};
const RECORD = {
  response: '<think>a</think><description>b</description><answer>40</answer>',
  ground_truth: '42',
  num_images: 1,
};

function folderWith(reward: unknown): string {
  const cwd = temporaryFolder();
  fs.writeFileSync(path.join(cwd, 'mine.reward.json'), `\uFEFF${JSON.stringify(reward, null, 2)}`);
  fs.writeFileSync(path.join(cwd, 'run.jsonl'), `${JSON.stringify(RECORD)}\n`);
  return cwd;
}

describe.each(OLDEST_NODE)('a composite reward, on $name', ({ node }) => {
  it('scores with a composite reward as with a built-in one, and says what it pays for', async () => {
    const cwd = folderWith(REWARD);
    const scored = await runCli(
      node,
      [
        'score',
        'run.jsonl',
        '--profile',
        'mine.reward.json',
        '--judge',
        'right',
        '--format',
        'jsonl',
        '--explain',
      ],
      { cwd },
    );
    expect([scored.status, scored.stderr]).toMatchObject([0, expect.stringContaining('1 sample')]);
    const row = JSON.parse(scored.stdout) as Record<string, unknown>;
    expect(schemaErrors('score', row, 'sample')).toEqual([]);
    expect(row).toMatchObject({ profile: 'mine', overall: 0.75, answer: 1, close: 1, length: 0 });

    const profiles = await runCli(node, ['profiles', 'mine.reward.json'], { cwd });
    expect(profiles.stdout).toMatch(/^mine: mine\n[^]* {2}0\.25 Number: .* The two may differ by 10%\.\n/);
  });

  it('finds the composite reward next to the file whose front matter names it, unless an option names another', async () => {
    const cwd = folderWith(REWARD);
    fs.mkdirSync(path.join(cwd, 'answers'));
    const file = path.join('answers', 'a.trajectory');
    const head = '---\nreference: "42"\nverdict: right\nimages: [{ image: 1, page: 1 }]\n';
    fs.writeFileSync(path.join(cwd, file), `${head}reward: ../mine.reward.json\n---\n${RECORD.response}\n`);
    const scored = await runCli(node, ['score', file, '--format', 'jsonl'], { cwd });
    expect([scored.status, scored.stderr]).toMatchObject([0, expect.stringContaining('1 sample')]);
    expect(JSON.parse(scored.stdout)).toMatchObject({ profile: 'mine', overall: 0.75 });
    const other = await runCli(node, ['score', file, '--format', 'jsonl', '--profile', 'lang2act'], { cwd });
    expect(JSON.parse(other.stdout)).toMatchObject({ profile: 'lang2act' });
    const stats = await runCli(node, ['stats', file, '--format', 'json'], { cwd });
    expect([stats.status, stats.stdout]).toMatchObject([0, expect.stringContaining('0.75')]);

    const prompt = path.join('answers', 'p.jinja');
    const asked = '{{ content }}\n<thinking></thinking> <answer></answer>\n';
    fs.writeFileSync(path.join(cwd, prompt), `---\nreward: ../mine.reward.json\n---\n${asked}`);
    const linted = await runCli(node, ['lint', prompt, '--format', 'json'], { cwd });
    expect(JSON.parse(linted.stdout)).toMatchObject({ prompts: [{ reward: 'mine' }] });
    const told = await runCli(node, ['lint', prompt, '--format', 'json', '--reward', 'mine.reward.json'], {
      cwd,
    });
    expect(told.stdout).toBe(linted.stdout);
  });

  it('takes the pages of the document that a file or an option names, and says why it has none', async () => {
    const cwd = folderWith({
      components: [
        { check: 'grounded', weight: 0.5 },
        { check: 'cited-page', weight: 0.25 },
        { check: 'computed-right', weight: 0.25 },
      ],
    });
    fs.copyFileSync(fixture('annual-report.pdf'), path.join(cwd, 'report.pdf'));
    const response =
      '<think>In Image 1, 518.9 - 481.9 = 37.0.</think><description>' +
      '<tool name="read_numeric_value" args="Image 1: Total">518.9</tool></description><answer>38.0</answer>';
    const head = 'reward: mine.reward.json\nimages: [{ image: 1, page: 7 }]\n';
    const write = (name: string, document: string): void => {
      const text = `---\n${head}documents: [{ path: ${document} }]\n---\n${response}`;
      fs.writeFileSync(path.join(cwd, name), text);
    };
    write('a.trajectory', 'report.pdf');
    write('b.trajectory', 'lost.pdf');
    const score = async (...args: readonly string[]) => {
      const { status, stdout, stderr } = await runCli(
        node,
        ['score', ...args, '--format', 'jsonl', '--explain'],
        {
          cwd,
        },
      );
      const rows = stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      for (const row of rows) expect(schemaErrors('score', row, 'sample')).toEqual([]);
      return { status, rows, stderr };
    };
    const { status, rows, stderr } = await score('a.trajectory', 'b.trajectory');
    expect(status).toBe(0);
    expect(rows[0]).toMatchObject({ grounded: 0.6, 'cited-page': 0, 'computed-right': 1 });
    expect(rows[1]).toMatchObject({
      overall: null,
      grounded: null,
      'cited-page': null,
      'computed-right': null,
    });
    expect(stderr).toContain(
      'b.trajectory: Its claims cannot be checked. The document lost.pdf was not found. ' +
        'Name it with --document, or the folder that it is in with --documents.',
    );
    const named = await score('b.trajectory', '--document', 'report.pdf');
    expect(named.rows).toEqual([{ ...rows[0], file: 'b.trajectory' }]);
    const trained = await score('a.trajectory', '--as-trainer', 'easyr1');
    expect(trained.rows[0]).toMatchObject({ grounded: null });
  });

  it.each([
    ['missing', null, /mine\.reward\.json/],
    [
      'faulty',
      { components: [{ check: 'word-f2', weight: 1 }] },
      /mine\.reward\.json:\d+:\d+: There is no check "word-f2"/,
    ],
  ])(
    'exits with status 2 and reports at its place a reward that a file names and that is %s',
    async (_, reward, said) => {
      const cwd = folderWith(reward);
      if (reward === null) fs.rmSync(path.join(cwd, 'mine.reward.json'));
      const head = '---\n# ours\nreward: ./mine.reward.json\n---\n';
      fs.writeFileSync(path.join(cwd, 'a.trajectory'), `${head}${RECORD.response}\n`);
      fs.writeFileSync(path.join(cwd, 'p.jinja'), `${head}{{ content }}\n`);
      for (const args of [
        ['score', 'a.trajectory'],
        ['stats', 'a.trajectory'],
        ['lint', 'p.jinja'],
      ]) {
        const { status, stderr } = await runCli(node, args, { cwd });
        expect(stderr).toMatch(/^(?:a\.trajectory|p\.jinja):3:9: /m);
        expect(stderr).toMatch(said);
        expect(status).toBe(2);
      }
    },
  );
});
