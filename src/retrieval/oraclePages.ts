import { createHash } from 'node:crypto';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../core/errors.ts';
import type { PageChoice, PagePlace } from '../core/records/pageChoice.ts';
import { Random } from '../core/statistics/random.ts';
import { placesOf } from './choosePages.ts';

/**
 * The pages with the answer, and others at random up to a number (oracle retrieval). The same seed gives the same pages of
 * the same question, whatever else is asked.
 * @param question what tells questions apart, such as an id
 * @throws PageTraceError `bad-input` if it is not known which pages have the answer
 */
export function chooseOraclePages(
  question: string,
  documents: readonly { readonly pageCount: number }[],
  gold: readonly PagePlace[] | null,
  { most, seed }: { readonly most: number; readonly seed: number },
): PageChoice {
  if (gold === null)
    throw new PageTraceError('bad-input', t('The question does not say which pages have the answer.'), {
      hint: t('Add its gold pages to the data set, or let pages be found with auto:{0}.', most),
    });
  const keyOf = ({ document, page }: PagePlace): string => `${document} ${page}`;
  const isGold = new Set(gold.map(keyOf));
  const others = placesOf(documents).filter((place) => !isGold.has(keyOf(place)));
  const random = new Random(seedOf(question, seed));
  const distractors: PagePlace[] = [];
  while (isGold.size + distractors.length < most && others.length > 0)
    distractors.push(...others.splice(Math.floor(random.fraction() * others.length), 1));
  const chosen = [...new Map(gold.map((place) => [keyOf(place), place])).values(), ...distractors];
  // The place of the page with the answer must not give it away.
  const order: PagePlace[] = [];
  while (chosen.length > 0) order.push(...chosen.splice(Math.floor(random.fraction() * chosen.length), 1));
  return {
    way: 'oracle',
    most,
    retriever: null,
    pages: order.map(({ document, page }) => ({
      document,
      page,
      score: null,
      reason: { kind: isGold.has(keyOf({ document, page })) ? 'gold' : 'distractor' },
      isSent: true,
    })),
    gold,
  };
}

function seedOf(question: string, seed: number): number {
  return createHash('sha256')
    .update(JSON.stringify([seed, question]))
    .digest()
    .readInt32LE(0);
}
