import type { PageTraceError } from '../../core/errors.ts';
import type { AskedQuestionSource } from './askedQuestionSource.ts';
import type { QuestionToAsk } from './questionToAsk.ts';

/** Questions that are asked one after the other, and who shows them. */
export interface QuestionSeries {
  readonly count: number;
  /**
   * Called once, when the server is ready and the person has agreed to send to it: shows the questions, with a way to
   * cancel those that are not answered yet. While they are in view, the window shows no progress.
   */
  readonly begin: (control: SeriesControl) => void;
  /** The question at `index`; if this fails, the question fails. */
  readonly question: (index: number) => Promise<QuestionToAsk>;
  /** Shows the question at `index`, once it has begun; must dispose of the source. */
  readonly show: (index: number, source: AskedQuestionSource) => void;
  /** What is done for the question at `index`. */
  readonly report: (index: number, message: string) => void;
  /** The question at `index` was not sent. */
  readonly failed: (index: number, error: PageTraceError) => void;
}

/** What a view of a series can do. */
export interface SeriesControl {
  readonly cancel: () => void;
  /** The view was opened (1) or closed (-1). */
  readonly countViews: (change: 1 | -1) => void;
}
