import { spawn, type ChildProcess } from 'node:child_process';
import process from 'node:process';
import { withoutOwnSecrets, withoutSecrets } from '../core/secretVariables.ts';
import { writeMessage, type Reply } from './messages.ts';
import { PrintedLines } from './printed.ts';
import { ReplyReader } from './replyReader.ts';

/** How a process ended. */
export interface Exit {
  /** Null if a signal ended it. */
  readonly code: number | null;
  readonly signal: string | null;
}

/** The event that ended a wait for the runner. */
export type Event =
  | { readonly kind: 'reply'; readonly reply: Reply }
  | { readonly kind: 'ended'; readonly exit: Exit }
  /** Something other than the runner has written to the replies. */
  | { readonly kind: 'forged' }
  | { readonly kind: 'late' }
  | { readonly kind: 'aborted' };

export interface RunnerOptions {
  readonly python: string;
  readonly runner: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds that the output of a process may take to arrive after its end. */
  readonly graceMs: number;
  readonly printed: (line: string) => void;
}

/**
 * Variables that keep a file from installing packages while it is imported. pip then needs a virtual environment and
 * finds no packages even there; uv and conda do without the network. A person who sets them decides otherwise.
 */
const NO_INSTALLATION = {
  PIP_REQUIRE_VIRTUALENV: '1',
  PIP_NO_INDEX: '1',
  UV_OFFLINE: '1',
  CONDA_OFFLINE: 'true',
} as const;

/** Whether a printed line is pip's message that it could not install something for that reason. */
export function isInstallationFailure(line: string): boolean {
  return /^ERROR: (?:Could not find an activated virtualenv|No matching distribution found)/.test(line);
}

export const NO_INSTALLATION_SENTENCE =
  'A reward is not allowed to install packages. Install them yourself, or set PIP_REQUIRE_VIRTUALENV=0 and PIP_NO_INDEX=0 in its environment.';

/**
 * One process of the runner. It leads a process group, so that everything that the reward starts ends with it; except on
 * Windows, it is a supervisor, which also ends what has left the group.
 */
export class RunnerProcess {
  readonly #child: ChildProcess;
  readonly #graceMs: number;
  readonly #reader = new ReplyReader();
  readonly #replies: Reply[] = [];
  readonly #ended: Promise<void>;
  #exit: Exit | null = null;
  #isSupervised = false;
  #isForged = false;
  /** Why the interpreter could not be started; null if it could. */
  #startError: string | null = null;
  #wake: () => void = () => undefined;
  #marks = 0;
  #onMark: () => void = () => undefined;

  constructor({ python, runner, cwd, env, graceMs, printed }: RunnerOptions) {
    this.#graceMs = graceMs;
    // -B: Python's cache would miss a module that was saved twice within a second, and would be written to the person's
    // folder.
    this.#child = spawn(python, ['-B', '-u', runner], {
      cwd,
      env: { ...NO_INSTALLATION, ...withoutOwnSecrets(process.env), ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    const lines = new PrintedLines(printed, () => {
      this.#marks += 1;
      this.#onMark();
    });
    this.#child.stderr?.on('data', (bytes: Buffer) => {
      lines.push(bytes);
    });
    // Writing to a process that has ended fails; its end is reported anyway.
    this.#child.stdin?.on('error', () => undefined);
    this.#child.stdin?.write(`${this.#reader.key}\n`);
    this.#child.stdout?.on('data', (bytes: Buffer) => {
      this.#take(bytes);
    });
    this.#ended = new Promise((resolve) => {
      const end = (exit: Exit): void => {
        if (this.#exit !== null) return;
        lines.end();
        this.#exit = exit;
        this.#wake();
        resolve();
      };
      this.#child.once('error', (error) => {
        if (this.#child.pid === undefined) this.#startError = error.message;
        end({ code: null, signal: null });
      });
      this.#child.once('exit', (code, signal) => {
        // Its streams close only when the processes that it started have ended too.
        killGroup(this.#child);
        const late = setTimeout(() => {
          end({ code, signal });
          // A process that left the group may hold them open, and this process would not end before that one.
          for (const stream of this.#child.stdio) stream?.destroy();
        }, graceMs);
        this.#child.once('close', () => {
          clearTimeout(late);
          end({ code, signal });
        });
      });
    });
  }

  get alive(): boolean {
    return this.#exit === null;
  }

  /** Why the interpreter could not be started; null if it could. */
  get startError(): string | null {
    return this.#startError;
  }

  send(message: Readonly<Record<string, unknown>>): void {
    if (this.alive) this.#child.stdin?.write(writeMessage(message));
  }

  /** The runner's next message, or that it ended, or that neither happened within `limit` milliseconds. */
  async next(limit: number, signal?: AbortSignal): Promise<Event> {
    for (const started = performance.now(); ;) {
      const reply = this.#replies.shift();
      if (reply) return { kind: 'reply', reply };
      if (this.#isForged) return { kind: 'forged' };
      if (signal?.aborted === true) return { kind: 'aborted' };
      if (this.#exit !== null) return { kind: 'ended', exit: this.#exit };
      const left = limit - (performance.now() - started);
      if (left <= 0) return { kind: 'late' };
      await this.#woken(left, signal);
    }
  }

  /**
   * Waits until the output of a call was passed on, but at most for the grace time, because a stream can be blocked.
   */
  async waitForOutput(call: number): Promise<void> {
    if (this.#marks >= call || !this.alive) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#onMark = () => undefined;
        resolve();
      };
      const timer = setTimeout(done, this.#graceMs);
      this.#onMark = () => {
        if (this.#marks >= call) done();
      };
      void this.#ended.then(done);
    });
  }

  /** Ends the process and everything that it started. */
  async kill(): Promise<void> {
    if (!this.alive) return;
    let timer: NodeJS.Timeout | null = null;
    if (this.#isSupervised) {
      this.#child.kill('SIGTERM');
      // The reward may have stopped its supervisor, which would not get the other signal.
      this.#child.kill('SIGCONT');
      timer = setTimeout(() => {
        this.#killNow();
      }, this.#graceMs);
    } else this.#killNow();
    await this.#ended;
    if (timer !== null) clearTimeout(timer);
  }

  #killNow(): void {
    killGroup(this.#child);
    this.#child.kill('SIGKILL');
  }

  #take(bytes: Buffer): void {
    if (this.#isForged) return;
    try {
      for (const reply of this.#reader.push(bytes)) {
        if (reply.type === 'hello') this.#isSupervised = reply.supervised;
        this.#replies.push(reply);
      }
    } catch {
      this.#isForged = true;
      void this.kill();
    }
    this.#wake();
  }

  async #woken(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, milliseconds);
      signal?.addEventListener('abort', wake, { once: true });
      this.#wake = wake;
    });
  }
}

/** Kills a process with its group; on Windows, which has no groups, with the processes that it started. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  if (process.platform === 'win32') {
    spawn('taskkill', ['/PID', String(child.pid), '/T', '/F'], {
      env: withoutSecrets(process.env),
      stdio: 'ignore',
      windowsHide: true,
    }).on('error', () => undefined);
    return;
  }
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group is already empty.
  }
}
