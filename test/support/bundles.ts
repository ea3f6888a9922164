import fs from 'node:fs';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import { cache } from '../../scripts/lib/paths.mjs';

/** What the last build made, from its metafile. Names of outputs are paths from the repository (`dist/extension.js`). */
export class Bundles {
  readonly outputs: Metafile['outputs'];

  private constructor(meta: Metafile) {
    this.outputs = meta.outputs;
  }

  /** Throws when nothing was built yet. */
  static read(): Bundles {
    const file = path.join(cache, 'meta.json');
    if (!fs.existsSync(file)) throw new Error('dist/ is not built: npm run build.');
    return new Bundles(JSON.parse(fs.readFileSync(file, 'utf8')) as Metafile);
  }

  /** An output with all that it imports: at once, or also what it loads at first use. */
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

  /** Size of some outputs together. */
  bytes(names: Iterable<string>): number {
    return [...names].reduce((sum, name) => sum + (this.outputs[name]?.bytes ?? 0), 0);
  }

  /** The source files in some outputs. */
  inputs(names: Iterable<string>): string[] {
    return [...names].flatMap((name) => Object.keys(this.outputs[name]?.inputs ?? {}));
  }
}
