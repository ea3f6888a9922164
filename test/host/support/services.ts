import { ApiKeys } from '../../../src/host/servers/apiKeys.ts';
import { DocumentLibrary } from '../../../src/host/document/documentLibrary.ts';
import { Passwords } from '../../../src/host/document/passwords.ts';
import { Servers } from '../../../src/host/servers/servers.ts';
import { extensionUri, memento, secrets } from './given.ts';

/** The servers of a trusted window before any consent; `busy` returns whether a question is being asked. */
export function makeServers(busy: () => boolean): Servers {
  return new Servers({
    extensionUri: extensionUri(),
    keys: new ApiKeys(secrets(), () => true),
    log: () => undefined,
    trusted: () => true,
    busy,
    consent: memento(),
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
