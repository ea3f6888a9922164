/**
 * Why a record that is in a file has no sample: it is not JSON; its text cannot be decoded; it holds no response; it is
 * nested too deep; or it is too long to be kept in memory.
 */
export type BrokenReason = 'json' | 'encoding' | 'no_response' | 'too_deep' | 'too_long';

/** Why a record has no sample: it is broken, or its request failed, so that there is nothing to read. */
export type ProblemReason = BrokenReason | 'failed';

/** Why a record has no sample, with a sentence for the person. */
export interface RecordProblem {
  readonly problem: string;
  readonly reason: ProblemReason;
  /** What had arrived of the response of a request that failed, if its record keeps it. */
  readonly partial?: string;
}
