import type { Buffer } from 'node:buffer';
import { PageTraceError } from '../../core/errors.ts';
import type { Terminal } from './terminal.ts';

/** What a command that looks at files is given beside its arguments. */
export interface VerbContext {
  readonly terminal: Terminal;
  readonly stdin: AsyncIterable<Buffer>;
  readonly environment: NodeJS.ProcessEnv;
  /** Aborted by Ctrl+C. */
  readonly interrupted: AbortSignal;
}

/** Nothing was found that was asked to count. */
export const CLEAN = 0;

/** Something was found that was asked to count. */
export const FINDINGS = 1;

/** The arguments are wrong, or something could not be read or written. */
export const UNUSABLE = 2;

/** A command that looks at files; gives its exit status. */
export type Verb = (args: readonly string[], context: VerbContext) => Promise<number>;

/** What a command throws when nobody wants more of it: Ctrl+C, or a reader that has gone. */
export function cancellation(): PageTraceError {
  return new PageTraceError('cancelled', 'It was stopped before its end.');
}
