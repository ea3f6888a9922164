import type { EvaluationEvent } from '../../core/datasets/evaluationEvent.ts';

export type EndedSample = Extract<EvaluationEvent, { event: 'sample' }>;
export type FailedSample = Extract<EvaluationEvent, { event: 'failed' }>;

/** What became of a question: `unknown` if no rule says when it passes, or if what the rule asks is not known. */
export type QuestionState = 'passed' | 'failed' | 'errored' | 'unknown';

/** What became of the samples of a question. */
export class QuestionResult {
  readonly ended: EndedSample[] = [];
  readonly failed: FailedSample[] = [];

  /** Whether all of its samples have ended or failed. */
  isOver(samples: number): boolean {
    return this.ended.length + this.failed.length >= samples;
  }

  /** A question fails if one of its samples does, and passes if all of them do. */
  get state(): QuestionState {
    if (this.ended.some(({ passed }) => passed === false)) return 'failed';
    if (this.failed.length > 0) return 'errored';
    return this.ended.every(({ passed }) => passed === true) ? 'passed' : 'unknown';
  }

  get milliseconds(): number {
    return this.ended.reduce((sum, { milliseconds }) => sum + (milliseconds ?? 0), 0);
  }
}
