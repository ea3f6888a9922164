import type { Sample } from '../../core/records/sample.ts';

/** Keys of records that say with 1 or 0 whether an answer is right. */
const RIGHT_KEYS = ['acc', 'accuracy', 'correct', 'is_correct'];

/** The numbers that a record itself has of a sample, by name: `score`, `length` in tokens, and others by their keys. */
export function* recordedNumbers({
  score,
  columns,
  responseLength,
}: Sample): Generator<readonly [string, number]> {
  if (score !== null) yield ['score', score];
  for (const key in columns) yield [key, columns[key] ?? Number.NaN];
  if (responseLength !== null) yield ['length', responseLength];
}

/**
 * Whether the answer of a sample is right: as a person or a judge says; otherwise as a number of its record such as
 * `acc` says with 1 or 0; otherwise a score of at least 1 is right, and one of 0 or less is wrong.
 */
export function rightOf({ verdict, columns, score }: Sample): boolean | null {
  if (verdict !== 'unknown') return verdict === 'right';
  for (const key of RIGHT_KEYS) {
    const value = columns[key];
    if (value === 0 || value === 1) return value === 1;
  }
  if (score === null || Number.isNaN(score)) return null;
  return score >= 1 ? true : score <= 0 ? false : null;
}
