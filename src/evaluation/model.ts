import type { DatasetItem } from '../core/datasets/model.ts';
import type { PageChoice } from '../core/records/pageChoice.ts';
import type { PageTraceError } from '../core/errors.ts';
import type { RecordedResponse } from '../core/records/model.ts';
import type { AskedSample, PreparedQuestion, SentImage } from '../asking/model.ts';
import type { Usage } from '../inference/model.ts';

/** Samples of an item that are asked for in one request: as many as follow each other and have not ended. */
export interface Job {
  readonly item: DatasetItem;
  /** The first of them, from 1. */
  readonly first: number;
  readonly count: number;
}

/** A job whose pages are rendered. */
export interface PreparedJob extends Job {
  readonly prepared: PreparedQuestion;
  /** How its pages were chosen; null if the data set names them. */
  readonly choice: PageChoice | null;
  /** Milliseconds that choosing its pages took; null if the data set names them. */
  readonly retrievalTime: number | null;
  /** Milliseconds that opening its documents and rendering its pages took. */
  readonly renderTime: number;
}

/** A sample that has ended. */
export interface EndedSample {
  /** From 1. */
  readonly sample: number;
  readonly recorded: RecordedResponse;
  readonly report: AskedSample['report'];
  /** Of the whole request; null before it is known, and if the server does not report it. */
  readonly usage: Usage | null;
  /** The pages that a conversation showed to the model; left out if they are those of its job. */
  readonly images?: readonly Omit<SentImage, 'bytes' | 'mediaType' | 'words'>[];
}

/** Why samples of a job did not end. */
export interface FailedJob {
  readonly job: Job;
  readonly error: PageTraceError;
  /** What had arrived of those samples, by their numbers. */
  readonly partials: ReadonlyMap<number, string>;
}
