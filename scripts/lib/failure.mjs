import process from 'node:process';

/** An error that the person at the terminal can fix: printed as a sentence, without a stack. */
export class Failure extends Error {
  /** @override */
  name = 'Failure';
}

/**
 * Runs a script's main function. A Failure is printed as its sentence, an error of the operating system (a folder
 * without write permission, a full disk) as the system's message, and any other error with its stack. All of them end
 * the process with status 1.
 * @param {() => Promise<number | void>} main resolves to the exit status; nothing means 0
 */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    console.error(error instanceof Failure || isRefusal(error) ? error.message : error);
    process.exitCode = 1;
  }
}

/**
 * Whether the operating system refused an operation: the message of such an error names the path and the problem.
 * @param {unknown} error
 * @returns {error is NodeJS.ErrnoException}
 */
function isRefusal(error) {
  return error instanceof Error && 'syscall' in error && 'path' in error;
}
