import { formatFailure, reportCounts } from '../results.mjs';

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
    const failures = unhandledErrors.map((error) =>
      formatFailure('An error outside the tests', messageOf(error)),
    );
    for (const module of modules) {
      let failedInModule = 0;
      for (const test of module.children.allTests()) {
        const { state, errors = [] } = test.result();
        const seconds = (test.diagnostic()?.duration ?? 0) / 1000;
        const name = `${module.relativeModuleId}: ${test.fullName}`;
        tests.push({ name, seconds });
        if (state === 'passed') passed += 1;
        else if (state === 'failed') {
          failedInModule += 1;
          failures.push(formatFailure(name, errors.map(messageOf).join('\n')));
        }
      }
      // A file that does not load, or whose hooks fail, fails without any failed test.
      if (failedInModule === 0 && module.state() === 'failed') {
        failedInModule = 1;
        failures.push(formatFailure(module.relativeModuleId, module.errors().map(messageOf).join('\n')));
      }
      failed += failedInModule;
    }
    reportCounts({ passed, failed, failures }, tests);
  }
}

/** @param {unknown} error */
function messageOf(error) {
  const { message, diff } = /** @type {{ message?: unknown, diff?: unknown }} */ (Object(error));
  return [message, diff].filter((part) => typeof part === 'string').join('\n');
}
