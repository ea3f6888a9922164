import process from 'node:process';

/** Something that the person at the terminal can do something about: printed as its sentence, without a stack. */
export class Failure extends Error {
  /** @override */
  name = 'Failure';
}

/**
 * Runs a script's main function; a Failure is printed as a sentence, what the system refuses (a folder that may not be
 * written, a full disk) in the system's words, anything else with its stack. All end the process with status 1.
 * @param {() => Promise<number | void>} main resolves to the exit status, 0 when it resolves to nothing
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
 * Whether the operating system refused something: its message names the path and what is wrong with it.
 * @param {unknown} error
 * @returns {error is NodeJS.ErrnoException}
 */
function isRefusal(error) {
  return error instanceof Error && 'syscall' in error && 'path' in error;
}
