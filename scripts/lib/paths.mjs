import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** What the scripts install outside node_modules: Node and VS Code's server. Ignored by git. */
export const tools = path.join(root, '.tools');

/** Files that can be made again at any time. Ignored by git. */
export const cache = path.join(root, '.cache');

/** The bundles. Ignored by git. */
export const dist = path.join(root, 'dist');

/** Files about failed tests, for a person to look at. Ignored by git. */
export const testResults = path.join(root, 'test-results');

/** The packed extension. Ignored by git. */
export const vsix = path.join(cache, 'pagetrace.vsix');
