import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { whole } from '../../model/numbers.ts';

interface PairBarsProps {
  /** What is counted, for the heading and for screen readers. */
  readonly title: string;
  /** What each bar is about, in a word or a range. */
  readonly names: readonly string[];
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** What stands below the first and the last bar. */
  readonly ends: readonly [first: string, last: string];
}

/** Bars of what was, with bars of what would be inside; a table says the same. */
export function PairBars({ title, names, before, after, ends }: PairBarsProps): JSX.Element {
  const most = Math.max(1, ...before, ...after);
  const height = (value: number | undefined): string => `${((value ?? 0) / most) * 100}%`;
  return (
    <figure class="pair-bars">
      <figcaption class="dim">{title}</figcaption>
      <div class="pair-plot" aria-hidden="true">
        {names.map((name, index) => (
          <span
            key={name}
            class="pair"
            title={t('{0}: {1} before, {2} after', name, whole(before[index] ?? 0), whole(after[index] ?? 0))}
          >
            <span class="bar-before" style={{ height: height(before[index]) }} />
            <span class="bar-after" style={{ height: height(after[index]) }} />
          </span>
        ))}
      </div>
      <div class="pair-ends dim" aria-hidden="true">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </div>
      <table class="visually-hidden">
        <caption>{title}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('Before')}</th>
            <th scope="col">{t('After')}</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name, index) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{whole(before[index] ?? 0)}</td>
              <td>{whole(after[index] ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
