import type { Buffer } from 'node:buffer';
import { PageTraceError } from '../../core/errors.ts';
import type { Terminal } from './terminal.ts';

/** What a program that runs a command gets in addition to its text, as the JSON of `--format json`. */
export interface ResultListener {
  /** One of many results, such as the score of a sample, or why there is none. */
  readonly row: (json: Readonly<Record<string, unknown>>) => void;
  /** The result as a whole, or what sums up its rows. */
  readonly whole: (json: Readonly<Record<string, unknown>>) => void;
}

/** The context of a command that reads files, in addition to its arguments. */
export interface VerbContext {
  readonly terminal: Terminal;
  readonly stdin: AsyncIterable<Buffer>;
  readonly environment: NodeJS.ProcessEnv;
  /** Aborted by Ctrl+C. */
  readonly interrupted: AbortSignal;
  readonly results?: ResultListener;
  /**
   * Whether a file may be read that another file names, or there is none. Given where somebody else than the person
   * starts the command; Python of the person is not run then.
   */
  readonly mayRead?: (file: string) => Promise<boolean>;
}

/** Exit status: nothing counts as a finding. */
export const CLEAN = 0;

/** Exit status: something counts as a finding. */
export const FINDINGS = 1;

/** Exit status: the arguments are wrong, or something could not be read or written. */
export const UNUSABLE = 2;

/** Exit status: it was interrupted. */
export const INTERRUPTED = 130;

/** A command that reads files; resolves with its exit status. */
export type Verb = (args: readonly string[], context: VerbContext) => Promise<number>;

/** The error of a command that was stopped: by Ctrl+C, or because nobody reads its output any more. */
export function cancellation(): PageTraceError {
  return new PageTraceError('cancelled', 'It was stopped before its end.');
}
