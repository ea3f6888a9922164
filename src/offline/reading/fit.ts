import { isValueOfQuantity, isValueOfAnother } from './attributes.ts';
import type { Passage } from './passage.ts';
import { isPlace } from './persons.ts';
import { soleStems, type Question } from './question.ts';
import { statedValue } from './statements.ts';
import { hasNumber, isYear } from '../../core/layout/cellText.ts';
import { findCandidates, type ValueKind } from './values.ts';
import { contentStems, stem, terms } from './words.ts';

/** Whether a number can be a count: neither a year nor a share. */
function isCount(text: string, question: Question): boolean {
  if (isYear(text.trim())) return false;
  return !/%|per ?cent/i.test(text) || !/\bhow many\b/i.test(question.text);
}

/** Words before the name of a place. */
const PLACED = /\b(?:in|at|to|near|on|into|through|around) (?:the )?$/i;
/** The fit of a sentence whose numbers count something else than what "how many" asks for. */
const COUNTS_OTHERS = 0.28;
/** The fit of a sentence without a comparison, if the question asks for the largest or smallest. */
const NO_COMPARISON = 0.3;
/** "Which instrument" asks for a name. */
const NAMED = /^\W*(?:(?:in|at|on|for|from|by|with|to)\s+)?which\s+\p{Ll}/iu;
/** The fit of a sentence without a name, or of a number in a cell, if the question asks for a name. */
const UNNAMED = 0.45;
/** The fit of a sum of money if the question asks for a name. */
const OF_MONEY = 0.2;
/** The fit of a share in a cell if the question asks how many there are. */
const SHARE_FOR_COUNT = 0.6;
const HEADING_FIT = 0.35;
/** The fit of a place if the question asks for a person. */
const PLACE_FIT = 0.1;
/**
 * The fit of a comparison of a column if the question asks for the largest or smallest, which is better than a line
 * that happens to fit.
 */
const EXTREME_FIT = 1.4;
const PRICE = stem('price');
const LOCATIVE =
  /\b(?:in|at|on|behind|near|above|below|beside|between|under|opposite|outside|inside|next to) (?:the|a|an)\b/i;
const MONEY_WORDS =
  /[€$£¥]|\b(?:euros?|pounds?|dollars?|francs?|crowns?|yen|USD|EUR|GBP|million|billion|revenue|income|costs?|prices?|fees?|salar(?:y|ies)|expenses?)\b/i;

/** How well a passage has what a kind of question asks for. */
export function valueFit(passage: Passage, question: Question): number {
  const own = new Set(contentStems(question.text));
  const stems = contentStems(passage.text);
  // A value that only repeats the question answers nothing.
  if (stems.length > 0 && stems.every((stem) => own.has(stem))) return 0.1;
  if (passage.kind === 'extreme') return passage.which === question.extreme ? EXTREME_FIT : 0;
  if (passage.kind === 'sentence') {
    return sentenceFit(passage.text, question) * (passage.isHeading ? HEADING_FIT : 1);
  }
  if (question.kind === 'person' && passage.kind === 'cell' && isPlace(passage.text, passage.header))
    return PLACE_FIT;
  const fit = cellFit(passage.text, question.kind);
  if (
    passage.kind === 'cell' &&
    question.kind === 'text' &&
    isBareNumber(passage.text) &&
    NAMED.test(question.text)
  )
    return UNNAMED * fit;
  if (passage.kind === 'row') return fit * scoreLabel(question, passage.text);
  if (question.kind === 'number' && !isCount(passage.text, question)) return SHARE_FOR_COUNT * fit;
  if (question.kind === 'money' && !couldBePrice(passage.text)) return 0.25 * fit;
  const money =
    question.kind === 'money' &&
    !MONEY_WORDS.test(`${passage.parts.map((part) => part.text).join(' ')} ${passage.text}`);
  return money ? 0.7 * fit : fit;
}

/** Whether a cell has no letters of a name. */
function isBareNumber(value: string): boolean {
  return hasNumber(value) && !/\p{L}/u.test(value);
}

/** The fit of a row's label, which "which" and "who" ask for more than other questions. */
function scoreLabel({ text, kind }: Question, label: string): number {
  // "On which day is it closed" asks for the row whose label is a day, a month, or a year.
  if (kind === 'date' && /\b(?:which|what)\b/i.test(text) && findCandidates(label, 'date').length > 0)
    return 0.8;
  return /\b(?:which|who|whose|where|what)\b/i.test(text) && ['text', 'person', 'place'].includes(kind)
    ? 0.8
    : 0.1;
}

