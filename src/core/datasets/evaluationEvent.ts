import type { ErrorReason, PageTraceError } from '../errors.ts';
import type { ItemProblemCode } from './model.ts';

/** How far an evaluation is. */
export interface EvaluationProgress {
  /** Samples that the run has, of this and of earlier evaluations. */
  readonly ended: number;
  /** Samples whose request failed, in this or in an earlier evaluation, and that have not ended since. */
  readonly failed: number;
  /** The samples that the run will have; null before the data set was read to its end. */
  readonly of: number | null;
  /** Requests that are sent and not answered. */
  readonly in_flight: number;
  /** The mean reward of the samples that ended in this evaluation and whose reward is known; null without one. */
  readonly reward: number | null;
  /** Samples of the run that pass by the rule of their item. */
  readonly passed: number;
  /** Samples of the run of which it is known whether they pass. */
  readonly decided: number;
  /** Samples a second over the last minute; null before two have ended. */
  readonly rate: number | null;
  /**
   * Seconds until the last sample will have ended or failed, if they go on as over the last minute; null if that is not
   * known.
   */
  readonly seconds_left: number | null;
  /** Why nothing is sent at the moment; null if something is. */
  readonly waits_for: string | null;
}

/** What became of an evaluation. */
export interface EvaluationOutcome extends Pick<
  EvaluationProgress,
  'ended' | 'failed' | 'passed' | 'decided'
> {
  /** Questions that could not be asked because of a mistake in the data set. */
  readonly unusable: number;
}

/** Why something failed, and what to do about it. */
export interface EvaluationFailure {
  readonly reason: ErrorReason;
  readonly message: string;
  readonly hint: string | null;
}

/** Why something failed, as an event says it. */
export const failureOf = ({ reason, message, hint }: PageTraceError): EvaluationFailure => ({
  reason,
  message,
  hint: hint ?? null,
});

/**
 * What `pagetrace eval --progress jsonl` says while it runs, one JSON object a line on its standard output, for the
 * program that started it. The run itself is the file that `--out` names.
 */
export type EvaluationEvent =
  /** The first, unless the evaluation could not begin: the file of the run, and what it has already. */
  | {
      readonly event: 'start';
      /** As `--out` names it. */
      readonly run: string;
      readonly model: string;
      readonly ended: number;
      readonly failed: number;
    }
  /** What is wrong with a line of the data set, from 1. A question with an `error` is not asked. */
  | {
      readonly event: 'problem';
      readonly line: number;
      readonly code: ItemProblemCode;
      readonly severity: 'error' | 'warning';
      readonly message: string;
    }
  /** Samples of a question are asked for. */
  | { readonly event: 'asked'; readonly item: string; readonly samples: readonly number[] }
  /** A sample has ended and is in the run. */
  | {
      readonly event: 'sample';
      readonly item: string;
      /** From 1. */
      readonly sample: number;
      /** The bytes of its record in the run: where they begin, and how many, without the line feed. */
      readonly at: number;
      readonly length: number;
      readonly reward: number | null;
      /** Whether it passes by the rule of its item; null if it has no rule, or what the rule asks is not known. */
      readonly passed: boolean | null;
      /** Why it passes, why not, or why that is not known, as a sentence; null without a rule. */
      readonly why: string | null;
      /** Null if the response has no answer. */
      readonly answer: string | null;
      /** From the request to the end of the sample; null if it is not known. */
      readonly milliseconds: number | null;
    }
  /** A sample has no answer: its request failed. */
  | ({ readonly event: 'failed'; readonly item: string; readonly sample: number } & EvaluationFailure)
  /** How far it is, at most a few times a second. */
  | ({ readonly event: 'progress' } & EvaluationProgress)
  /** The last one. `error` says why it ended before all was done; null otherwise. */
  | ({ readonly event: 'end'; readonly error: EvaluationFailure | null } & EvaluationOutcome);
