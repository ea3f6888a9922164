import type { ChartId } from './model.ts';

/** What a run has to be charted. */
export interface Charted {
  /** The number that is compared within groups. */
  readonly compared: 'reward' | 'score';
  /** The components of the reward, as `reward.COMPONENT`. */
  readonly components: readonly string[];
  readonly hasSteps: boolean;
  readonly hasLengths: boolean;
  /** Whether it is known of samples whether their claims are on gold boxes. */
  readonly hasGold: boolean;
}

/** The charts that every run has, as far as its columns go. */
export function usualCharts({
  compared,
  components,
  hasSteps,
  hasLengths,
  hasGold,
}: Charted): readonly ChartId[] {
  const bySteps: readonly ChartId[] = hasSteps
    ? [
        `steps:${compared}`,
        'steps:right',
        ...(hasLengths ? (['steps:length'] as const) : []),
        'steps:cut-off',
        'steps:entropy',
        ...components.map((name): ChartId => `steps:${name}`),
      ]
    : [];
  const numbers = [compared, ...components, ...(hasLengths ? ['length'] : [])];
  return [
    ...bySteps,
    'difficulty',
    ...(hasGold ? (['gold'] as const) : []),
    ...numbers.map((name): ChartId => `distribution:${name}`),
    'findings',
    'tools',
  ];
}
