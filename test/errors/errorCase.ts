import {
  isPageTraceError,
  type ErrorReason,
  type PageTraceError,
  type Remedy,
} from '../../src/core/errors.ts';

/** The commands that ask and render, or the others. */
export type ErrorCommand = 'ask' | 'other';

/** An error that a person can meet, and how to cause it. */
export interface ErrorCase {
  /** The heading of its table. */
  readonly area: string;
  /** A description of what was tried. */
  readonly tried: string;
  /** Where the command line meets it: `ask` and `render` have more exit statuses than the other commands. */
  readonly command: ErrorCommand;
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

type AreaCases = Readonly<Record<string, () => Promise<Failure>>>;

const areaOf =
  (command: ErrorCommand) =>
  (name: string, cases: AreaCases): readonly ErrorCase[] =>
    Object.entries(cases).map(([tried, fail]) => ({ area: name, tried, command, fail }));

/** Cases of one area. */
export const area = areaOf('ask');

/** Cases of an area that `ask` and `render` do not meet. */
export const otherArea = areaOf('other');
