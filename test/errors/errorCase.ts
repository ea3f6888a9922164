import {
  isPageTraceError,
  type ErrorReason,
  type PageTraceError,
  type Remedy,
} from '../../src/core/errors.ts';

/** An error that a person can meet, and how to cause it. */
export interface ErrorCase {
  /** The heading of its table. */
  readonly area: string;
  /** A description of what was tried. */
  readonly tried: string;
  /** Causes the error. */
  readonly fail: () => Promise<Failure>;
}

/** The texts that a person sees. */
export interface Failure {
  readonly reason: ErrorReason;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly remedy?: Remedy | undefined;
  /** Whether it is only marked in an editor and interrupts nothing. */
  readonly editorOnly?: boolean;
}

/** The error with which `work` fails. */
export async function failureOf(work: () => unknown): Promise<PageTraceError> {
  try {
    await work();
  } catch (error) {
    if (isPageTraceError(error)) return error;
    throw error;
  }
  throw new Error('Nothing went wrong.');
}

/** Cases of one area. */
export function area(
  name: string,
  cases: Readonly<Record<string, () => Promise<Failure>>>,
): readonly ErrorCase[] {
  return Object.entries(cases).map(([tried, fail]) => ({ area: name, tried, fail }));
}
