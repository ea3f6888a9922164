import {
  isPageTraceError,
  type ErrorReason,
  type PageTraceError,
  type Remedy,
} from '../../src/core/errors.ts';

/** Something that goes wrong for a person, and how to make it happen. */
export interface ErrorCase {
  /** Heading of the table that it stands under. */
  readonly area: string;
  /** What was tried, in words. */
  readonly tried: string;
  /** Makes it happen, for real. */
  readonly fail: () => Promise<Failure>;
}

/** What a person is told. */
export interface Failure {
  readonly reason: ErrorReason;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly remedy?: Remedy | undefined;
  /** It is shown at its place in an editor and ends nothing. */
  readonly editorOnly?: boolean;
}

/** The error that `work` fails with. */
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
