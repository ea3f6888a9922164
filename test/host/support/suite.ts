import fs from 'node:fs';
import path from 'node:path';
import Mocha from 'mocha';
import { reportCounts } from '../../../scripts/lib/results.mjs';

/** Runs the bundled test files beside this one, in the extension host. Throws when any test failed. */
export async function run(): Promise<void> {
  const mocha = new Mocha({ ui: 'bdd', timeout: 30_000, color: true });
  const folder = __dirname;
  for (const file of fs.readdirSync(folder).filter((name) => name.endsWith('.test.cjs'))) {
    mocha.addFile(path.join(folder, file));
  }
  let passed = 0;
  const failed = await new Promise<number>((resolve) => {
    mocha.run(resolve).on('pass', () => {
      passed += 1;
    });
  });
  reportCounts({ passed, failed });
  if (failed > 0) throw new Error(`${String(failed)} tests failed.`);
}
