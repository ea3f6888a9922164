import fs from 'node:fs';
import path from 'node:path';
import Mocha from 'mocha';
import { reportCounts } from '../../../scripts/lib/results.mjs';

/**
 * Runs the bundled test files of this folder and its subfolders in the extension host. The files of this folder run
 * first, because one of them measures how long activation takes. Throws if any test failed.
 */
export async function run(): Promise<void> {
  const folder = __dirname;
  const depth = (name: string): number => name.split(path.sep).length;
  const files = fs
    .globSync('**/*.test.cjs', { cwd: folder })
    .sort((a, b) => depth(a) - depth(b) || a.localeCompare(b));
  let passed = 0;
  let failed = 0;
  const tests: { name: string; seconds: number }[] = [];
  const leaks: string[] = [];
  process.on('warning', ({ name, message }) => {
    if (name === 'MaxListenersExceededWarning') leaks.push(message);
  });
  // Each file runs separately; otherwise Mocha would run the beforeEach hooks of one file for the tests of all files.
  for (const file of files) {
    const before = new Set(process.listeners('uncaughtException'));
    const mocha = new Mocha({ ui: 'bdd', timeout: 180_000, color: true });
    mocha.addFile(path.join(folder, file));
    failed += await new Promise<number>((resolve) => {
      const runner = mocha.run((failures) => {
        runner.dispose();
        resolve(failures);
      });
      runner.on('pass', (test) => {
        passed += 1;
        tests.push({
          name: `${path.parse(file).name}: ${test.fullTitle()}`,
          seconds: (test.duration ?? 0) / 1000,
        });
      });
    });
    // The extension host wraps each of these listeners, so Mocha cannot remove its own.
    for (const listener of process.listeners('uncaughtException'))
      if (!before.has(listener)) process.removeListener('uncaughtException', listener);
  }
  for (const leak of leaks) console.error(`Listeners are left behind: ${leak}`);
  failed += leaks.length;
  reportCounts({ passed, failed }, tests);
  if (failed > 0) throw new Error(`${String(failed)} tests failed.`);
}
