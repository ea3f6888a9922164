import os from 'node:os';
import path from 'node:path';

/** Where caches of the person belong, by the XDG Base Directory Specification. */
export function cacheFolder(environment: NodeJS.ProcessEnv): string {
  const base = environment['XDG_CACHE_HOME'];
  return path.join(
    base !== undefined && path.isAbsolute(base) ? base : path.join(os.homedir(), '.cache'),
    'pagetrace',
  );
}
