import { PageTraceError } from '../../core/errors.ts';

/** A mistake in the arguments of a command (`bad-input`); after its hint, the person is sent to the command's help. */
export class UsageError extends PageTraceError {
  /** @param hint what to do next where more is known than that the help has it */
  constructor(
    message: string,
    details: { readonly hint?: string; readonly said?: string; readonly cause?: unknown } = {},
  ) {
    super('bad-input', message, details);
  }
}