function cellFit(value: string, kind: ValueKind): number {
  const number = hasNumber(value);
  switch (kind) {
    case 'text':
      return 1;
    case 'person':
    case 'place':
      return number ? 0.15 : 1;
    case 'date':
      return findCandidates(value, 'date').length > 0 ? 1 : 0.3;
    case 'frequency':
      return findCandidates(value, 'frequency').length > 0 ? 1 : 0.4;
    case 'percent':
      return value.includes('%') ? 1.1 : number ? 0.9 : 0.2;
    case 'duration':
      return findCandidates(value, 'duration').length > 0 ? 1.1 : number ? 0.7 : 0.2;
    case 'money':
    case 'number':
      if (isYear(value.trim())) return 0.2;
      return number ? (value.includes('%') && kind === 'money' ? 0.6 : 1) : 0.2;
  }
}

/** The candidates in a sentence that are not in the question itself. */
export function newCandidates(
  sentence: string,
  question: Question,
  kind: ValueKind = question.kind,
): ReturnType<typeof findCandidates> {
  const own = new Set(terms(question.text).map((term) => term.stem));
  const found = findCandidates(sentence, kind).filter(({ text }) =>
    terms(text).some((term) => !own.has(term.stem)),
  );
  if (kind === 'number') return found.filter(({ text }) => isCount(text, question));
  if (kind !== 'person') return found;
  const people = found.filter(({ start }) => !PLACED.test(sentence.slice(0, start)));
  return people.length > 0 ? people : found;
}

/** Whether a cell can contain a sum of money: a number that is neither a code nor has another unit. */
function couldBePrice(value: string): boolean {
  return isValueOfQuantity(PRICE, value) || (/^[^\p{L}]*\d/u.test(value) && !isValueOfAnother(PRICE, value));
}

const SUPERLATIVE = /\b(?:most|least|fewest|best|worst|maximum|minimum|top|main|\p{L}{3,}est)\b/iu;

function sentenceFit(text: string, question: Question): number {
  const { kind } = question;
  if (question.extreme !== null && !SUPERLATIVE.test(text)) return NO_COMPARISON;
  if (kind === 'text') {
    if (!NAMED.test(question.text) || statedValue(text, question) !== null) return 0.95;
    return MONEY_WORDS.test(text) && hasNumber(text) && !MONEY_WORDS.test(question.text) ? OF_MONEY : UNNAMED;
  }
  if (kind === 'place') return newCandidates(text, question).length > 0 || LOCATIVE.test(text) ? 1 : 0.4;
  if (newCandidates(text, question).length > 0)
    return countsSomethingElse(text, question) ? COUNTS_OTHERS : 1;
  const number = newCandidates(text, question, 'number').some((candidate) => hasNumber(candidate.text));
  if (kind === 'money' || kind === 'percent') return number ? 0.55 : 0.2;
  if (kind === 'duration') return number ? 0.35 : 0.2;
  return kind === 'frequency' ? 0.45 : kind === 'number' ? 0.3 : 0.2;
}

/** Whether "how many pupils" finds only numbers that count something else: none is directly followed by `pupils`. */
function countsSomethingElse(text: string, question: Question): boolean {
  const focus = question.concepts.find((concept) => concept.focus);
  if (focus === undefined || !/\bhow many\b/i.test(question.text)) return false;
  const stems = soleStems(focus);
  if (mentionsNumberOf(text, stems)) return false;
  return newCandidates(text, question).every(({ start, end }) => {
    const counted = terms(text.slice(start, end + 60))
      .filter((term) => term.start >= end - start || !hasNumber(term.word))
      .slice(0, 2);
    return !counted.some(({ stem }) => stems.has(stem));
  });
}

/** Whether a sentence mentions "the number of pupils". */
function mentionsNumberOf(text: string, stems: ReadonlySet<string>): boolean {
  return [...text.matchAll(/\b(?:number|total|count) of\s+(?=(.{1,60}))/gi)].some((match) =>
    terms(match[1] ?? '')
      .slice(0, 3)
      .some(({ stem }) => stems.has(stem)),
  );
}
