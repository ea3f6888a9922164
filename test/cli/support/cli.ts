import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { ensureNode20 } from '../../../scripts/lib/node24.mjs';
import { dist } from '../../../scripts/lib/paths.mjs';
import { fixture } from '../../support/files.ts';
import { startFakeVllm, type FakeOptions, type FakeVllm } from '../../support/fakeVllm.ts';

/** The versions of Node that the command line must run on: the oldest, and the one that runs the tests. */
export const NODES = [
  { name: 'Node 20', node: await ensureNode20() },
  { name: 'the Node of the tests', node: process.execPath },
] as const;

/** The oldest Node, for tests whose result does not depend on the version; it lacks features of newer ones. */
export const OLDEST_NODE = NODES.slice(0, 1);

/** The other versions, on which only what depends on the version needs to run. */
export const NEWER_NODES = NODES.slice(1);

/** The built command line. */
const script = path.join(dist, 'cli.js');

/** Time limit of a command in milliseconds, far above what any command takes. */
const PATIENCE = 240_000;

/** The arguments for a page that takes little time to render, for tests in which its content does not matter. */
export const SMALL_PAGE = [fixture('data-sheet.pdf'), '--pages', '1', '--max-pixels', '20000'] as const;

export interface CliOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** The content of standard input, empty by default; null to leave it open. */
  readonly input?: string | Uint8Array | null;
}

/** How a command ended, and its output. */
export interface Ended {
  /** Exit status; 128 or more if a signal ended it, as in a shell. */
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running command. */
export interface RunningCli {
  /** Waits until its output so far matches; fails if it ends before that. */
  until(stream: 'stdout' | 'stderr', pattern: RegExp): Promise<RegExpExecArray>;
  /** Sends a signal to it and to all processes that it started, as a terminal does. */
  interrupt(signal?: NodeJS.Signals): void;
  /** Kills only the command itself, without a chance to clean up. */
  kill(): void;
  /** Ends its standard input, as when the program that started it ends. */
  endInput(): void;
  /** Stops reading its standard output, as `head` does when it has enough lines. */
  stopReading(): void;
  readonly ended: Promise<Ended>;
}

/** Starts the built command line with the given Node, in an environment without keys and passwords. */
export function startCli(node: string, args: readonly string[], options: CliOptions = {}): RunningCli {
  if (!fs.existsSync(script)) throw new Error('dist/ is not built: npm run build.');
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(node, [script, ...args], {
    cwd: options.cwd ?? os.tmpdir(),
    env: { PATH, HOME, ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
    // A separate process group, so that Ctrl+C can be sent as by a terminal.
    detached: true,
  });
  // A command that ends before it has read all its input closes the pipe.
  child.stdin.on('error', () => undefined);
  if (options.input !== null) child.stdin.end(options.input);
  const written = { stdout: '', stderr: '' };
  const signal = (name: NodeJS.Signals): void => {
    try {
      process.kill(-(child.pid ?? 0), name);
    } catch {
      // The process group no longer exists.
    }
  };
  const timer = setTimeout(() => {
    signal('SIGKILL');
  }, PATIENCE);
  child.stdout.setEncoding('utf8').on('data', (text: string) => (written.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (written.stderr += text));
  const ended = once(child, 'close').then(([code, name]: unknown[]) => {
    clearTimeout(timer);
    const number = typeof name === 'string' ? os.constants.signals[name as NodeJS.Signals] : 0;
    return { status: typeof code === 'number' ? code : 128 + number, ...written };
  });
  onTestFinished(() => {
    signal('SIGKILL');
  });
  return {
    ended,
    until: (stream, pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const match = pattern.exec(written[stream]);
          if (match) resolve(match);
        };
        child[stream].on('data', look);
        look();
        void ended.then(({ status, stderr }) => {
          reject(
            new Error(`It ended with ${status} before ${stream} matched ${String(pattern)}.\n${stderr}`),
          );
        });
      }),
    interrupt: (name = 'SIGINT') => {
      signal(name);
    },
    kill: () => {
      child.kill('SIGKILL');
    },
    endInput: () => {
      child.stdin.end();
    },
    stopReading: () => {
      child.stdout.destroy();
    },
  };
}

/** Runs the built command line to its end, and fails if its output contains a stack trace or other internals. */
export async function runCli(
  node: string,
  args: readonly string[],
  options: CliOptions = {},
): Promise<Ended> {
  const ended = await startCli(node, args, options).ended;
  expect(ended.stderr).not.toMatch(/\n\s+at |undefined|\[object|dist[\\/]|Warning:/);
  return ended;
}

/** A fake server that is stopped when the test ends. */
export async function useServer(options: Partial<FakeOptions> = {}): Promise<FakeVllm> {
  const server = await startFakeVllm(options);
  onTestFinished(() => server.close());
  return server;
}

/** The address of a server that has just been stopped. */
export async function unusedUrl(): Promise<string> {
  const server = await startFakeVllm();
  await server.close();
  return server.url;
}

/** Waits until nothing listens on a port of loopback any more. */
export async function untilClosed(port: number): Promise<void> {
  await expect
    .poll(
      () =>
        new Promise((resolve) => {
          const socket = net.connect({ host: '127.0.0.1', port });
          socket.once('connect', () => {
            socket.destroy();
            resolve('listens');
          });
          socket.once('error', () => {
            resolve('closed');
          });
        }),
      { timeout: 60_000, interval: 50 },
    )
    .toBe('closed');
}

/** The port of a command's offline reader, from the details printed because of PAGETRACE_DEBUG. */
export function readerPort(stderr: string): number {
  const port = /Offline reader: listening on port (\d+)/.exec(stderr)?.[1];
  if (port === undefined) throw new Error(`No offline reader was started.\n${stderr}`);
  return Number(port);
}
