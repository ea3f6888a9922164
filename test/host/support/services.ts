import type * as vscode from 'vscode';
import { ApiKeys } from '../../../src/host/servers/apiKeys.ts';
import { DocumentLibrary } from '../../../src/host/document/documentLibrary.ts';
import { Passwords } from '../../../src/host/document/passwords.ts';
import { FilePermissions } from '../../../src/host/shared/filePermissions.ts';
import { Servers, type ServersDeps } from '../../../src/host/servers/servers.ts';
import { startFakeVllm } from '../../support/fakeVllm.ts';
import { extensionUri, memento, secrets } from './given.ts';

type WindowState = Partial<Pick<ServersDeps, 'trusted' | 'busy' | 'keys'>>;

/** The servers of a window before any consent; by default it is trusted, and no question is being asked. */
export function makeServers({
  trusted = () => true,
  busy = () => false,
  keys = new ApiKeys(secrets(), trusted),
}: WindowState = {}): Servers {
  return new Servers({
    extensionUri: extensionUri(),
    keys,
    log: () => undefined,
    trusted,
    busy,
    consent: memento(),
  });
}

/** A running fake server, and the keys and servers of a window in which no server is set yet. */
export async function startServers(window: Required<Pick<WindowState, 'trusted'>> & WindowState) {
  const fake = await startFakeVllm();
  const keys = new ApiKeys(secrets(), window.trusted);
  return { fake, keys, servers: makeServers({ ...window, keys }) };
}

/** The files of a window in which the person has allowed no folder outside of the workspace but those of the settings. */
export function makeFiles(
  trusted: () => boolean = () => true,
  chosenFolders: (from: vscode.Uri) => readonly string[] = () => [],
): FilePermissions {
  return new FilePermissions({
    memory: memento(),
    trusted,
    chosenFolders: (from) => Promise.resolve(chosenFolders(from)),
  });
}

/** The documents of a window in which no password has been entered. */
export function makeLibrary(): DocumentLibrary {
  return new DocumentLibrary({
    extensionUri: extensionUri(),
    passwords: new Passwords(),
    log: () => undefined,
  });
}
