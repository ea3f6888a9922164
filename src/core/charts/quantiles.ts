import { pairwiseMean } from '../python/pairwiseSum.ts';

/** The mean of finite numbers; null without numbers, and if their sum is too large for a number. */
export function finiteMean(values: Float64Array): number | null {
  if (values.length === 0) return null;
  const mean = pairwiseMean(values);
  return Number.isFinite(mean) ? mean : null;
}

/**
 * A quantile of sorted numbers, as NumPy computes it by default: linear between the two nearest.
 * @param share from 0 to 1
 * @returns null without numbers
 */
export function quantile(sorted: Float64Array, share: number): number | null {
  if (sorted.length === 0) return null;
  const at = share * (sorted.length - 1);
  const below = Math.floor(at);
  const low = sorted[below] ?? 0;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? low;
  const part = at - below;
  // From the nearer of the two, so that the result is never beyond either.
  return part < 0.5 ? low + (high - low) * part : high - (high - low) * (1 - part);
}

/** The nine deciles of sorted numbers, the lowest first. */
export function deciles(sorted: Float64Array): readonly (number | null)[] {
  return Array.from({ length: 9 }, (_, index) => quantile(sorted, (index + 1) / 10));
}
