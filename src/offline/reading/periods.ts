import { isYear } from '../../core/layout/cellText.ts';
import { findCandidates, type Candidate } from './values.ts';

const YEAR = /\b(?:1[89]|20|21)\d{2}\b/g;
const YEAR_BEFORE =
  /\b(?:the (?:year before|previous year|preceding year|prior year)|(?:a|one) year (?:earlier|before)|the year previously)\b/gi;

interface Period {
  readonly year: number;
  readonly start: number;
  readonly end: number;
}

/** The year before the newest one that a sentence names, if it says "the year before"; null otherwise. */
export function impliedYear(sentence: string): number | null {
  return periods(sentence).find(({ implied }) => implied)?.year ?? null;
}

function periods(sentence: string): (Period & { readonly implied: boolean })[] {
  const named = [...sentence.matchAll(YEAR)].map((match) => ({
    year: Number(match[0]),
    start: match.index,
    end: match.index + match[0].length,
    implied: false,
  }));
  if (named.length === 0) return [];
  const newest = Math.max(...named.map(({ year }) => year));
  const before = [...sentence.matchAll(YEAR_BEFORE)].map((match) => ({
    year: newest - 1,
    start: match.index,
    end: match.index + match[0].length,
    implied: true,
  }));
  return [...named, ...before].sort((a, b) => a.start - b.start);
}

/**
 * The year of each figure of a sentence, by the figure's offset: in "6 accidents in 2023, after 9 in 2022" and in "15
 * (2021: 12)", each figure is next to its own. Empty unless the sentence names several years.
 */
export function yearsOfFigures(sentence: string): ReadonlyMap<number, number> {
  const years = periods(sentence);
  const found = new Map<number, number>();
  if (new Set(years.map(({ year }) => year)).size < 2) return found;
  const figures = findCandidates(sentence, 'number').filter(
    ({ text, start, end }) =>
      !isYear(text.trim()) && !years.some((one) => start < one.end && end > one.start),
  );
  const row: (Candidate | Period)[] = [...figures, ...years].sort((a, b) => a.start - b.start);
  for (let at = 0; at + 1 < row.length; at += 1) {
    const [one, other] = [row[at], row[at + 1]];
    if (one === undefined || other === undefined || 'year' in one === 'year' in other) continue;
    const [figure, period] = 'year' in one ? [other, one] : [one, other];
    if ('year' in period) found.set(figure.start, period.year);
    at += 1;
  }
  return found;
}
