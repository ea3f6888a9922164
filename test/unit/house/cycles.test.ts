import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { findCycles } from '../../../scripts/lib/checks/cycles.mjs';
import { temporaryFolder } from '../../support/files.ts';

/** Writes files into a folder that is removed after the test. */
function plant(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  fs.mkdirSync(path.join(folder, 'src'));
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, 'src', name), text);
  return folder;
}

const B = `import { c } from './c.ts';\nexport const b = c + 1;\n`;

it('the linter finds a planted import cycle, including one that only types close', async () => {
  const values = plant({
    'a.ts': `import { b } from './b.ts';\nexport const a = b;\n`,
    'b.ts': B,
    'c.ts': `import { a } from './a.ts';\nexport const c = () => a;\n`,
  });
  expect((await findCycles(values, ['src'])).cycles).toEqual(['src/a.ts, src/b.ts, src/c.ts']);
  const types = plant({
    'b.ts': B,
    'c.ts': `import type { b } from './b.ts';\nexport const c = 1;\nexport type B = typeof b;\n`,
  });
  expect((await findCycles(types, ['src'])).cycles).toEqual(['src/b.ts, src/c.ts']);
});

it('the linter finds no cycle where files import each other in one direction', async () => {
  const folder = plant({ 'b.ts': B, 'c.ts': 'export const c = 1;\n' });
  expect(await findCycles(folder, ['src'])).toEqual({ files: 2, cycles: [] });
});
