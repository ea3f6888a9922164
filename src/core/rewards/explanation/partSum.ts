import { t } from '../../t.ts';
import { sum } from '../../decimal.ts';
import type { Component, Decimal, Entry } from '../model.ts';

/** The entries of a part that have the same code and amount. */
export interface SumTerm {
  readonly count: number;
  /** Of one entry, in the part's own units, signed. */
  readonly amount: Decimal;
  /** `image does not exist`. */
  readonly words: string;
}

/** What a part pays, as a calculation: weight × (start + each term as often as its count) = paid. */
export interface PartSum {
  readonly weight: Decimal;
  readonly start: Decimal;
  readonly terms: readonly SumTerm[];
  readonly paid: Decimal;
}

/** The calculation of a part; null while its pay is not known. */
export function partSum({ weight, start, entries, paid }: Component): PartSum | null {
  if (paid === null) return null;
  const terms = new Map<string, SumTerm>();
  for (const entry of entries) {
    const { code, amount } = entry;
    if (sum([amount]) === '0') continue;
    const key = `${code} ${amount}`;
    terms.set(key, { count: (terms.get(key)?.count ?? 0) + 1, amount, words: wordsOf(entry) });
  }
  return { weight, start, terms: [...terms.values()], paid };
}

/**
 * A calculation as people read it: `0.10 × (1 − 0.5 image does not exist) = 0.05`. If a number has more than four
 * places, the numbers are rounded and the sign is `≈`.
 */
export function formatPartSum({ weight, start, terms, paid }: PartSum): string {
  const isLong = [weight, start, paid, ...terms.map(({ amount }) => amount)].some((decimal) =>
    MANY_PLACES.test(decimal),
  );
  const added = terms.map(({ count, amount, words }) => {
    const sign = amount.startsWith('-') ? '−' : '+';
    const size = shorten(amount.replace('-', ''));
    return ` ${sign} ${count === 1 ? size : `${count} × ${size}`} ${words}`;
  });
  const value = terms.length === 0 ? shorten(start) : `(${shorten(start)}${added.join('')})`;
  return `${withPlaces(weight)} × ${value} ${isLong ? '≈' : '='} ${withPlaces(paid)}`;
}

const MANY_PLACES = /\.\d{5}/;

const shorten = (decimal: Decimal): string =>
  MANY_PLACES.test(decimal) ? String(Number(Number(decimal).toFixed(4))) : decimal;

/** With at least two places, and `−` before a negative one. */
function withPlaces(decimal: Decimal): string {
  const [whole = '0', places = ''] = shorten(decimal).split('.');
  return `${whole}.${places.padEnd(2, '0')}`.replace(/^-/, '−');
}

/** An entry in a few words, for a calculation. */
function wordsOf({ kind, code }: Pick<Entry, 'kind' | 'code'>): string {
  if (kind === 'floor') return t('not below 0');
  switch (code) {
    case 'answer-wrong':
      return t('answer judged wrong');
    case 'box-differs':
      return t('box differs from the reference');
    case 'box-unmatched':
      return t('box left over');
    case 'image-not-cited':
      return t('image not named in think');
    case 'image-out-of-range':
      return t('image does not exist');
    case 'long':
      return t('long response');
    case 'no-tool-seen':
      return t('no tool call seen');
    case 'number-off':
      return t('number too far off');
    case 'reference-missing':
      return t('no reference answer');
    case 'tag-count':
      return t('tag not exactly once');
    case 'tag-malformed':
      return t('tag closed before it is opened');
    case 'tag-order':
      return t('tags out of order');
    case 'tool-leakage':
      return t('tool call outside description');
    default:
      // The words of other codes say what is wrong.
      return code.replaceAll('-', ' ');
  }
}
