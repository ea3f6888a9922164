import { spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dist } from '../../scripts/lib/paths.mjs';
import { temporaryFolder } from '../support/files.ts';
import { OLDEST_NODE } from './support/cli.ts';

const RECORD = '{"input": "q", "output": "<answer>1</answer>", "gts": "1", "score": 1}\n';

/** A user who owns no file. */
const NOBODY = 65534;

/** Milliseconds after which a command is ended, far more than any takes. */
const PATIENCE = 240_000;

/** The built command line. */
const SCRIPT = path.join(dist, 'cli.js');

/** How a command ended, and its output. */
interface Ended {
  readonly status: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

interface Start {
  readonly cwd: string;
  /** The descriptor that standard output goes to; it is read otherwise. */
  readonly stdout?: number;
}

async function run(command: string, args: readonly string[], { cwd, stdout = -1 }: Start): Promise<Ended> {
  const stdio: StdioOptions = ['ignore', stdout === -1 ? 'pipe' : stdout, 'pipe'];
  const child = spawn(command, args, { cwd, stdio, timeout: PATIENCE });
  const read = (stream: Readable | null): Promise<string> => (stream ? text(stream) : Promise.resolve(''));
  const [printed, stderr, [status]] = await Promise.all([
    read(child.stdout),
    read(child.stderr),
    once(child, 'close') as Promise<unknown[]>,
  ]);
  return { status, stdout: printed, stderr };
}

/** What a Node needs to run the command line as somebody who may not read everything, as root may. */
function argumentsOfNobody(): readonly string[] {
  if (process.getuid?.() !== 0) return [SCRIPT];
  // Anybody may read this copy; the clone may be in a folder of root.
  const copy = temporaryFolder();
  fs.chmodSync(copy, 0o755);
  fs.writeFileSync(path.join(copy, 'package.json'), '{"type": "module"}');
  for (const name of fs.globSync('*.js', { cwd: dist }))
    fs.copyFileSync(path.join(dist, name), path.join(copy, name));
  const change = `process.setgroups([]);process.setgid(${NOBODY});process.setuid(${NOBODY});`;
  return ['--import', `data:text/javascript,${change}`, path.join(copy, 'cli.js')];
}

describe.each(OLDEST_NODE)('what the system refuses, on $name', ({ node }) => {
  it.skipIf(process.platform === 'win32')(
    'is said of files and folders that may not be read, and the others are read',
    async () => {
      const cwd = temporaryFolder();
      fs.chmodSync(cwd, 0o755);
      fs.mkdirSync(path.join(cwd, 'folder'));
      for (const name of ['1.jsonl', '2.jsonl', '3.jsonl']) fs.writeFileSync(path.join(cwd, name), RECORD);
      const closed = ['2.jsonl', 'folder'];
      for (const name of closed) fs.chmodSync(path.join(cwd, name), 0);
      // Otherwise the folder could not be removed.
      onTestFinished(() => {
        fs.chmodSync(path.join(cwd, 'folder'), 0o700);
      });
      const sentences = closed.map(
        (name) =>
          `${name} could not be read, because you do not have permission. Change its permissions, or those of its folder.\n`,
      );
      const nobody = argumentsOfNobody();
      const [inRuns, inStats, inRetrieve] = await Promise.all(
        [
          ['runs', '.'],
          ['stats', '--profile', 'none', '.'],
          ['retrieve', 'What?', 'folder'],
        ].map((verb) => run(node, [...nobody, ...verb, '--format', 'json'], { cwd })),
      );
      expect(inRuns).toMatchObject({ status: 2, stderr: sentences.join('') });
      expect(inStats).toMatchObject({ status: 2, stderr: sentences.join('') });
      expect(inRetrieve).toEqual({
        status: 2,
        stdout: '',
        stderr: 'pagetrace: folder could not be read.\nCheck that you have permission to read it.\n',
      });
      expect(JSON.parse(inRuns?.stdout ?? '')).toMatchObject({ files: 4, samples: 2 });
      expect(JSON.parse(inStats?.stdout ?? '')).toMatchObject({ samples: 2, unreadable: 2 });
    },
  );

  it.runIf(fs.existsSync('/dev/full'))('is said if standard output is full, with what to do', async () => {
    const cwd = temporaryFolder();
    fs.writeFileSync(path.join(cwd, '1.jsonl'), RECORD);
    fs.writeFileSync(path.join(cwd, 'q.jsonl'), '{"id": "a", "question": "Why?", "document": "a.pdf"}\n');
    const full = fs.openSync('/dev/full', 'w');
    onTestFinished(() => {
      fs.closeSync(full);
    });
    const commands = [
      ['runs', '1.jsonl', '--format', 'jsonl'],
      ['stats', '1.jsonl'],
      ['eval', 'q.jsonl', '--list'],
    ];
    const said = await Promise.all(
      commands.map((args) => run(node, [SCRIPT, ...args], { cwd, stdout: full })),
    );
    for (const { status, stderr } of said) {
      expect(stderr).toBe(
        'pagetrace: Standard output could not be written.\nCheck that there is room where it goes, or name a file with --out.\n',
      );
      expect(status).toBe(2);
    }
  });

  it.skipIf(process.platform === 'win32')(
    'keeps what an output had that there is not enough room for, and leaves nothing else',
    async () => {
      const cwd = temporaryFolder();
      fs.writeFileSync(path.join(cwd, '1.jsonl'), RECORD.repeat(2000));
      const outputs = ['all.jsonl', 'all.parquet'];
      for (const name of outputs) fs.writeFileSync(path.join(cwd, name), 'before');
      // A file may not become larger than 8 blocks, which the system says while it is written, as of a full disk.
      const limited = ['-c', 'ulimit -f 8 && exec "$0" "$@"', node, SCRIPT];
      const said = await Promise.all(
        outputs.map((name) =>
          run('sh', [...limited, 'convert', '1.jsonl', '--to', 'pagetrace', '--out', name], { cwd }),
        ),
      );
      expect(said.map(({ status, stderr }) => [status, stderr])).toEqual(
        outputs.map((name) => [
          2,
          `pagetrace: ${name} could not be written, because there is not enough room for it.\nMake room, or choose another folder.\n`,
        ]),
      );
      expect(fs.readdirSync(cwd).sort()).toEqual(['1.jsonl', ...outputs]);
      for (const name of outputs) expect(fs.readFileSync(path.join(cwd, name), 'utf8')).toBe('before');
    },
  );
});
