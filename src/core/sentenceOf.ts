import { asPageTraceError } from './errors.ts';

/** What an error says, with what to do next, for places that have one line for both. */
export function sentenceOf(error: unknown): string {
  const { message, hint } = asPageTraceError(error);
  return hint === undefined ? message : `${message} ${hint}`;
}
