import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { expect, it } from 'vitest';
import { dist } from '../../scripts/lib/paths.mjs';
import { temporaryFolder } from '../support/files.ts';
import { HIDDEN_CHARACTER, HOSTILE_LINE } from '../support/hostileText.ts';

/** What a command prints on a terminal. */
function onTerminal(cwd: string, args: readonly string[]): string {
  const command = [process.execPath, path.join(dist, 'cli.js'), ...args];
  const { stdout, status } = spawnSync(
    'python3',
    ['-c', 'import pty, sys; pty.spawn(sys.argv[1:])', ...command],
    {
      cwd,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: cwd, TERM: 'xterm' },
    },
  );
  expect(status).toBe(0);
  // The terminal itself ends lines with a carriage return; the command clears the line of its progress.
  return stdout.replaceAll('\r\n', '\n').replaceAll('\r\u001B[K', '');
}

it('a terminal obeys nothing in records, prompts, file names, exceptions and what a reward prints, also from a file', () => {
  const cwd = temporaryFolder();
  const name = HOSTILE_LINE.replaceAll(/[/\0]/g, '').slice(0, 120);
  const record = {
    id: HOSTILE_LINE,
    question: HOSTILE_LINE,
    response: `<think>${HOSTILE_LINE}</think><answer>${HOSTILE_LINE}</answer>`,
    dialect: HOSTILE_LINE,
    reward: HOSTILE_LINE,
    [HOSTILE_LINE]: HOSTILE_LINE,
  };
  fs.writeFileSync(path.join(cwd, `${name}.jsonl`), `${JSON.stringify(record)}\n${HOSTILE_LINE}\n`);
  fs.writeFileSync(
    path.join(cwd, `${name}.jinja`),
    `---\ndialect: "${HOSTILE_LINE}\n---\n{{ ${HOSTILE_LINE} }}`,
  );
  fs.writeFileSync(
    path.join(cwd, `${name}.trajectory`),
    `---\nquestion: [${HOSTILE_LINE}\n---\n${record.response}`,
  );
  fs.writeFileSync(
    path.join(cwd, 'mine.py'),
    `def compute_score(reward_inputs):\n    print(${JSON.stringify('\u001B[31m\u202Eprinted')})\n    raise ValueError(${JSON.stringify('\u001B]0;title\u0007\u202Eraised')})\n`,
  );
  for (const args of [
    ['parse', `${name}.trajectory`],
    ['parse', `${name}.jsonl`],
    ['score', `${name}.jsonl`],
    ['score', `${name}.jsonl`, '--json'],
    ['score', `${name}.jsonl`, '--python', 'mine.py', '--interpreter', 'python3'],
    ['stats', `${name}.jsonl`],
    ['lint', `${name}.jinja`],
    ['score', HOSTILE_LINE.replaceAll('\0', '')],
  ]) {
    const shown = onTerminal(cwd, args);
    expect(shown, args[0]).not.toBe('');
    expect(HIDDEN_CHARACTER.exec(shown)?.[0], `${args[0] ?? ''}: ${JSON.stringify(shown)}`).toBeUndefined();
  }
  for (const args of [
    ['score', `${name}.jsonl`, '--out', 'scores.txt'],
    ['stats', `${name}.jsonl`],
    ['lint', `${name}.jinja`],
  ]) {
    const { stdout, stderr } = spawnSync(process.execPath, [path.join(dist, 'cli.js'), ...args], {
      cwd,
      encoding: 'utf8',
    });
    const file = path.join(cwd, 'scores.txt');
    const written = `${stdout}${stderr}${fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''}`;
    expect(written, args[0]).not.toBe('');
    expect(HIDDEN_CHARACTER.exec(written)?.[0], JSON.stringify(written)).toBeUndefined();
  }
});
