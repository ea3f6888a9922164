import type { PromptPart } from '../prompts/model.ts';

/** A sample as training files need it. */
export interface TrainingSample {
  /** Names it in what says where it comes from. */
  readonly id: string;
  /** The question alone; null if it is not known. */
  readonly question: string | null;
  /** What the model was asked, with its images in their places. */
  readonly prompt: readonly PromptPart[];
  readonly images: readonly TrainingImage[];
  readonly response: string;
  /** The right answer, as reward functions read it; null if it is not known. */
  readonly answer: string | null;
}

/** An image of a training record. */
export interface TrainingImage {
  /** Its path, relative to the exported folder if it is in it. */
  readonly path: string;
  /** Its bytes, for forms that hold them; null if the form names files. */
  readonly bytes: Uint8Array | null;
}

/** What is exported of a run: each sample, the better and the worse one of each group, or each question. */
export type TrainingKind = 'samples' | 'pairs' | 'questions';

/** A record of a training file; for pairs, with the worse sample. */
export interface TrainingRecord {
  readonly sample: TrainingSample;
  readonly rejected: TrainingSample | null;
}

/** Why a sample is not in an export. */
export type LeftOutReason =
  | 'filter'
  | 'no-prompt'
  | 'no-reference'
  | 'no-reward'
  | 'no-group'
  | 'no-pair'
  | 'not-best-or-worst'
  | 'duplicate'
  | 'same-question'
  | 'image-missing'
  | 'image-count';
