import { t } from '../../t.ts';
import { ofNumber, subtract } from '../../decimal.ts';
import { matchWordSets, normalizedAnswer, normalizedWords } from '../../metrics/normalizedAnswer.ts';
import { splitWords } from '../../python/split.ts';
import { stripSpan } from '../../python/strip.ts';
import type { Span } from '../../span.ts';
import type { Decimal } from '../model.ts';
import type { EntryParts } from '../explanation/entry.ts';
import { amountsOf } from '../explanation/measuredScore.ts';
import { differentWordsPhrase } from '../../countPhrases.ts';
import { quote } from '../explanation/wording.ts';

/** The most evidence items that the reward looks at. */
const MOST_ITEMS = 6;
/** An item with at least this many words is compared by F1; a shorter one must be contained. */
const WORDS_FOR_F1 = 5;
const NO_INFORMATION = 'no relevant information';
const WEIGHT = 3;
const WEIGHT_OF_NOTHING = 1;

/** The evidence of a response compared with that of the reference. */
export interface EvidenceMatch {
  /** In the reference's doubles: the weighted mean of the items' matches, or their sum if all six exist. */
  readonly score: number;
  /** The changes that lead from 1 to the score. */
  readonly changes: readonly EntryParts[];
}

/** An item of the reference, and how it compares. */
interface Compared {
  readonly weight: number;
  readonly match: number;
  /** The span of the response's item; null if there is none. */
  readonly span: Span | null;
  /** Why it does not match. */
  readonly reason: () => string;
}

/**
 * The evidence part (OpenBMB/VisRAG, evidencecot.py, `evidence_reward`): for the items `[1]:` to `[6]:` of the
 * reference, up to the first that is missing, the response's item with the same number is compared. An item has weight
 * 3, or 1 if the reference says that its image has nothing. The sum is divided by the weights, but not if all six items
 * exist: the loop then ends without reaching the division.
 * @param part the span of the response's evidence
 * @param reference the reference's evidence
 */
export function matchEvidence(response: string, part: Span, reference: string): EvidenceMatch {
  const compared: Compared[] = [];
  let full = 0;
  let sum = 0;
  for (let item = 1; item <= MOST_ITEMS; item++) {
    const place = itemSpan(reference, { start: 0, end: reference.length }, item);
    if (place === null) break;
    const one = compareItem(response, part, item, reference.slice(place.start, place.end));
    full += one.weight;
    if (one.span !== null) sum += one.match * one.weight;
    compared.push(one);
  }
  if (full === 0) return { score: 0, changes: [noReferenceItem()] };
  if (compared.length === MOST_ITEMS) {
    const missing = subtract(ofNumber(sum), String(full));
    return { score: sum, changes: [undividedChange(full), ...losses(compared, 1, missing, part)] };
  }
  const score = sum / full;
  return { score, changes: losses(compared, full, subtract(ofNumber(score), '1'), part) };
}

const noReferenceItem = (): EntryParts => ({
  code: 'evidence-without-reference',
  amount: '-1',
  reason: t('The reference’s evidence has no item `[1]:`, so there is nothing to compare with.'),
  span: null,
  tool: null,
});

/**
 * The text after the first `[item]:` of a part, up to the next `[item]:` or to `[item + 1]`, stripped; null if the part
 * has no `[item]:`.
 */
function itemSpan(text: string, part: Span, item: number): Span | null {
  const mark = `[${item}]:`;
  const within = (found: number, length: number): number =>
    found < 0 || found + length > part.end ? part.end : found;
  const at = text.indexOf(mark, part.start);
  if (at < 0 || at + mark.length > part.end) return null;
  const start = at + mark.length;
  const next = `[${item + 1}]`;
  const end = Math.min(
    within(text.indexOf(mark, start), mark.length),
    within(text.indexOf(next, start), next.length),
  );
  return stripSpan(text, start, end);
}

function compareItem(response: string, part: Span, item: number, expected: string): Compared {
  const weight = expected === NO_INFORMATION ? WEIGHT_OF_NOTHING : WEIGHT;
  const span = itemSpan(response, part, item);
  if (span === null) {
    const reason = () =>
      t('The evidence has no item `[{0}]:`; the reference says {1}.', item, quote(expected));
    return { weight, match: 0, span: null, reason };
  }
  const given = response.slice(span.start, span.end);
  if (splitWords(expected).length < WORDS_FOR_F1) {
    const match = normalizedAnswer(given).includes(normalizedAnswer(expected)) ? 1 : 0;
    const reason = () => t('Item [{0}] does not contain the reference’s {1}.', item, quote(expected));
    return { weight, match, span, reason };
  }
  const {
    f1,
    common,
    predicted,
    expected: wanted,
  } = matchWordSets(normalizedWords(given), normalizedWords(expected));
  const reason = () =>
    t(
      'Item [{0}] has {1}, of which {2} are among the {3} of the reference’s {4}.',
      item,
      differentWordsPhrase(predicted),
      common,
      wanted,
      quote(expected),
    );
  return { weight, match: f1, span, reason };
}

/** The change that makes a sum of more than 1 possible. */
function undividedChange(full: number): EntryParts {
  return {
    code: 'evidence-not-divided',
    amount: String(full - 1),
    reason: t(
      'The reference has all {0} items that the reward looks at, so the reward uses the sum of what the items’ weights ({1} in all) earn instead of their mean.',
      MOST_ITEMS,
      full,
    ),
    span: null,
    tool: null,
  };
}

/** The loss of each item, as deductions that add up to `total` in exact decimals. */
function losses(compared: readonly Compared[], divisor: number, total: Decimal, part: Span): EntryParts[] {
  const lost = compared.filter(({ match }) => match !== 1);
  const amounts = amountsOf(
    lost.map(({ match, weight }) => ((match - 1) * weight) / divisor),
    total,
  );
  return lost.map(({ span, reason }, index) => {
    const code = span === null ? 'evidence-item-missing' : 'evidence-item-differs';
    return { code, amount: amounts[index] ?? '0', reason: reason(), span: span ?? part, tool: null };
  });
}
