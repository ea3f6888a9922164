import type { FitReason, FittingTerm } from '../../../core/records/pageChoice.ts';
import type { FoundPage } from '../../../retrieval/model.ts';

/** The pages that were found, a line each: rank, score, place and why. */
export function foundText(found: readonly FoundPage[], files: readonly string[]): string {
  const rows = found.map(({ document, page, score, reason }, index) => ({
    rank: String(index + 1),
    score: score.toFixed(4),
    place: `${files[document] ?? ''} page ${page}`,
    why: reasonText(reason),
  }));
  const widest = (key: 'rank' | 'score' | 'place'): number =>
    Math.max(0, ...rows.map((row) => row[key].length));
  const [ranks, scores, places] = [widest('rank'), widest('score'), widest('place')];
  return rows
    .map(({ rank, score, place, why }) =>
      `${rank.padStart(ranks)}  ${score.padStart(scores)}  ${place.padEnd(places)}  ${why}`.trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}

/** Why a page has its rank, on a line. */
function reasonText(reason: FitReason): string {
  switch (reason.kind) {
    case 'bm25':
      return termsText(reason.terms);
    case 'embeddings':
      return '';
    case 'hybrid': {
      const { bm25, embeddings } = reason;
      return [
        bm25 === null ? 'bm25: not found' : `bm25: rank ${bm25.rank} (${termsText(bm25.terms)})`,
        embeddings === null ? 'embeddings: not found' : `embeddings: rank ${embeddings.rank}`,
      ].join('; ');
    }
  }
}

const termsText = (terms: readonly FittingTerm[]): string =>
  terms
    .map(({ term, count, score }) => `${term}${count === 1 ? '' : ` x${count}`} ${score.toFixed(2)}`)
    .join(', ');
