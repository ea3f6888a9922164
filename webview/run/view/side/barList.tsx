import { t } from '@vscode/l10n';
import type { JSX } from 'preact';

export interface ListedBar {
  readonly key: string;
  readonly text: string;
  readonly title: string;
  /** The length of the bar, from 0 to 1. */
  readonly share: number;
  readonly number: string;
  /** The filter of its samples. */
  readonly filter: string;
  /** Whether it counts less than the others. */
  readonly isDim?: boolean;
}

interface BarListProps {
  readonly label: string;
  readonly bars: readonly ListedBar[];
  readonly onChoose: (filter: string) => void;
}

/** Names with bars and numbers; each is a filter. */
export function BarList({ label, bars, onChoose }: BarListProps): JSX.Element {
  return (
    <ul class="bar-list" aria-label={label}>
      {bars.map(({ key, text, title, share, number, filter, isDim }) => (
        <li key={key} class={isDim === true ? 'bar-row dim' : 'bar-row'}>
          <button
            type="button"
            class="link quiet bar-name"
            title={`${title}\n${t('Filter by {0}', filter)}`}
            onClick={() => {
              onChoose(filter);
            }}
          >
            {text}
          </button>
          <span class="bar-track" aria-hidden="true">
            <span class="bar-fill" style={{ width: `${Math.max(0, Math.min(share, 1)) * 100}%` }} />
          </span>
          <span class="bar-number">{number}</span>
        </li>
      ))}
    </ul>
  );
}
