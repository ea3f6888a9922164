import { t } from '@vscode/l10n';
import { ofNumber, subtract } from '../../../src/core/decimal.ts';
import type { Decimal, Score } from '../../../src/core/rewards/model.ts';
import { headline } from '../../../src/core/rewards/explanation/headline.ts';
import { decimal } from '../../shared/format.ts';

/** What a part pays on a side. */
export interface ScoreCell {
  /** As displayed; empty if the reward of the side has no such part. */
  readonly paid: string;
  /** The difference to the reference side, with its sign; empty if it cannot be computed, and for that side. */
  readonly difference: string;
  readonly direction: 'more' | 'less' | 'same' | 'unknown';
}

/** One line of the rewards' table: what a part pays on each side. */
export interface ScoreLine {
  readonly key: string;
  readonly title: string;
  /** By side. */
  readonly cells: readonly ScoreCell[];
}

/**
 * The parts of rewards side by side, in the order of the last one, followed by those that only earlier ones have.
 * @param scores by side; null for a side without a score
 * @param reference the side that the others are compared with
 */
export function scoreLines(scores: readonly (Score | null)[], reference: number): ScoreLine[] {
  const titles = new Map<string, string>();
  for (const score of scores.toReversed())
    for (const { key, title } of score?.components ?? []) if (!titles.has(key)) titles.set(key, title);
  return [...titles].map(([key, title]) =>
    line(
      key,
      title,
      scores.map((score) => score?.components.find((component) => component.key === key)?.paid),
      reference,
    ),
  );
}

/** The rewards as a whole; while a verdict is unknown, the values that each can have. */
export function overallLine(scores: readonly (Score | null)[], reference: number): ScoreLine {
  const paid = (score: Score | null): Decimal | null | undefined => {
    if (score === null) return undefined;
    return score.overall === null ? null : ofNumber(score.overall);
  };
  const made = line('overall', t('Reward'), scores.map(paid), reference);
  return {
    ...made,
    cells: made.cells.map((cell, side) => {
      const score = scores[side] ?? null;
      return { ...cell, paid: score === null ? '' : headline(score) };
    }),
  };
}

/** @param paid by side: undefined if its reward has no such part, null if it is not known what it pays */
function line(
  key: string,
  title: string,
  paid: readonly (Decimal | null | undefined)[],
  reference: number,
): ScoreLine {
  return {
    key,
    title,
    cells: paid.map((own, side): ScoreCell => {
      const shown = own === undefined ? '' : own === null ? '?' : decimal(own);
      const compared = paid[reference];
      if (side === reference || typeof own !== 'string' || typeof compared !== 'string')
        return { paid: shown, difference: '', direction: 'unknown' };
      const difference = subtract(own, compared);
      const direction = Number(difference) === 0 ? 'same' : difference.startsWith('-') ? 'less' : 'more';
      return {
        paid: shown,
        difference: direction === 'same' ? t('same') : decimal(difference, true),
        direction,
      };
    }),
  };
}
