import { PageTraceError } from '../../core/errors.ts';

/** A mistake in the arguments of a command (`bad-input`); its hint is followed by a reference to the command's help. */
export class UsageError extends PageTraceError {
  /** @param hint what to do next, if there is more to say than to read the help */
  constructor(
    message: string,
    details: { readonly hint?: string; readonly said?: string; readonly cause?: unknown } = {},
  ) {
    super('bad-input', message, details);
  }
}
