import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../scripts/lib/paths.mjs';

const read = (file: string): unknown => JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'));

/** The strings of package.json, in English, by their keys. */
export const manifestStrings = read('package.nls.json') as Readonly<Record<string, string>>;

/** package.json as it is, with keys in place of strings. */
export const rawManifest = read('package.json');

/** package.json as VS Code reads it in English. A string without a key keeps its key, so that a test sees it. */
export const manifest = withStrings(rawManifest);

function withStrings(value: unknown): unknown {
  if (typeof value === 'string') {
    const key = /^%(.+)%$/.exec(value)?.[1];
    return key === undefined ? value : (manifestStrings[key] ?? value);
  }
  if (Array.isArray(value)) return value.map(withStrings);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withStrings(inner)]));
}
