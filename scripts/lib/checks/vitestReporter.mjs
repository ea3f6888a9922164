import { reportCounts } from '../results.mjs';

/**
 * Reports the counts of a Vitest run to the runner: tests, files that could not be loaded, and errors outside any test.
 */
export class CountingReporter {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly unknown[]} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    let passed = 0;
    let failed = unhandledErrors.length;
    const tests = [];
    for (const module of modules) {
      let failedInModule = 0;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        const seconds = (test.diagnostic()?.duration ?? 0) / 1000;
        tests.push({ name: `${module.relativeModuleId}: ${test.fullName}`, seconds });
        if (state === 'passed') passed += 1;
        else if (state === 'failed') failedInModule += 1;
      }
      // A file that does not load, or whose hooks fail, fails without any failed test.
      failed += failedInModule === 0 && module.state() === 'failed' ? 1 : failedInModule;
    }
    reportCounts({ passed, failed }, tests);
  }
}
