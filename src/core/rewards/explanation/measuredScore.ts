import { t } from '../../t.ts';
import { add, multiply, negate, ofNumber, subtract, sum } from '../../decimal.ts';
import type { Finding, Span } from '../../span.ts';
import type { Component, Decimal, Default, Entry, Need, Raised, Score } from '../model.ts';
import { rounding } from './entry.ts';
import type { EntryParts } from './entry.ts';

/** The parts of a component that no judge decides. */
export interface MeasuredParts {
  readonly key: string;
  readonly title: string;
  readonly weight: Decimal;
  /** `1` if the component is paid unless something is wrong, `0` if something wrong only costs. */
  readonly start: '0' | '1';
  readonly scope: Span | null;
  /** What is added to the start; a change that raises it is a credit. */
  readonly changes: readonly EntryParts[];
}

/** A component as the sum of its start and its changes. */
export function measuredComponent({ key, title, weight, start, scope, changes }: MeasuredParts): Component {
  let value: Decimal = start;
  let most: Decimal = start;
  const entries = changes.map((change): Entry => {
    const { code, amount, reason, span, tool } = change;
    const isCredit = !amount.startsWith('-');
    value = add(value, amount);
    if (isCredit) most = add(most, amount);
    const paid = multiply(weight, amount);
    return { kind: isCredit ? 'credit' : 'deduction', code, amount, paid, reason, span, tool };
  });
  const paid = multiply(weight, value);
  return { key, title, weight, start, value, paid, most: multiply(weight, most), entries, scope };
}

/** A component about which nothing is known yet. */
export function unknown({ key, title, weight, start, scope }: Omit<MeasuredParts, 'changes'>): Component {
  const most = multiply(weight, start);
  return { key, title, weight, start, value: null, paid: null, most, entries: [], scope };
}

/** The change from 1 to `value`, the reference's double; none if nothing is missing. */
export function shortfall(value: number, change: Omit<EntryParts, 'amount' | 'tool'>): readonly EntryParts[] {
  const amount = subtract(ofNumber(value), '1');
  return amount === '0' ? [] : [{ ...change, amount, tool: null }];
}

/**
 * Doubles as decimals that add up to `total`: the one with the most digits absorbs the difference between their sum and
 * `total`, so that round amounts stay round.
 */
export function amountsOf(doubles: readonly number[], total: Decimal): readonly Decimal[] {
  const amounts = doubles.map(ofNumber);
  const most = Math.max(...amounts.map(({ length }) => length));
  const taker = amounts.findIndex(({ length }) => length === most);
  const others = sum(amounts.filter((_, index) => index !== taker));
  return amounts.map((amount, index) => (index === taker ? subtract(total, others) : amount));
}

/** What a profile that needs no judge provides to assemble its score. */
export interface MeasuredScoreParts {
  readonly profile: string;
  /** The reference's sum, in its own order and doubles; null if something it needs is unknown, or if it raises. */
  readonly overall: number | null;
  readonly reported: Score['reported'];
  readonly raises: Raised | null;
  readonly defaults: readonly Default[];
  readonly needs: readonly Need[];
  readonly components: readonly Component[];
  readonly notes: readonly Finding[];
}

/** Assembles the score from its parts, which no verdict changes. */
export function assembleMeasured(parts: MeasuredScoreParts): Score {
  const { overall } = parts;
  return { ...parts, ifWrong: overall, ifRight: overall, adjustments: adjustmentsOf(parts) };
}

function adjustmentsOf({ overall, components }: MeasuredScoreParts): readonly Entry[] {
  if (overall === null || !Number.isFinite(overall)) return [];
  let paid: Decimal = '0';
  for (const component of components) if (component.paid !== null) paid = add(paid, component.paid);
  const shown = ofNumber(overall);
  return paid === shown
    ? []
    : [rounding(add(shown, negate(paid)), t('The reference adds in binary floating point.'))];
}
