import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { createInterface } from 'node:readline';
import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import { PageTraceError } from '../../core/errors.ts';
import { defer, type Deferred } from '../../core/deferred.ts';
import { withoutSecrets } from '../../core/secretVariables.ts';

/** What a process is started with; a call with other settings gets a new one. */
export interface ToolSettings {
  /** The arguments of `pagetrace mcp`. */
  readonly args: readonly string[];
  /** The key of the server; null for none. */
  readonly key: string | null;
}

/** A message of `pagetrace mcp`: the result of a request, or a notification. */
interface Message {
  readonly id?: number;
  readonly result?: { readonly content?: readonly { readonly text?: string }[]; readonly isError?: boolean };
  readonly error?: { readonly message: string };
}

/** The process `pagetrace mcp`, which runs the tools. It starts with the first call, and again after it has ended. */
export class ToolProcess implements vscode.Disposable {
  readonly #script: string;
  readonly #log: (line: string) => void;
  #running: { readonly settings: string; readonly connection: Connection } | null = null;

  /** @param script the built command line */
  constructor(script: string, log: (line: string) => void) {
    this.#script = script;
    this.#log = log;
  }

  /**
   * Calls a tool.
   * @returns its text
   * @throws PageTraceError `cancelled`, or with what the tool says is wrong
   */
  call(
    given: ToolSettings,
    name: string,
    args: Readonly<Record<string, unknown>>,
    token: vscode.CancellationToken,
  ): Promise<string> {
    const settings = JSON.stringify(given);
    if (this.#running?.settings !== settings) {
      this.dispose();
      const connection = new Connection(this.#script, given, this.#log, () => {
        if (this.#running?.connection === connection) this.#running = null;
      });
      this.#running = { settings, connection };
    }
    return this.#running.connection.call(name, args, token);
  }

  dispose(): void {
    this.#running?.connection.end();
  }
}

/** A running process, and what it has been asked. */
class Connection {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, Deferred<Message>>();
  readonly #ready: Promise<unknown>;
  #lastId = 0;

  constructor(script: string, { args, key }: ToolSettings, log: (line: string) => void, onEnd: () => void) {
    this.#child = spawn(process.execPath, [script, 'mcp', ...args], {
      env: {
        ...withoutSecrets(process.env),
        ...(key === null ? {} : { PAGETRACE_API_KEY: key }),
        ELECTRON_RUN_AS_NODE: '1',
        NODE_OPTIONS: '',
      },
      windowsHide: true,
    });
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      const message = JSON.parse(line) as Message;
      if (message.id === undefined) return;
      this.#waiting.get(message.id)?.resolve(message);
      this.#waiting.delete(message.id);
    });
    createInterface({ input: this.#child.stderr }).on('line', log);
    this.#child.stdin.on('error', () => undefined);
    const end = (): void => {
      onEnd();
      for (const each of this.#waiting.values())
        each.reject(new PageTraceError('internal', t('The process of the tools has ended.')));
      this.#waiting.clear();
    };
    this.#child.once('exit', end).once('error', end);
    const { answer } = this.#request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'PageTrace', version: '1' },
    });
    this.#ready = answer.then(() => {
      this.#write({ method: 'notifications/initialized' });
    });
  }

  async call(name: string, args: object, token: vscode.CancellationToken): Promise<string> {
    await this.#ready;
    const { id, answer } = this.#request('tools/call', { name, arguments: args });
    const listening = token.onCancellationRequested(() => {
      this.#write({ method: 'notifications/cancelled', params: { requestId: id } });
      this.#waiting.get(id)?.reject(new PageTraceError('cancelled', t('The tool was canceled.')));
      this.#waiting.delete(id);
    });
    try {
      const { result, error } = await answer;
      const text = error?.message ?? result?.content?.map((part) => part.text ?? '').join('\n') ?? '';
      if (error === undefined && result?.isError !== true) return text;
      throw new PageTraceError('bad-input', text);
    } finally {
      listening.dispose();
    }
  }

  end(): void {
    this.#child.kill();
  }

  #request(method: string, params: object): { readonly id: number; readonly answer: Promise<Message> } {
    const id = (this.#lastId += 1);
    const waiting = defer<Message>();
    this.#waiting.set(id, waiting);
    this.#write({ id, method, params });
    return { id, answer: waiting.promise };
  }

  #write(message: object): void {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }
}
