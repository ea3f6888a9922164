import type { PageTraceError } from '../../core/errors.ts';
import { errorHint } from '../terminal/errorHint.ts';

/** The message of an error about documents, with what to do about it. */
export function errorText(
  error: PageTraceError,
  command: 'ground' | 'score' | 'export' | 'runs' | 'report',
): string {
  const hint = errorHint(error, command);
  return hint === null ? error.message : `${error.message} ${hint}`;
}
