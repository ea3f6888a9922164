import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runNpm } from '../../scripts/lib/npm.mjs';
import { root } from '../../scripts/lib/paths.mjs';
import { sharedFolder, temporaryFolder } from '../support/files.ts';
import { OLDEST_NODE } from './support/cli.ts';

/** The most bytes of the installed package. */
const MOST_BYTES = 16_000_000;

const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');

const GOOD =
  '<think>Image 1 shows it.</think>\n<description><tool name="read_numeric_value" args="Image 1: total">42</tool></description>\n<answer>42</answer>';

/** A trajectory file that is its own test. */
const trajectory = (expected: number): string =>
  `---\nreward: lang2act\nverdict: right\nimages: [{ image: 1, page: 1 }]\nexpected: ${expected}\n---\n${GOOD}\n`;

describe.each(OLDEST_NODE)('the package that npm pack makes, on $name', ({ node }) => {
  const folder = sharedFolder();
  const installed = path.join(folder, 'node_modules/pagetrace');

  const run = (...args: readonly string[]) =>
    spawnSync(node, [path.join(folder, 'node_modules/.bin/pagetrace'), ...args], {
      cwd: folder,
      env: { HOME: folder },
      encoding: 'utf8',
    });

  beforeAll(async () => {
    // The bundles are built already, and building them again would take them away from other tests.
    await runNpm(['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], { quiet: true });
    const [packed = ''] = fs.readdirSync(folder).filter((name) => name.endsWith('.tgz'));
    fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
    await runNpm(['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', packed], {
      cwd: folder,
      quiet: true,
    });
  });

  it('installs alone, without native code, and is small', () => {
    const packages = fs
      .readdirSync(path.join(folder, 'node_modules'))
      .filter((name) => !name.startsWith('.'));
    expect(packages).toEqual(['pagetrace']);
    const files = fs
      .readdirSync(installed, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile());
    const sizes = files.map(({ parentPath, name }) => fs.statSync(path.join(parentPath, name)).size);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(MOST_BYTES);
    expect(files.filter(({ name }) => /\.node$|^binding\.gyp$/.test(name))).toEqual([]);
    const manifest = JSON.parse(fs.readFileSync(path.join(installed, 'package.json'), 'utf8')) as object;
    expect(manifest).toMatchObject({ bin: { pagetrace: 'dist/cli.js' }, engines: { node: '>=20' } });
    expect(manifest).not.toHaveProperty('dependencies');
  });

  it('scores, lints and asks the offline reader', () => {
    fs.writeFileSync(path.join(folder, 'a.trajectory'), trajectory(1));
    const scored = run('score', 'a.trajectory', '--format', 'jsonl');
    expect([scored.status, scored.stderr]).toEqual([0, '1 sample of 1 file scored, 1 on average.\n']);
    expect(JSON.parse(scored.stdout)).toMatchObject({ profile: 'lang2act', overall: 1 });
    const linted = run('lint', 'lang2act', '--format', 'sarif');
    expect(linted.status).toBe(0);
    expect(JSON.parse(linted.stdout)).toMatchObject({ version: '2.1.0' });
    fs.copyFileSync(path.join(root, 'media/sample/annual-report.pdf'), path.join(folder, 'report.pdf'));
    const asked = run('ask', 'What was total revenue in 2024?', 'report.pdf', '--pages', '2');
    expect(asked.stdout).toContain('<answer>518.9</answer>');
    expect(asked.status).toBe(0);
  });
});

/** A step of action.yml that runs a script. */
interface Step {
  readonly name?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

describe.each(OLDEST_NODE)('the GitHub Action, on $name', ({ node }) => {
  const action = parse(read('action.yml')) as Action;

  /** Runs the script of a step as GitHub does: each expression is replaced by the input, and bash stops at errors. */
  const runStep = (name: string, cwd: string, inputs: Readonly<Record<string, string>>) => {
    const step = action.runs.steps.find((each) => each.name === name);
    const values = Object.entries(step?.env ?? {}).map(([key, value]): [string, string] => [
      key,
      value
        .replace('${{ github.action_path }}', root)
        .replace(/\$\{\{ inputs\.([\w-]+) \}\}/, (_, input: string) => {
          expect(Object.keys(action.inputs)).toContain(input);
          return inputs[input] ?? action.inputs[input]?.default ?? '';
        }),
    ]);
    const bin = `${path.dirname(node)}:/usr/bin:/bin`;
    return spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step?.run ?? 'exit 9'], {
      cwd,
      env: { PATH: bin, HOME: cwd, ...Object.fromEntries(values) },
      encoding: 'utf8',
    });
  };

  it('uses every input', () => {
    expect(action.runs.using).toBe('composite');
    const used = new Set([...read('action.yml').matchAll(/inputs\.([\w-]+)/g)].map(([, name]) => name));
    expect([...used].sort()).toEqual(Object.keys(action.inputs).sort());
  });

  it('checks prompts, writes SARIF, and fails for findings', () => {
    const cwd = temporaryFolder();
    fs.mkdirSync(path.join(cwd, 'prompts/deep'), { recursive: true });
    fs.copyFileSync(path.join(root, 'media/prompts/lang2act.jinja'), path.join(cwd, 'prompts/deep/a.jinja'));
    const inputs = { prompts: 'prompts/**/*.jinja', reward: 'lang2act', 'as-trainer': 'none' };
    const passed = runStep('Check prompts', cwd, inputs);
    expect([passed.status, passed.stdout]).toEqual([0, '']);
    fs.writeFileSync(path.join(cwd, 'prompts/b.jinja'), 'Answer in <answer>.\n{{ content }}');
    const failed = runStep('Check prompts', cwd, inputs);
    expect(failed.stdout).toMatch(/^prompts\/b\.jinja:\d+:\d+: (?:error|warning) /m);
    expect(failed.status).toBe(1);
    expect(JSON.parse(fs.readFileSync(path.join(cwd, 'pagetrace.sarif'), 'utf8'))).toMatchObject({
      version: '2.1.0',
    });
    expect(runStep('Check prompts', cwd, { ...inputs, prompts: 'none/*.jinja' }).status).toBe(2);
  });

  it('scores trajectories with all its gates', () => {
    const cwd = temporaryFolder();
    fs.writeFileSync(path.join(cwd, 'a.trajectory'), trajectory(1));
    const row = { file: 'a.trajectory', profile: 'lang2act', overall: 1 };
    fs.writeFileSync(path.join(cwd, 'old.jsonl'), `${JSON.stringify(row)}\n`);
    const inputs = {
      trajectories: '*.trajectory',
      profile: 'lang2act',
      judge: 'right',
      'fail-under': '0.9',
      'fail-on': 'format,lower',
      baseline: 'old.jsonl',
    };
    const passed = runStep('Score trajectories', cwd, inputs);
    expect(passed.stderr).toContain('Compared with old.jsonl: 1 the same');
    expect(passed.status).toBe(0);
    expect(runStep('Score trajectories', cwd, { ...inputs, judge: 'wrong' }).status).toBe(1);
  });
});

describe('the hooks for pre-commit', () => {
  const hooks = parse(read('.pre-commit-hooks.yaml')) as readonly Readonly<Record<string, string>>[];

  it('have the keys that pre-commit requires, and no unknown ones', () => {
    for (const hook of hooks) {
      expect(Object.keys(hook).sort()).toEqual(['description', 'entry', 'files', 'id', 'language', 'name']);
      expect(Object.values(hook).every((value) => typeof value === 'string')).toBe(true);
      // pre-commit installs a hook of this language with npm pack and npm install.
      expect(hook['language']).toBe('node');
      expect(hook['entry']).toMatch(/^pagetrace (?:lint|score)$/);
    }
    expect(new Set(hooks.map(({ id }) => id)).size).toBe(hooks.length);
  });

  it.each([
    ['pagetrace-lint', 'examples/format_prompt/a.jinja', true],
    ['pagetrace-lint', 'format_prompt/a.jinja', true],
    ['pagetrace-lint', 'mine.prompt.jinja', true],
    ['pagetrace-lint', 'templates/page.jinja', false],
    ['pagetrace-score', 'tests/a.trajectory', true],
    ['pagetrace-score', 'tests/a.jsonl', false],
  ])('%s takes %s: %s', (id, file, isTaken) => {
    const hook = hooks.find((each) => each['id'] === id);
    expect(new RegExp(hook?.['files'] ?? '$^').test(file)).toBe(isTaken);
  });
});
