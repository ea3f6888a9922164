import type { Buffer } from 'node:buffer';
import { PageTraceError } from '../../core/errors.ts';
import type { Terminal } from './terminal.ts';

/** The context of a command that reads files, in addition to its arguments. */
export interface VerbContext {
  readonly terminal: Terminal;
  readonly stdin: AsyncIterable<Buffer>;
  readonly environment: NodeJS.ProcessEnv;
  /** Aborted by Ctrl+C. */
  readonly interrupted: AbortSignal;
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
