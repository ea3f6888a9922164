import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/paths.mjs';
import { temporaryFolder } from '../support/files.ts';
import { NODES, OLDEST_NODE } from './support/cli.ts';

interface StartOptions {
  /** The folders in which programs are found. */
  readonly programs?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs `npm start` with options with which it ends before it opens anything. */
function start(node: string, args: readonly string[], { programs = '', env = {} }: StartOptions = {}) {
  const { HOME = '' } = process.env;
  return spawnSync(node, [path.join(root, 'scripts/start.mjs'), ...args], {
    cwd: root,
    env: { PATH: programs, HOME, ...env },
    encoding: 'utf8',
  });
}

/** Starts it with options of which one is wrong, as a sentence says. */
function expectRefusal(
  node: string,
  args: readonly string[],
  sentence: string,
  options?: StartOptions,
): void {
  const { status, stdout, stderr } = start(node, args, options);
  expect(stderr).toContain(sentence);
  expect(stderr).not.toMatch(/\n\s+at /);
  expect([status, stdout]).toEqual([1, '']);
}

// Child processes, and what Node's own reading of options says.
describe.each(NODES)('npm start, on $name', ({ node }) => {
  // Node's own reading of options words these.
  it.each<[string, readonly string[], string]>([
    ['an unknown option', ['--headles', 'What?'], "Unknown option '--headles'"],
    ['an unexpected argument', ['now'], "Unexpected argument 'now'"],
  ])('reports a wrong option before it builds anything: %s', (_, args, sentence) => {
    expectRefusal(node, args, sentence);
  });

  it('prints its usage', () => {
    const { status, stdout } = start(node, ['--help']);
    expect(status).toBe(0);
    expect(stdout).toContain('--headless "QUESTION"');
  });

  it('installs the extension into the VS Code of this machine and opens the sample there with --desktop', () => {
    const folder = temporaryFolder();
    const log = path.join(folder, 'code.log');
    const vsix = path.join(folder, 'some.vsix');
    fs.writeFileSync(vsix, '');
    fs.writeFileSync(path.join(folder, 'code'), `#!/bin/sh\nprintf '%s\\n' "$*" >> '${log}'\n`, {
      mode: 0o755,
    });
    const data = path.join(folder, 'data');
    const { status, stderr } = start(node, ['--desktop', '--vsix', vsix, '--data', data], {
      programs: `${folder}:/usr/bin:/bin`,
    });
    expect([status, stderr]).toEqual([0, '']);
    const sample = path.join(data, 'sample');
    expect(fs.readFileSync(log, 'utf8').trim().split('\n')).toEqual([
      '--version',
      `--install-extension ${vsix} --force`,
      `${sample} ${path.join(sample, 'annual-report.pdf')}`,
    ]);
    expect(fs.existsSync(path.join(sample, 'annual-report.pdf'))).toBe(true);
  });
});

// What does not depend on the version of Node runs on the oldest one only.
describe.each(OLDEST_NODE)('wrong options of npm start, on $name', ({ node }) => {
  it.each<[string, readonly string[], string, StartOptions?]>([
    [
      '--vsix with a file that does not exist',
      ['--vsix', 'missing.vsix'],
      'There is no file missing.vsix. Make one with',
    ],
    ['--vsix with a folder name', ['--vsix', 'scripts'], 'There is no file scripts.'],
    [
      '--screenshot without --headless',
      ['--screenshot', 'a.png'],
      '--screenshot works only with --headless: add --headless',
    ],
    [
      '--screenshot into a folder that does not exist',
      ['--headless', 'What?', '--screenshot', 'missing/a.png'],
      'The folder of missing/a.png does not exist',
    ],
    [
      '--data with --headless',
      ['--headless', 'What?', '--data', 'folder'],
      '--data cannot be used with --headless, which keeps nothing',
    ],
    ['an empty question', ['--headless', ' '], '--headless needs a question.'],
    ['an invalid port', ['--port', '70000'], '--port takes a number from 0 to 65535, not 70000.'],
    ['an empty port', ['--port', ''], '--port takes a number from 0 to 65535'],
    ['--desktop without VS Code', ['--desktop'], 'The program code is not on the path. In VS Code, run'],
    [
      '--desktop with --headless',
      ['--desktop', '--headless', 'What?'],
      '--headless cannot be used with --desktop',
    ],
    ['--desktop with --port', ['--desktop', '--port', '0'], '--port cannot be used with --desktop'],
    [
      'a server without a scheme',
      [],
      'PAGETRACE_SERVER is 127.0.0.1:8000; write an address like',
      { env: { PAGETRACE_SERVER: '127.0.0.1:8000' } },
    ],
  ])('reports a wrong option before it builds anything: %s', (_, args, sentence, options) => {
    expectRefusal(node, args, sentence, options);
  });

  it('reports the error of the operating system when a folder cannot be written', () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'a-file.vsix');
    fs.writeFileSync(file, '');
    fs.writeFileSync(path.join(folder, 'code'), '#!/bin/sh\n', { mode: 0o755 });
    const args = ['--desktop', '--vsix', file, '--data', path.join(file, 'within')];
    const { status, stderr } = start(node, args, { programs: `${folder}:/usr/bin:/bin` });
    expect(stderr).toMatch(/^E[A-Z]+: .*a-file\.vsix/);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(status).toBe(1);
  });
});
