import type { ErrorReason } from '../errors.ts';

/**
 * What `pagetrace eval --progress jsonl` says while it runs, one JSON object a line on its standard output, for the
 * program that started it. The run itself is the file that `--out` names.
 */
export type EvaluationEvent =
  /** The first: the file of the run, and the samples that it has already. */
  | { readonly event: 'start'; readonly run: string; readonly ended: number; readonly model: string }
  /** What is wrong with a line of the data set, from 1. */
  | {
      readonly event: 'problem';
      readonly line: number;
      readonly severity: 'error' | 'warning';
      readonly message: string;
    }
  /** A question was sent. */
  | { readonly event: 'asked'; readonly item: string; readonly samples: readonly number[] }
  /** A sample has ended and is in the run. */
  | {
      readonly event: 'sample';
      readonly item: string;
      /** From 1. */
      readonly sample: number;
      /** The bytes of its record in the run: where they begin, and how many. */
      readonly at: number;
      readonly length: number;
      readonly reward: number | null;
      /** Whether it passes by the rule of its item; null if it has no rule, or what the rule asks is not known. */
      readonly passed: boolean | null;
      /** Why, as a sentence; null without a rule. */
      readonly why: string | null;
      readonly answer: string | null;
      readonly milliseconds: number;
    }
  /** A sample has no answer: its request failed. */
  | {
      readonly event: 'failed';
      readonly item: string;
      readonly sample: number;
      readonly reason: ErrorReason;
      readonly message: string;
      readonly hint: string | null;
    }
  /** How far it is, at most a few times a second. */
  | {
      readonly event: 'progress';
      readonly ended: number;
      readonly failed: number;
      readonly of: number | null;
      readonly inFlight: number;
      readonly reward: number | null;
      /** Samples a second. */
      readonly rate: number | null;
      readonly waitsFor: string | null;
    }
  /** The last one. `error` says why it ended before all was done; null otherwise. */
  | {
      readonly event: 'end';
      readonly ended: number;
      readonly failed: number;
      readonly unusable: number;
      readonly error: {
        readonly reason: ErrorReason;
        readonly message: string;
        readonly hint: string | null;
      } | null;
    };
