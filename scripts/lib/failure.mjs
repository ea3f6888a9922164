import process from 'node:process';

/** Something that the person at the terminal can do something about: printed as its sentence, without a stack. */
export class Failure extends Error {
  /** @override */
  name = 'Failure';
}

/**
 * Runs a script's main function; a Failure is printed as a sentence, anything else with its stack, and both
 * end the process with status 1.
 * @param {() => Promise<number | void>} main resolves to the exit status, 0 when it resolves to nothing
 */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error);
    process.exitCode = 1;
  }
}
