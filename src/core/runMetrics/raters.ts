import type { AnswerMemo } from '../metrics/answerMemo.ts';
import type { Sample } from '../records/sample.ts';
import type { Verdict } from '../rewards/model.ts';

/** What each rater says of a sample, by the names of the raters: true for right, null if it says nothing. */
export type Ratings = ReadonlyMap<string, boolean | null>;

/** The shares of common words from which an answer counts as right, where nobody names others. */
export const USUAL_F1: readonly number[] = [0.5];

/** The names of all raters: a person, a judge, and the metrics that compare the answer with the reference. */
export function ratersOf(f1: readonly number[]): readonly [person: string, judge: string, ...string[]] {
  return ['person', 'judge', 'em', 'acc', ...f1.map(nameOfF1)];
}

/**
 * What each rater says of a sample.
 * @param person what a person says of it, if that is known from elsewhere
 */
export function ratingsOf(
  sample: Sample,
  person: Verdict,
  f1: readonly number[],
  answers: AnswerMemo,
): Ratings {
  const compared = answers.compare(sample);
  const by = (metric: 'em' | 'acc' | 'f1', least: number): boolean | null =>
    compared === null ? null : compared[metric] >= least;
  return new Map([
    ['person', person === 'unknown' ? rightByNumber(sample, 'person') : person === 'right'],
    ['judge', judgeOf(sample)],
    ['em', by('em', 1)],
    ['acc', by('acc', 1)],
    ...f1.map((least): [string, boolean | null] => [nameOfF1(least), by('f1', least)]),
  ]);
}

const nameOfF1 = (least: number): string => `f1>=${least}`;

/** What the judge said; the verdict of a record is a person's where it says so. */
function judgeOf(sample: Sample): boolean | null {
  const said = rightByNumber(sample, 'judge');
  if (said !== null || rightByNumber(sample, 'person') !== null || sample.verdict === 'unknown') return said;
  return sample.verdict === 'right';
}

function rightByNumber({ columns }: Sample, name: string): boolean | null {
  const value = columns[name];
  return value === 1 ? true : value === 0 ? false : null;
}
