import * as vscode from 'vscode';
import { isPageTraceError, PageTraceError } from '../../core/errors.ts';
import type { ModelCard, ServerAddress, ServerStatus } from '../../inference/model.ts';
import { noModelError } from '../../inference/modelToAsk.ts';
import type { ApiKeys } from './apiKeys.ts';
import { OFFLINE_MODEL } from '../../offline/model.ts';
import type { Servers } from './servers.ts';
import { sentenceWithHint } from '../shared/editorHint.ts';
import { configuredServers } from '../shared/settings.ts';

export interface ServerCommandsDeps {
  readonly servers: Servers;
  readonly keys: ApiKeys;
}

/** Commands about servers: connect, switch, keys. */
export class ServerCommands {
  readonly #deps: ServerCommandsDeps;

  constructor(deps: ServerCommandsDeps) {
    this.#deps = deps;
  }

  /**
   * `PageTrace: Connect to Server`: checks the server in use, shows its details, and lets the person choose a model.
   */
  async connect(): Promise<void> {
    const { servers } = this.#deps;
    const status = await this.#connect();
    if (!status) return;
    const model = status.models.length > 1 ? await chooseModel(status) : status.models[0];
    if (!model) {
      if (status.models.length === 0) throw noModelError(status.address);
      return;
    }
    if (servers.current() && status.models.length > 1) await servers.useModel(model.id);
    const offer = status.kind === 'offline-reader' ? ['Edit Servers in Settings'] : [];
    void vscode.window
      .showInformationMessage(describeConnection(status, model), ...offer)
      .then((chosen) => (chosen === undefined ? undefined : editServers()));
  }

  /** `PageTrace: Switch Server`: chooses a server from the list, or opens the settings. */
  async select(): Promise<void> {
    const { servers } = this.#deps;
    const configured = configuredServers();
    const current = servers.name;
    const mark = (name: string) => (name === current ? 'in use' : '');
    const edit = 'Edit Servers in Settings…';
    const connect = 'Connect and Choose Model…';
    const key = 'Set API Key…';
    const choice = await vscode.window.showQuickPick(
      [
        ...configured.map((server) => ({
          label: server.name,
          description: mark(server.name),
          detail: [server.url, ...(server.model ? [server.model] : [])].join(' · '),
        })),
        {
          label: OFFLINE_MODEL,
          description: mark(OFFLINE_MODEL),
          detail: 'On this machine, without a model. Reads English print.',
        },
        { label: '', kind: vscode.QuickPickItemKind.Separator },
        { label: connect },
        ...(configured.length > 0 ? [{ label: key }] : []),
        { label: edit },
      ],
      { title: 'Switch Server', placeHolder: 'Where questions go from now on' },
    );
    if (!choice) return;
    if (choice.label === edit) {
      await editServers();
    } else if (choice.label === connect) await this.connect();
    else if (choice.label === key) await this.setApiKey();
    else await servers.use(choice.label);
  }

  /**
   * `PageTrace: Set API Key`: stores a key for the origin of a server; an empty one deletes it.
   * @param server asks for the key of this server instead of letting the person choose one
   * @returns whether a key was set or deleted
   */
  async setApiKey(server?: ServerAddress): Promise<boolean> {
    const { keys, servers } = this.#deps;
    // This fails before the person types a key that could not be stored.
    keys.requireTrust();
    const configured = server ? [server] : configuredServers();
    if (configured.length === 0) {
      throw new PageTraceError('bad-input', 'No server is set, so there is nothing to keep a key for.', {
        hint: 'Add one under pagetrace.servers in the settings first.',
      });
    }
    const choice =
      configured.length === 1
        ? configured[0]
        : (
            await vscode.window.showQuickPick(
              configured.map((server) => ({ label: server.name, description: server.url, server })),
              { title: 'Set API Key', placeHolder: 'For which server?' },
            )
          )?.server;
    if (!choice) return false;
    const { serverUrls } = await import('../../inference/address.ts');
    const { origin } = serverUrls(choice.url);
    const key = await vscode.window.showInputBox({
      title: `API Key for ${choice.name}`,
      prompt: `Kept in the secret storage and sent to ${origin} only. Leave it empty to forget it.`,
      password: true,
      ignoreFocusOut: true,
    });
    if (key === undefined) return false;
    await keys.set(origin, key.trim());
    servers.forget();
    void vscode.window.showInformationMessage(
      key.trim() === '' ? `The key for ${origin} is forgotten.` : `The key for ${origin} is kept.`,
    );
    return true;
  }

  /** Connects, and asks for a key if one is missing. The progress notification closes before that. */
  async #connect(): Promise<ServerStatus | null> {
    const { servers } = this.#deps;
    try {
      return await vscode.window.withProgress(
        {
          location: vscode.ProgressLocation.Notification,
          title: `Connecting to ${servers.name}`,
          cancellable: true,
        },
        (_progress, token) => {
          const controller = new AbortController();
          token.onCancellationRequested(() => {
            controller.abort();
          });
          return servers.connect(controller.signal);
        },
      );
    } catch (error) {
      if (!isPageTraceError(error) || error.reason !== 'server-unauthorized') throw error;
      const set = 'Set API Key';
      const answer = await vscode.window.showErrorMessage(sentenceWithHint(error), set);
      const current = servers.current();
      if (answer !== set || !current || !(await this.setApiKey(current))) return null;
      return this.#connect();
    }
  }
}

async function editServers(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettings', 'pagetrace.servers');
}

async function chooseModel(status: ServerStatus): Promise<ModelCard | undefined> {
  const choice = await vscode.window.showQuickPick(
    status.models.map((model) => ({
      label: model.id,
      description: model.parent ? `adapter of ${model.parent}` : '',
      detail: describeLength(model),
      model,
    })),
    { title: `Models of ${status.address.name}`, placeHolder: 'Which model answers?' },
  );
  return choice?.model;
}

function describeLength(model: ModelCard): string {
  return model.maxModelLength === null ? '' : `${model.maxModelLength.toLocaleString('en')} tokens`;
}

/** A description of a server, as one message. */
function describeConnection(status: ServerStatus, model: ModelCard): string {
  const limits = [
    ...(model.maxModelLength === null ? [] : [`${describeLength(model)} long`]),
    ...(status.imageLimit === undefined ? [] : [`at most ${status.imageLimit} images`]),
  ];
  const kind =
    status.kind === 'vllm'
      ? `vLLM ${status.version ?? ''}`.trim()
      : status.kind === 'offline-reader'
        ? 'PageTrace'
        : 'an OpenAI-compatible server';
  const name = model.parent ? `${model.id} (adapter of ${model.parent})` : model.id;
  const what = `Connected to ${status.address.name} (${kind}): ${name}${limits.length > 0 ? `, ${limits.join(', ')}` : ''}.`;
  return status.lacks.length > 0 ? `${what} ${status.lacks.join(' ')}` : what;
}
