import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { PageTraceError } from '../core/errors.ts';
import { defer } from '../core/deferred.ts';
import { withoutSecrets } from '../core/secretVariables.ts';
import { KEY_VARIABLE } from './process.ts';

export interface StartOptions {
  /** The script of the reader's process; by default, the one next to this file. */
  readonly script?: URL | string;
  /** A file with what it says to each request (`readScript`), instead of what it reads. */
  readonly answers?: string;
  /** The Node that runs it; by default, the one that runs this code. An Electron is set to behave like Node. */
  readonly execPath?: string;
  readonly log?: (line: string) => void;
  /** Aborting it while the reader starts cancels the start; later it has no effect. */
  readonly signal?: AbortSignal;
  /** The most milliseconds that starting may take. */
  readonly startTimeout?: number;
}

/** The running reader. */
export interface OfflineReader {
  /** `http://127.0.0.1:<port>`, without `/v1`. */
  readonly url: string;
  readonly apiKey: string;
  /** Settles when the process has ended, on its own or by `close`. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** The most characters of the line with which the reader says where it listens. */
const MAX_LINE = 64 * 1024;

const firstLineSchema = v.union([
  v.object({ port: v.pipe(v.number(), v.integer(), v.minValue(1)) }),
  v.object({ error: v.string(), said: v.optional(v.string()) }),
]);

/**
 * Starts the offline reader as a child process on a free port of loopback, with its own key. It ends with `close`, and
 * on its own when this process ends.
 * @throws PageTraceError `offline-reader-failed` if it does not start, `cancelled` if the signal is aborted
 */
export async function startOfflineReader(options: StartOptions = {}): Promise<OfflineReader> {
  const { signal, log = () => undefined, startTimeout = 20_000 } = options;
  const apiKey = randomBytes(24).toString('base64url');
  const script = options.script ?? ownScript();
  const child = spawn(
    options.execPath ?? process.execPath,
    [
      typeof script === 'string' ? script : fileURLToPath(script),
      '--port',
      '0',
      ...(options.answers === undefined ? [] : ['--answers', options.answers]),
    ],
    {
      env: {
        ...withoutSecrets(process.env),
        [KEY_VARIABLE]: apiKey,
        ELECTRON_RUN_AS_NODE: '1',
        NODE_OPTIONS: '',
      },
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    },
  );
  const errors: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    errors.push(line);
    if (errors.length > 20) errors.shift();
    log(`Offline reader: ${line}`);
  });
  // If the child has ended, its exit event reports that instead of an error of this stream.
  child.stdin.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      resolve();
    });
    child.once('error', () => {
      resolve();
    });
  });
  const close = (): Promise<void> => end(child, ended);
  try {
    const line = await firstLine(child, startTimeout, signal);
    if ('error' in line) throw startError(line.said ?? line.error, line.error);
    log(`Offline reader: listening on port ${line.port}.`);
    return { url: `http://127.0.0.1:${line.port}`, apiKey, ended, close };
  } catch (error) {
    await close();
    if (error instanceof PageTraceError) throw error;
    throw startError([String(error), ...errors].join('\n'));
  }
}

function ownScript(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? 'main.ts' : 'offline-server.js', import.meta.url);
}

async function firstLine(
  child: ChildProcess,
  startTimeout: number,
  signal: AbortSignal | undefined,
): Promise<v.InferOutput<typeof firstLineSchema>> {
  const { promise, resolve, reject } = defer<string>();
  const abort = (): void => {
    reject(new PageTraceError('cancelled', t('Starting the offline reader was canceled.')));
  };
  const timer = setTimeout(() => {
    reject(new Error(`It did not start within ${startTimeout / 1000} s.`));
  }, startTimeout);
  if (signal?.aborted === true) abort();
  signal?.addEventListener('abort', abort, { once: true });
  child.once('error', reject);
  child.once('exit', (code) => {
    reject(new Error(`It ended with exit code ${String(code)} before it listened.`));
  });
  if (child.stdout !== null) readLine(child.stdout, resolve, reject);
  try {
    return v.parse(firstLineSchema, JSON.parse(await promise));
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** Reads the first line of a stream, or all of it if it ends without one, and discards what follows. */
function readLine(stream: Readable, resolve: (line: string) => void, reject: (error: Error) => void): void {
  let said = '';
  const take = (chunk: string): void => {
    said += chunk;
    const end = said.indexOf('\n');
    if (end === -1 && said.length <= MAX_LINE) return;
    stream.off('data', take).resume();
    if (end !== -1 && end <= MAX_LINE) resolve(said.slice(0, end));
    else reject(new Error(`Its first line is longer than ${MAX_LINE / 1024} KB.`));
  };
  stream.setEncoding('utf8').on('data', take);
  stream.once('end', () => {
    if (said !== '') resolve(said);
  });
}

/** Closes the reader's standard input, which ends it, and kills it if it has not ended one second later. */
async function end(child: ChildProcess, ended: Promise<void>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  child.stdin?.end();
  const kill = setTimeout(() => {
    child.kill('SIGKILL');
  }, 1_000);
  await Promise.race([ended, once(child, 'exit')]);
  clearTimeout(kill);
}

function startError(said: string, why?: string): PageTraceError {
  return new PageTraceError('offline-reader-failed', t('The offline reader could not be started.'), {
    hint: why ?? t('Try again, or connect PageTrace to a server.'),
    said,
  });
}
