import { derivedNumber, isDerivingWord } from './computations/derivedNumbers.ts';
import { quantitiesIn, type Quantity } from './computations/quantities.ts';
import { contentOf } from './content.ts';
import type { PageIndex } from './pageIndex.ts';
import { tokenize } from './tokens.ts';
import { isYearKey } from './values.ts';

/** So many UTF-16 units on each side of a number are of its sentence: a table may stand before it. */
const AROUND = 160;
/** Between sentences of a folded text, which has no capitals that say where one begins. */
const BETWEEN = /(?<=[.!?])\s|(?<=[。！？；])/u;

/**
 * Whether a sentence of a page derives a number of the same things as a text does: `Revenue grew by 7.7% to 518.9` of
 * `Revenue grew by 9%`. The page then says what the number is.
 * @param number one of the text, which starts at `start`
 */
export function isDerivedOnPages(
  text: string,
  start: number,
  number: Quantity,
  pages: readonly PageIndex[],
): boolean {
  const said = derivedNumber(text, start, number);
  const words = wordsOf(text);
  const names = words.filter((word) => !/^\d/.test(word) && !isDerivingWord(word));
  const years = words.filter((word) => isYearKey(word));
  if (said === null || names.length === 0) return false;
  const isOfSameThings = (sentence: string): boolean => {
    const known = new Set(wordsOf(sentence));
    const others = [...known].filter((word) => isYearKey(word));
    const isOfYears = years.length === 0 || others.length === 0 || years.some((year) => known.has(year));
    return isOfYears && names.every((name) => known.has(name));
  };
  return pages
    .filter(({ positions }) => names.every((name) => positions.has(name)))
    .flatMap(({ tokens: { folded } }) => folded.text.split(BETWEEN))
    .filter((sentence) => names.every((name) => sentence.includes(name)))
    .some((sentence) =>
      quantitiesIn(sentence, 0).some(
        (other) =>
          other.isPercent === number.isPercent &&
          derivedNumber(sentence, 0, other)?.kind === said.kind &&
          isOfSameThings(sentence.slice(Math.max(0, other.span.start - AROUND), other.span.end + AROUND)),
      ),
    );
}

/** The words of a text that say something, folded. */
function wordsOf(text: string): string[] {
  const tokens = tokenize(text);
  return contentOf(tokens).map((at) => tokens.keys[at] ?? '');
}
