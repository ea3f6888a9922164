import type { Score } from '../../core/rewards/model.ts';

/**
 * Whether the reward finds the format right: its format part is paid in full, or the format that it reports is 1. Null
 * if the profile looks at none, or nothing is known of it.
 */
export function formatHolds({
  components,
  reported,
}: Pick<Score, 'components' | 'reported'>): boolean | null {
  const component = components.find(({ key }) => key === 'format');
  if (component !== undefined) return component.value === null ? null : component.paid === component.most;
  const value = reported['format_score'] ?? reported['format'] ?? null;
  return value === null ? null : value === 1;
}

/** Whether a format is among what the profile looks at. */
export function looksAtFormat({ components, reported }: Pick<Score, 'components' | 'reported'>): boolean {
  return components.some(({ key }) => key === 'format') || 'format_score' in reported || 'format' in reported;
}

/** How many deductions a score has. */
export function countDeductions(score: Score): number {
  return score.components.reduce(
    (sum, { entries }) => sum + entries.filter(({ kind }) => kind === 'deduction').length,
    0,
  );
}
