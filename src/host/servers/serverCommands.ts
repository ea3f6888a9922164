import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { PageTraceError } from '../../core/errors.ts';
import type { ServerAddress } from '../../inference/model.ts';
import type { ApiKeys } from './apiKeys.ts';
import { OFFLINE_MODEL } from '../../offline/model.ts';
import type { Servers } from './servers.ts';
import { configuredServers } from '../shared/settings.ts';
import { askText, pickItem, showInformation } from '../shared/workbench.ts';

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

  /** `PageTrace: Connect to Server`: see `connectToServer`. */
  async connect(): Promise<void> {
    const { connectToServer } = await import('./connectToServer.ts');
    await connectToServer(this.#deps);
  }

  /** `PageTrace: Switch Server`: chooses a server from the list, or opens the settings. */
  async select(): Promise<void> {
    const { servers } = this.#deps;
    const configured = configuredServers();
    const current = servers.name;
    const mark = (name: string) => (name === current ? t('current') : '');
    const edit = t('Edit Servers in Settings…');
    const connect = t('Connect to Server…');
    const key = t('Set API Key…');
    const choice = await pickItem(
      [
        ...configured.map((server) => ({
          label: server.name,
          description: mark(server.name),
          detail: [server.url, ...(server.model ? [server.model] : [])].join(' · '),
        })),
        {
          label: OFFLINE_MODEL,
          description: mark(OFFLINE_MODEL),
          detail: t('Runs on this machine without a model, and reads printed English.'),
        },
        { label: '', kind: vscode.QuickPickItemKind.Separator },
        { label: connect },
        ...(configured.length > 0 ? [{ label: key }] : []),
        { label: edit },
      ],
      { title: t('Switch Server'), placeHolder: t('Which server answers questions?') },
    );
    if (!choice) return;
    if (choice.label === edit) {
      const { editServers } = await import('./serverSettings.ts');
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
      throw new PageTraceError('bad-input', t('There is no server that could need an API key.'), {
        hint: t('Connect to a server first (PageTrace: Connect to Server).'),
      });
    }
    const choice =
      configured.length === 1
        ? configured[0]
        : (
            await pickItem(
              configured.map((server) => ({ label: server.name, description: server.url, server })),
              { title: t('Set API Key'), placeHolder: t('For which server?') },
            )
          )?.server;
    if (!choice) return false;
    const { serverUrls } = await import('../../inference/address.ts');
    const { origin } = serverUrls(choice.url);
    const key = await askText({
      title: t('API Key for {0}', choice.name),
      prompt: t(
        'The key is kept in the secret storage and sent to {0} only. Leave it empty to remove the key.',
        origin,
      ),
      password: true,
      ignoreFocusOut: true,
    });
    if (key === undefined) return false;
    await keys.set(origin, key.trim());
    servers.forget();
    void showInformation(
      key.trim() === ''
        ? t('The API key for {0} was removed.', origin)
        : t('The API key for {0} was saved.', origin),
    );
    return true;
  }
}
