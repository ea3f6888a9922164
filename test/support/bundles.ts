import fs from 'node:fs';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import { cache } from '../../scripts/lib/paths.mjs';

/**
 * The outputs of the last build, from its metafile. Output names are paths relative to the repository
 * (`dist/extension.js`).
 */
export class Bundles {
  readonly outputs: Metafile['outputs'];

  private constructor(meta: Metafile) {
    this.outputs = meta.outputs;
  }

  /** Reads the metafile; throws if nothing has been built yet. */
  static read(): Bundles {
    const file = path.join(cache, 'meta.json');
    if (!fs.existsSync(file)) throw new Error('dist/ is not built: npm run build.');
    return new Bundles(JSON.parse(fs.readFileSync(file, 'utf8')) as Metafile);
  }

  /** An output with everything that it imports: at startup, or also later, at first use. */
  closure(entry: string, loaded: 'at once' | 'ever'): ReadonlySet<string> {
    const kinds = loaded === 'at once' ? ['import-statement'] : ['import-statement', 'dynamic-import'];
    const found = new Set<string>();
    const visit = (name: string): void => {
      const output = this.outputs[name];
      if (output === undefined || found.has(name)) return;
      found.add(name);
      for (const each of output.imports) if (kinds.includes(each.kind)) visit(each.path);
    };
    visit(entry);
    if (found.size === 0) throw new Error(`The build made no ${entry}.`);
    return found;
  }

  /** Total size of some outputs. */
  bytes(names: Iterable<string>): number {
    return [...names].reduce((sum, name) => sum + (this.outputs[name]?.bytes ?? 0), 0);
  }

  /** The source files of some outputs. */
  inputs(names: Iterable<string>): string[] {
    return [...names].flatMap((name) => Object.keys(this.outputs[name]?.inputs ?? {}));
  }
}
