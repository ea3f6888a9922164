import type { RunComparison } from './model.ts';

/** The columns of a comparison as lines of a table with all digits. */
export const COMPARISON_COLUMNS = [
  'metric',
  'unit',
  'base',
  'run',
  'difference',
  'low',
  'high',
  'questions',
  'permutation_p',
  'permutation_method',
  'mcnemar_p',
  'mcnemar_method',
  'gained',
  'lost',
  'odds_ratio',
] as const;

/** The metrics of a comparison, in these columns. */
export function comparedMetricRows({ metrics }: RunComparison): readonly (readonly unknown[])[] {
  return metrics.map(({ name, unit, base, run, difference, low, high, questions, permutation, mcnemar }) => [
    name,
    unit,
    base,
    run,
    difference,
    low,
    high,
    questions,
    permutation?.pValue,
    permutation?.method,
    mcnemar?.pValue,
    mcnemar?.method,
    mcnemar?.gained,
    mcnemar?.lost,
    mcnemar?.oddsRatio,
  ]);
}
