import { fileURLToPath } from 'node:url';

const here = import.meta.url;

/** Whether this runs from the sources, as tests do, and not from the bundle. */
const fromSources = fileURLToPath(here).endsWith('.ts');

/**
 * The address of a file of the package, which has the same path in a clone and in an installed extension.
 * @param path from the root of the package, like `media/prompts/lang2act.jinja`
 */
export function packageFile(path: string): URL {
  return new URL(fromSources ? `../../../${path}` : `../${path}`, here);
}

/**
 * The address of a script that a process or worker runs.
 * @param bundle its name next to this bundle
 * @param source the path of its source from the root of the repository
 */
export function scriptFile(bundle: string, source: string): URL {
  return fromSources ? packageFile(source) : new URL(bundle, here);
}
