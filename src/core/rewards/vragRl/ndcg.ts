import { t } from '../../t.ts';
import { joinList } from '../../joinList.ts';
import { ofNumber, subtract } from '../../decimal.ts';
import type { EntryParts } from '../explanation/entry.ts';
import { amountsOf } from '../explanation/measuredScore.ts';
import { quote } from '../explanation/wording.ts';
import type { PaidChange, Need, Retrieval } from '../model.ts';
import { goldPageNames, imageName } from './imageNames.ts';
import { log2 } from './log2.ts';

/** The NDCG of the retrieved images, and how it comes about. */
export interface Ndcg {
  /** The reference's double; it may exceed 1 if an image was retrieved more than once. */
  readonly value: number;
  /** The changes from 1 to the value. */
  readonly changes: readonly EntryParts[];
}

/** The changes that the NDCG's part can show. */
export const ndcgChanges = (): readonly PaidChange[] => [
  {
    code: 'pages-missing',
    amount: t('-1 to 0'),
    reason: t('A reference page was not retrieved; the amount is its share of the ideal gain.'),
    againstReference: true,
  },
  {
    code: 'page-late',
    amount: t('-1 to 0'),
    reason: t(
      'A reference page was retrieved at a later rank than possible; its gain is 1 / log2(rank + 1) of the ideal sum.',
    ),
    againstReference: true,
  },
  {
    code: 'page-repeated',
    amount: t('0 to 1'),
    reason: t('A reference page was retrieved again; the reward counts it again.'),
    againstReference: true,
  },
  {
    code: 'no-reference-page',
    amount: '-1',
    reason: t('The record lists no reference page, so the NDCG is 0.'),
    againstReference: true,
  },
];

/**
 * The NDCG of the retrieved images (Alibaba-NLP/VRAG, rm.py, `ndcg` and `dcg`): an image is relevant if its base name up
 * to `.jpg` is the document's name up to `.pdf`, an underscore, and a reference page. The gain of a relevant image is
 * 1 / log2(rank + 1), ranks from 1, and the ideal has as many relevant images as there are reference pages.
 * @returns what is missing, if the record does not say enough
 */
export function ndcgOf(retrieval: Retrieval | null): Ndcg | { readonly needs: readonly Need[] } {
  const { images = null, fileName = null, pages = null } = retrieval ?? {};
  // Without a relevant image the NDCG is 0, whatever else is missing.
  if (pages?.length === 0) return noReference();
  if (images === null || fileName === null || pages === null) {
    const needs: Need[] = [];
    if (images === null) needs.push('retrieved_images');
    if (fileName === null) needs.push('file_name');
    if (pages === null) needs.push('reference_page');
    return { needs };
  }
  const wanted = goldPageNames(fileName, pages);
  const relevant = new Set(wanted);
  const names = images.map(imageName);
  let dcg = 0;
  names.forEach((name, index) => {
    if (relevant.has(name)) dcg += gainAt(index + 1);
  });
  let ideal = 0;
  for (let rank = 1; rank <= wanted.length; rank++) ideal += gainAt(rank);
  const value = dcg / ideal;
  return { value, changes: explain(names, wanted, relevant, ideal, value) };
}

const noReference = (): Ndcg => ({
  value: 0,
  changes: [
    {
      code: 'no-reference-page',
      amount: '-1',
      reason: t('The record lists no reference page: the NDCG is 0.'),
      span: null,
      tool: null,
    },
  ],
});

/** The gains of ranks from 1 on, as far as they were needed. */
const gains: number[] = [];

/** The gain of a relevant image at a rank. */
function gainAt(rank: number): number {
  for (let next = gains.length + 1; next <= rank; next++) gains.push(1 / log2(next + 1));
  return gains[rank - 1] ?? 0;
}

/** The changes from 1 to `value`: what came late, what did not come, and what came again. */
function explain(
  names: readonly string[],
  wanted: readonly string[],
  relevant: ReadonlySet<string>,
  ideal: number,
  value: number,
): readonly EntryParts[] {
  const changes: { code: string; share: number; reason: string }[] = [];
  const came = new Set<string>();
  names.forEach((name, index) => {
    if (!relevant.has(name)) return;
    const rank = index + 1;
    const gain = gainAt(rank);
    const image = quote(name);
    if (came.has(name)) {
      const reason = t(
        'Retrieved image {0} ({1}) is a reference page that was retrieved before; it counts again, with a gain of {2} of the ideal {3}.',
        rank,
        image,
        short(gain),
        short(ideal),
      );
      changes.push({ code: 'page-repeated', share: gain / ideal, reason });
      return;
    }
    came.add(name);
    const best = came.size;
    if (rank === best) return;
    const reason = t(
      'Retrieved image {0} ({1}) is a reference page with a gain of {2} of the ideal {3}; at rank {4} the gain is {5}.',
      rank,
      image,
      short(gain),
      short(ideal),
      best,
      short(gainAt(best)),
    );
    changes.push({ code: 'page-late', share: (gain - gainAt(best)) / ideal, reason });
  });
  if (came.size < wanted.length) {
    let lost = 0;
    for (let rank = came.size + 1; rank <= wanted.length; rank++) lost += gainAt(rank);
    const missing = [...relevant].filter((name) => !came.has(name));
    changes.push({ code: 'pages-missing', share: -lost / ideal, reason: missingReason(missing) });
  }
  const total = subtract(ofNumber(value), '1');
  const amounts = amountsOf(
    changes.map(({ share }) => share),
    total,
  );
  return changes.map(({ code, reason }, index) => ({
    code,
    amount: amounts[index] ?? '0',
    reason,
    span: null,
    tool: null,
  }));
}

/** The most missing pages that a sentence names. */
const MOST_NAMED = 5;

function missingReason(missing: readonly string[]): string {
  const named = missing.slice(0, MOST_NAMED).map(quote);
  if (missing.length > MOST_NAMED) named.push(t('{0} more', missing.length - MOST_NAMED));
  if (missing.length === 0)
    return t('The record lists a reference page more than once, and the ideal counts it each time.');
  return missing.length === 1
    ? t('The reference page {0} was not retrieved.', joinList(named))
    : t('The reference pages {0} were not retrieved.', joinList(named));
}

const short = (gain: number): string => String(Number(gain.toFixed(4)));
