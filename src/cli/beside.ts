import { fileURLToPath } from 'node:url';

/** The address of a file that stands beside the bundle, or of its source when this runs from the sources. */
export function beside(bundle: string, source: string): URL {
  const here = import.meta.url;
  return new URL(fileURLToPath(here).endsWith('.ts') ? source : bundle, here);
}
