// Formats every file with Prettier: node scripts/format.mjs [PATH ...]
import path from 'node:path';
import process from 'node:process';
import { mustRun } from './lib/command.mjs';
import { runMain } from './lib/failure.mjs';
import { ensureDependencies } from './lib/install.mjs';
import { ensureNode24 } from './lib/node24.mjs';
import { root } from './lib/paths.mjs';

await runMain(async () => {
  await ensureDependencies();
  const paths = process.argv.slice(2);
  const prettier = path.join(root, 'node_modules/prettier/bin/prettier.cjs');
  await mustRun(await ensureNode24(), [
    prettier,
    '--write',
    '--log-level',
    'warn',
    ...(paths.length === 0 ? ['.'] : paths),
  ]);
});
