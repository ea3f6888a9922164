import type { Default, Score } from './model.ts';

/**
 * Whether the format is right according to the reward: its format part is paid in full, or the format that it reports
 * is 1. Null if the profile does not check the format, or if nothing is known.
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

/** Whether the profile checks the format. */
export function looksAtFormat({ components, reported }: Pick<Score, 'components' | 'reported'>): boolean {
  return components.some(({ key }) => key === 'format') || 'format_score' in reported || 'format' in reported;
}

/** The number of deductions of a score. */
export function countDeductions(score: Score): number {
  return score.components.reduce(
    (sum, { entries }) => sum + entries.filter(({ kind }) => kind === 'deduction').length,
    0,
  );
}

/** The defaults that a score rests on, without those that only a judge reads, because no judge is asked while scoring. */
export function assumedDefaults(defaults: readonly Default[]): readonly Default[] {
  return defaults.filter(({ onlyForJudge }) => onlyForJudge !== true);
}
