import { mayBeCompared } from './computations/answerComparisons.ts';
import { readMentions } from './claims/prose.ts';
import { changeIn, comparedSides, comparisonWordIn, superlativeIn } from './computations/comparisonWords.ts';
import { derivedNumber } from './computations/derivedNumbers.ts';
import { quantitiesIn, type Quantity } from './computations/quantities.ts';
import { thresholdNumbers } from './computations/thresholds.ts';
import type { ClaimKind, GroundedClaim } from './model.ts';

/** What an answer computes from several numbers at once, or says of how often something is more. */
const AGGREGATE =
  /(?<![a-zäöüß])(?:average|mean|median|combined|together|altogether|in sum|difference|ratio|twice|half|thirds?|quarters? of|double[ds]?|tripled?|times (?:as|more|higher|larger)|durchschnitt\w{0,4}|zusammen|insgesamt|differenz|doppelt|(?:verdoppel|verdreifach|vervierfach|halbier)te?n?|halb|hälfte|drittel|viertel)(?![a-zäöüß])|平均|之和|合计|相差|倍|一半/u;
/** What a text says that must stand on a page. */
const WRITTEN: ReadonlySet<ClaimKind> = new Set<ClaimKind>(['name', 'code', 'quote', 'date']);
/** The most UTF-16 units of a part that is read. */
const LONGEST = 600;
/** A match of less certainty is one of words in any order. */
const IN_ORDER = 0.9;

/** What pages that were sent are asked. */
export interface PagesCheck {
  /** Whether they have each word and number of a text. */
  readonly isOnPages: (text: string) => boolean;
  /** Whether a sentence of them derives a number of the same things as a text does, which starts at `start`. */
  readonly isDerivedOnPages: (text: string, start: number, number: Quantity) => boolean;
  /** Whether they have a number beside a word for what it counts, in the singular or the plural. */
  readonly isCountOnPages: (number: string, noun: string) => boolean;
}

/**
 * Whether a part of an answer says something of numbers that need not stand on a page, such as how they compare or what
 * they come to, and of nothing that no page has. That no page says it does then not tell whether it is right.
 * @param sentence that it is part of
 */
export function isUndecided(
  { text, span, status, confidence, difference }: GroundedClaim,
  sentence: { readonly text: string; readonly start: number },
  { isOnPages, isDerivedOnPages }: PagesCheck,
): boolean {
  if (text.length > LONGEST) return false;
  const lower = text.toLowerCase();
  const isAggregate = AGGREGATE.test(lower);
  const thresholds = new Set(thresholdNumbers(text).map((number) => number.text));
  const isFree = (number: Quantity): boolean =>
    derivedNumber(sentence.text, sentence.start, number)?.mayBeWritten === false ||
    thresholds.has(number.text.toLowerCase()) ||
    isAggregate;
  const numbers = quantitiesIn(text, span.start);
  const free = numbers.filter(isFree);
  if (status === 'found') {
    // Words that stand somewhere in one row say nothing of how its numbers compare.
    return (
      confidence < IN_ORDER &&
      (saysMostAlone(lower, isOnPages) || (numbers.every(mayBeOfName) && compares(lower)))
    );
  }
  // What a page has instead of a number that need not stand on one is another number.
  const isNearOther = status === 'near' && free.some(({ text: number }) => isSaid(number, difference?.said));
  if (status !== 'not-found' && !isNearOther) return false;
  if (free.length === 0 && !compares(lower) && !isAggregate) return false;
  if (free.some((number) => isDerivedOnPages(text, span.start, number))) return false;
  const others = numbers.filter((number) => !free.includes(number));
  const written = readMentions(text, () => false).filter(({ kind }) => WRITTEN.has(kind));
  return (
    others.every((number) => isOnPages(number.text)) &&
    written.every(({ span: { start, end } }) => isOnPages(text.slice(start, end)))
  );
}

/** Whether a text in lower case says that something is the most or the least, with a word that no page has. */
function saysMostAlone(text: string, isOnPages: PagesCheck['isOnPages']): boolean {
  const most = superlativeIn(text);
  return most !== null && !isOnPages(text.slice(most.start, most.end));
}

/** Whether a difference is that of a number, which it may name without its unit. */
function isSaid(number: string, said = ''): boolean {
  const digits = /\d(?:.*\d)?/u.exec(number)?.[0] ?? number;
  return said.includes(digits);
}

/** Whether a number may be part of a name: a year, or a small one, as in `Corvo 3`. */
function mayBeOfName({ isYear, isPercent, text }: Quantity): boolean {
  return isYear || (!isPercent && /^\d{1,2}$/.test(text.trim()));
}

/** Whether a text in lower case compares numbers or says how they changed. */
function compares(text: string): boolean {
  return (
    mayBeCompared(text, false) ||
    comparedSides(text) !== null ||
    superlativeIn(text) !== null ||
    changeIn(text, false) !== null ||
    comparisonWordIn(text) !== null
  );
}
