import { oneLine } from '../../../core/oneLine.ts';
import type { JudgedContent } from '../../../core/records/verdictKey.ts';
import type { Disagreement, RaterPair, VerdictAgreement } from '../../../core/runMetrics/verdictAgreement.ts';
import type { Place } from '../../../runs/reading/inputs.ts';
import { shortNumber } from '../../output/numbers.ts';
import { sectionLines } from '../../output/sections.ts';
import { placeName } from '../../terminal/problems.ts';
import { jsonMarkdown } from '../runs/runsMarkdown.ts';

/** A sample that was judged by several. */
export interface RatedSample extends JudgedContent {
  readonly place: Place;
  readonly id: string | null;
}

type Json = Readonly<Record<string, unknown>>;

/** Characters of a text in a table. */
const SHOWN = 60;

/** How the raters of a run agree, and samples on which they do not. */
export function agreementText(
  agreement: VerdictAgreement<RatedSample>,
  format: 'table' | 'json' | 'markdown',
): string {
  const { samples, disagreeing } = agreement;
  const head = { samples, disagreeing };
  if (format === 'json') {
    const pairs = agreement.pairs().map(pairJson);
    const disagreements = agreement.disagreements().map(disagreementJson);
    return `${JSON.stringify({ ...head, pairs, disagreements }, null, 2)}\n`;
  }
  const json = {
    ...head,
    pairs: agreement.pairs().map(pairRow),
    disagreements: agreement.disagreements().map(disagreementRow),
  };
  if (format === 'markdown') return jsonMarkdown('Agreement', json);
  return `${Object.entries(json)
    .flatMap(([name, value]) => sectionLines(name, value))
    .join('\n')}\n`;
}

function pairJson({ one, other, samples, kappa, ...cells }: RaterPair): Json {
  const { bothRight, onlyOne, onlyOther, bothWrong } = cells;
  return {
    one,
    other,
    samples,
    both_right: bothRight,
    only_one_right: onlyOne,
    only_other_right: onlyOther,
    both_wrong: bothWrong,
    agreement: (bothRight + bothWrong) / samples,
    kappa: kappa?.kappa ?? null,
    kappa_low: kappa?.low ?? null,
    kappa_high: kappa?.high ?? null,
  };
}

/** The same for people, with numbers that are short enough for a table. */
function pairRow(pair: RaterPair): Json {
  const { one, other, kappa_low: low, kappa_high: high, ...numbers } = pairJson(pair);
  return {
    pair: `${String(one)}, ${String(other)}`,
    ...Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, rounded(value)])),
    interval: low === null ? '-' : `${rounded(low)} to ${rounded(high)}`,
  };
}

const rounded = (value: unknown): string =>
  typeof value === 'number' ? shortNumber(Number(value.toFixed(3))) : '-';

function disagreementJson({ place, ratings }: Disagreement<RatedSample>): Json {
  const { file, line, sample } = place.place;
  return {
    file,
    line,
    sample,
    id: place.id,
    verdicts: Object.fromEntries([...ratings].map(([rater, says]) => [rater, wordOf(says)])),
    question: place.question,
    reference: place.reference,
    answer: place.answer,
  };
}

function disagreementRow({ place, ratings }: Disagreement<RatedSample>): Json {
  return {
    place: placeName(place.place),
    ...Object.fromEntries([...ratings].map(([rater, says]) => [rater, wordOf(says) ?? '-'])),
    question: oneLine(place.question ?? '', SHOWN),
    reference: oneLine(place.reference ?? '', SHOWN),
    answer: oneLine(place.answer, SHOWN),
  };
}

const wordOf = (says: boolean | null): string | null => (says === null ? null : says ? 'right' : 'wrong');
