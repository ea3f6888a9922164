import { t } from '@vscode/l10n';
import { ofNumber, subtract } from '../../../src/core/decimal.ts';
import type { Component, Decimal, Score } from '../../../src/core/rewards/model.ts';
import { headline } from '../../../src/core/rewards/explanation/headline.ts';
import { decimal } from '../../shared/format.ts';

/** One line of the rewards' table: what a part pays on each side, and the difference. */
export interface ScoreLine {
  readonly key: string;
  readonly title: string;
  /** As displayed; empty if that side's reward has no such part. */
  readonly before: string;
  readonly after: string;
  /** With its sign; empty if it cannot be computed. */
  readonly difference: string;
  readonly direction: 'more' | 'less' | 'same' | 'unknown';
}

/**
 * The parts of two rewards side by side, in the order of the later one, followed by those that only the earlier one
 * has.
 */
export function scoreLines(before: Score | null, after: Score | null): ScoreLine[] {
  const parts = new Map<string, { before?: Component; after?: Component }>();
  for (const component of after?.components ?? []) parts.set(component.key, { after: component });
  for (const component of before?.components ?? [])
    parts.set(component.key, { ...parts.get(component.key), before: component });
  return [...parts].map(([key, part]) =>
    line(
      key,
      part.after?.title ?? part.before?.title ?? key,
      part.before === undefined ? undefined : part.before.paid,
      part.after === undefined ? undefined : part.after.paid,
    ),
  );
}

/** The two rewards as a whole; while a verdict is unknown, the values that each can have. */
export function overallLine(before: Score | null, after: Score | null): ScoreLine {
  const paid = (score: Score | null): Decimal | null | undefined => {
    if (score === null) return undefined;
    return score.overall === null ? null : ofNumber(score.overall);
  };
  const made = line('overall', t('Reward'), paid(before), paid(after));
  const scoreHeadline = (score: Score | null): string => (score === null ? '' : headline(score));
  return { ...made, before: scoreHeadline(before), after: scoreHeadline(after) };
}

function line(
  key: string,
  title: string,
  before: Decimal | null | undefined,
  after: Decimal | null | undefined,
): ScoreLine {
  const formatPaid = (paid: Decimal | null | undefined): string =>
    paid === undefined ? '' : paid === null ? '?' : decimal(paid);
  if (typeof before !== 'string' || typeof after !== 'string') {
    return {
      key,
      title,
      before: formatPaid(before),
      after: formatPaid(after),
      difference: '',
      direction: 'unknown',
    };
  }
  const difference = subtract(after, before);
  const direction = Number(difference) === 0 ? 'same' : difference.startsWith('-') ? 'less' : 'more';
  return {
    key,
    title,
    before: formatPaid(before),
    after: formatPaid(after),
    difference: direction === 'same' ? t('same') : decimal(difference, true),
    direction,
  };
}
