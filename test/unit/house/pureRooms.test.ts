import fs from 'node:fs';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/lib/paths.mjs';

const rooms = ['core', 'language', 'protocol', 'reports'];

describe('pure rooms', () => {
  it.each(rooms)(
    'the room %s runs anywhere: it bundles as neutral code without external modules',
    async (room) => {
      const files = fs.globSync(`src/${room}/**/*.ts`, { cwd: root });
      expect(files.length).toBeGreaterThan(0);
      const result = await build({
        stdin: { contents: files.map((file) => `import './${file}';`).join('\n'), resolveDir: root },
        bundle: true,
        write: false,
        metafile: true,
        platform: 'neutral',
        format: 'esm',
        mainFields: ['module', 'main'],
        // Its main file also reads files, which the bundles leave out.
        alias: { '@vscode/l10n': '@vscode/l10n/dist/browser.js' },
        logLevel: 'silent',
        // Without this, the bundler would remove exports that no other module uses before they are checked.
        treeShaking: false,
      });
      const outside = Object.values(result.metafile.outputs).flatMap((output) =>
        output.imports.filter((each) => each.external === true),
      );
      expect(outside).toEqual([]);
      expect(result.warnings).toEqual([]);
    },
  );
});
