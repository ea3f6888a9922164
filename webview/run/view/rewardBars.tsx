import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import type { SampleRow, ShownComponent } from '../../../src/protocol/run.ts';
import { anyNumber } from '../model/numbers.ts';

interface RewardBarsProps {
  readonly components: SampleRow['components'];
  readonly weights: readonly ShownComponent[];
}

/** What each component pays of what it can: bars as long as its weight, filled as far as it pays. */
export function RewardBars({ components, weights }: RewardBarsProps): JSX.Element | null {
  const all = weights.reduce((sum, { weight }) => sum + weight, 0);
  const bars = weights.flatMap(({ name, weight }) => {
    const paid = components.find((component) => component.name === name)?.paid ?? null;
    return weight > 0 && typeof paid === 'number' ? [{ name, weight, paid }] : [];
  });
  if (bars.length === 0) return null;
  const label = bars
    .map(({ name, weight, paid }) => t('{0} {1} of {2}', name, anyNumber(paid), anyNumber(weight)))
    .join(', ');
  return (
    <span class="bars" role="img" aria-label={label} title={label}>
      {bars.map(({ name, weight, paid }) => (
        <span class="bar" key={name} style={{ flexGrow: weight / all }}>
          <span class="bar-paid" style={{ width: `${Math.min(Math.max(paid / weight, 0), 1) * 100}%` }} />
        </span>
      ))}
    </span>
  );
}
