import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { PageTraceError } from '../../core/errors.ts';
import { serverUrls } from '../../inference/address.ts';
import { configuredServers, setting } from '../shared/settings.ts';

/** An entry of the setting that can be used. Keys that PageTrace does not know are kept. */
interface Entry {
  readonly name: string;
  readonly url: string;
  readonly [key: string]: unknown;
}

/**
 * Uses the server at `baseUrl` from now on: changes its entry in the settings, or adds one that is named after its
 * host. Entries of other servers stay as they are.
 * @param model the model to name in the entry; null for none
 * @throws PageTraceError `file-unwritable` if VS Code cannot write the settings
 */
export async function saveServer(baseUrl: string, model: string | null): Promise<void> {
  const configured: unknown = setting('servers');
  const entries: readonly unknown[] = Array.isArray(configured) ? configured : [];
  const at = entries.findIndex((entry) => baseUrlOf(entry) === baseUrl);
  const { root } = serverUrls(baseUrl);
  const earlier = at < 0 ? undefined : (entries[at] as Entry);
  const { name, url, ...rest }: Entry = earlier ?? { name: freeName(new URL(root).host), url: root };
  const others = Object.entries(rest).filter(([key]) => key !== 'model');
  const entry = { name, url, ...Object.fromEntries(others), ...(model === null ? {} : { model }) };
  const changed = at < 0 ? [...entries, entry] : entries.with(at, entry);
  if (JSON.stringify(changed) !== JSON.stringify(entries)) await write('servers', changed);
  const used = setting('server');
  const isUsed = used === '' ? configuredServers()[0]?.name === name : used === name;
  if (!isUsed) await write('server', name);
}

/** The normalized address of an entry of the setting; null if the entry cannot be used. */
function baseUrlOf(entry: unknown): string | null {
  const { url } = configuredServers([entry])[0] ?? {};
  try {
    return url === undefined ? null : serverUrls(url).baseUrl;
  } catch {
    return null;
  }
}

/** The host, with a number if another server already has that name. */
function freeName(host: string): string {
  const taken = new Set(configuredServers().map(({ name }) => name));
  let name = host;
  for (let number = 2; taken.has(name); number++) name = `${host} (${number})`;
  return name;
}

/**
 * Writes a setting of the machine. In a remote or browser window, VS Code writes settings with this scope to the remote
 * settings, where it reads them.
 */
async function write(key: 'servers' | 'server', value: unknown): Promise<void> {
  try {
    await vscode.workspace
      .getConfiguration('pagetrace')
      .update(key, value, vscode.ConfigurationTarget.Global);
  } catch (error) {
    throw new PageTraceError('file-unwritable', t('The server could not be saved in the settings.'), {
      hint: t(
        'Check that the settings file can be written and has no errors (PageTrace: Edit Servers in Settings).',
      ),
      said: error instanceof Error ? error.message : String(error),
      cause: error,
    });
  }
}

/** `PageTrace: Edit Servers in Settings`: opens the settings that apply to this window, where the servers are set. */
export async function editServers(): Promise<void> {
  const isRemote = vscode.env.remoteName !== undefined;
  await vscode.commands.executeCommand(
    isRemote ? 'workbench.action.openRemoteSettings' : 'workbench.action.openSettings',
    { query: '@id:pagetrace.servers' },
  );
}
