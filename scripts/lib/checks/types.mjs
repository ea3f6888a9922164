// Type-checks every TypeScript project and counts the projects.
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { runCommand } from '../command.mjs';
import { root } from '../paths.mjs';
import { reportCounts } from '../results.mjs';

/** @type {{ references: { path: string }[] }} */
const { references } = JSON.parse(fs.readFileSync(path.join(root, 'tsconfig.json'), 'utf8'));
const tsc = path.join(root, 'node_modules/typescript-7/bin/tsc');

/** @type {string[]} */
const failures = [];
/** @type {import('../results.mjs').TimedTest[]} */
const built = [];
for (const { path: project } of references) {
  const started = performance.now();
  const { status, output } = await runCommand(process.execPath, [tsc, '-b', project, '--pretty', 'false'], {
    quiet: true,
  });
  built.push({ name: project, seconds: (performance.now() - started) / 1000 });
  if (status !== 0) failures.push(`Has type errors: ${project}\n${output}`.trimEnd());
}
for (const failure of failures) console.log(failure);

const failed = failures.length;
reportCounts({ passed: references.length - failed, failed, failures }, built);
process.exitCode = failed === 0 ? 0 : 1;
