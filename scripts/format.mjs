// Formats every file with oxfmt: node scripts/format.mjs [PATH ...]
import path from 'node:path';
import process from 'node:process';
import { mustRun } from './lib/command.mjs';
import { runMain } from './lib/failure.mjs';
import { ensureDependencies } from './lib/install.mjs';
import { ensureNode24 } from './lib/node24.mjs';
import { root } from './lib/paths.mjs';

await runMain(async () => {
  await ensureDependencies();
  const oxfmt = path.join(root, 'node_modules/oxfmt/bin/oxfmt');
  await mustRun(await ensureNode24(), [oxfmt, '--write', ...process.argv.slice(2)]);
});
