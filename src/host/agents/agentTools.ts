import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { PageTraceError } from '../../core/errors.ts';
import { plainText } from '../../core/plainText.ts';
import { serverUrls } from '../../inference/address.ts';
import { OFFLINE_MODEL } from '../../offline/model.ts';
import type { Servers } from '../servers/servers.ts';
import { ToolProcess } from './toolProcess.ts';

/** What an assistant passes to a tool, which `pagetrace mcp` checks. */
type Input = Readonly<Record<string, unknown>>;

export interface AgentToolsDeps {
  /** The path of the built command line. */
  readonly script: string;
  readonly log: (line: string) => void;
  readonly servers: Servers;
}

/** The tools for assistants: they use the server that the person uses, on the files of the workspace. */
export class AgentTools implements vscode.Disposable {
  readonly #servers: Servers;
  readonly #process: ToolProcess;

  constructor({ script, log, servers }: AgentToolsDeps) {
    this.#servers = servers;
    this.#process = new ToolProcess(script, log);
  }

  /** What the person is asked before a question is sent, or a file is written. */
  confirmation(name: string, { documents, out }: Input): vscode.PreparedToolInvocation {
    const { url } = this.#servers.current() ?? {};
    const message = [
      ...(name === 'ask'
        ? [
            t(
              'The question and pages of {0} are sent to {1}.',
              [documents].flat().join(', '),
              url ?? OFFLINE_MODEL,
            ),
          ]
        : []),
      ...(typeof out === 'string' ? [t('The file {0} is written.', out)] : []),
    ].join(' ');
    if (message === '') return {};
    return {
      confirmationMessages: { title: t('Let PageTrace do this?'), message: plainText(message) },
    };
  }

  /**
   * Calls a tool. The person has agreed to what is sent where.
   * @throws PageTraceError `untrusted` in Restricted Mode; `cancelled`; `bad-input` with what the tool says is wrong
   */
  async call(
    name: string,
    input: Input,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    this.#servers.requireTrust();
    const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
    if (folders.length === 0) throw new PageTraceError('bad-input', t('No folder is open.'));
    const args = folders.flatMap(({ uri }) => ['--workspace', uri.fsPath]);
    let key: string | null = null;
    const server = this.#servers.current();
    if (server !== null) {
      const { origin } = serverUrls(server.url);
      args.push('--server', server.url, '--allow-host', new URL(origin).host);
      key = await this.#servers.inference.apiKey(origin);
    }
    const model = name === 'ask' && server?.model ? { model: server.model } : {};
    const text = await this.#process.call({ args, key }, name, { ...model, ...input }, token);
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
  }

  dispose(): void {
    this.#process.dispose();
  }
}
