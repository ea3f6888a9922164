import fs from 'node:fs/promises';
import { packageFile } from './shippedFile.ts';

/** The version of this package, in a clone and in an installed extension. */
export async function packageVersion(): Promise<string> {
  const manifest: unknown = JSON.parse(await fs.readFile(packageFile('package.json'), 'utf8'));
  return String((manifest as { readonly version: unknown }).version);
}
