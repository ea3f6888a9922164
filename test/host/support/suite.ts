import fs from 'node:fs';
import path from 'node:path';
import Mocha from 'mocha';
import { formatFailure, reportCounts } from '../../../scripts/lib/results.mjs';

/**
 * Runs the bundled test files of this folder and its subfolders in the extension host. The files of this folder run
 * first, because one of them measures how long activation takes. Throws if any test failed.
 */
export async function run(): Promise<void> {
  const folder = import.meta.dirname;
  const depth = (name: string): number => name.split(path.sep).length;
  const files = fs
    .globSync('**/*.test.mjs', { cwd: folder })
    .sort((a, b) => depth(a) - depth(b) || a.localeCompare(b));
  let passed = 0;
  let failed = 0;
  const tests: { name: string; seconds: number }[] = [];
  const failures: string[] = [];
  const leaks: string[] = [];
  process.on('warning', ({ name, message }) => {
    if (name === 'MaxListenersExceededWarning') leaks.push(message);
  });
  // Each file runs separately; otherwise Mocha would run the beforeEach hooks of one file for the tests of all files.
  for (const file of files) {
    const before = new Set(process.listeners('uncaughtException'));
    const mocha = new Mocha({ ui: 'bdd', timeout: 180_000, color: true });
    mocha.addFile(path.join(folder, file));
    await mocha.loadFilesAsync();
    failed += await new Promise<number>((resolve) => {
      const runner = mocha.run((count) => {
        runner.dispose();
        resolve(count);
      });
      runner.on('fail', (test, error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        failures.push(formatFailure(`${path.parse(file).name}: ${test.fullTitle()}`, message));
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
  for (const leak of leaks) {
    console.error(`Listeners are left behind: ${leak}`);
    failures.push(formatFailure('Listeners are left behind', leak));
  }
  failed += leaks.length;
  reportCounts({ passed, failed, failures }, tests);
  if (failed > 0) throw new Error(`${String(failed)} tests failed.`);
}
