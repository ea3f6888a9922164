import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { once } from '../../core/once.ts';
import { commands } from '../shared/contributions.ts';
import type { CommandHandler, Services } from '../shared/services.ts';
import { ApiKeys } from './apiKeys.ts';
import { Servers } from './servers.ts';
import { ServerStatusBar } from './serverStatusBar.ts';
import { showInformation } from '../shared/workbench.ts';

/**
 * The servers that answer questions: their settings, keys and status.
 * @param busy whether a question is being answered
 */
export function registerServers({ context, log, trusted, files }: Services, busy: () => boolean) {
  const keys = new ApiKeys(context.secrets, trusted);
  const servers = new Servers({
    extensionUri: context.extensionUri,
    keys,
    log,
    trusted,
    consent: context.globalState,
    busy,
  });
  /** What the commands do is loaded when one is first used. */
  const own = once(async () => {
    const { ServerCommands } = await import('./serverCommands.ts');
    return new ServerCommands({ servers, keys });
  });
  context.subscriptions.push(
    servers,
    new ServerStatusBar({ servers, window: vscode.window, later: schedule }),
  );
  return {
    servers,
    /** Asks for the API key of the server in use; returns whether the person gave one. */
    setApiKey: async () => (await own()).setApiKey(servers.current() ?? undefined),
    switchServer: async () => (await own()).select(),
    commands: {
      [commands.connect]: async () => (await own()).connect(),
      [commands.editServers]: async () => (await import('./serverSettings.ts')).editServers(),
      [commands.selectServer]: async () => (await own()).select(),
      [commands.setApiKey]: async () => (await own()).setApiKey(),
      [commands.resetPermissions]: async () => {
        await Promise.all([servers.forgetConsent(), files.forget()]);
        void showInformation(
          t('PageTrace asks again before it sends to other machines or reads outside of this workspace.'),
        );
      },
    } satisfies Record<string, CommandHandler>,
  };
}

function schedule(work: () => void, milliseconds: number): () => void {
  const timer = setTimeout(work, milliseconds);
  return () => {
    clearTimeout(timer);
  };
}
