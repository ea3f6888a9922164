import type { ScopedSample } from '../groups/scopedAdvantages.ts';
import type { Score } from './model.ts';

/**
 * The parts of a score with the spans that they are paid for. A trainer takes what the reward function reports under the
 * part's name; a part that is not reported counts with what it pays.
 * @param length of the response in UTF-16 units
 */
export function scopedSample(length: number, { overall, components, reported }: Score): ScopedSample {
  return {
    length,
    reward: overall,
    parts: components.map(({ key, title, paid, scope }) => ({
      key,
      title,
      score: reported[key] ?? (paid === null ? null : Number(paid)),
      scope,
    })),
  };
}
