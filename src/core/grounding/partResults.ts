import { mayBeCompared, type StatedComparison } from './computations/answerComparisons.ts';
import type { NamedComputation } from './computations/arithmetic.ts';
import { computeFromCells, type CellComputation } from './computations/askedCells.ts';
import { askedKinds } from './computations/askedComputation.ts';
import { countedNoun } from './computations/askedCounts.ts';
import type { ClaimValues } from './computations/claimValues.ts';
import { countRows } from './computations/countedRows.ts';
import { computeDerived } from './computations/derivedInTables.ts';
import { derivedNumber } from './computations/derivedNumbers.ts';
import { computationOf } from './computations/namedComputations.ts';
import { areEqual, quantitiesIn, roundsTo, type Quantity } from './computations/quantities.ts';
import { askedInstead, uniqueComputation } from './computations/uniqueComputation.ts';
import { countBeyondThreshold } from './computations/thresholdComparisons.ts';
import type { ValueTable } from './computations/valueTables.ts';
import type { AnswerVerdict, Computation, GroundedClaim } from './model.ts';
import { isUndecided, type PagesCheck } from './undecided.ts';

/** What an answer is checked against. */
export interface AnswerContext extends PagesCheck {
  readonly claims: readonly GroundedClaim[];
  readonly named: readonly NamedComputation[];
  readonly values: ClaimValues;
  /** Null if it is not known. */
  readonly question: string | null;
  /** The words that select the place of a claim; empty if there are none. */
  readonly placeOf: (claim: number) => string;
  /** The tables of the pages that were sent; reading them takes long. */
  readonly tables: () => readonly ValueTable[];
}

/** The most numbers of a part of an answer, or of a claim, that are compared. */
const MOST_NUMBERS = 50;

/** What the check of a part of an answer comes to. */
export interface PartResult {
  readonly verdict: AnswerVerdict;
  readonly computation: Computation | null;
  /** Whether it is on no page, and says something of numbers that need not stand on one. */
  readonly isUndecided?: true;
}

/** What a part comes to of which nothing can be said. */
export const NOT_CHECKABLE: PartResult = { verdict: 'not-checkable', computation: null };

const UNDECIDED: PartResult = { ...NOT_CHECKABLE, isUndecided: true };

/** What a part comes to that is computed or compared. */
export function resultOf(isRight: boolean, computation: Computation): PartResult {
  return { verdict: isRight ? 'computed-right' : 'computed-wrong', computation };
}

/** A word that joins a clause to the one before it is shorter. */
const LONGEST_JOIN = 10;

/** The result of a part of an answer, and of the comparison that it says. */
export function comparedResult(
  own: PartResult,
  { text, span }: GroundedClaim,
  compared: readonly StatedComparison[],
): PartResult {
  const one = compared.find(
    ({ span: said }) =>
      (said.start <= span.start && span.end <= said.end) ||
      // The part also has the word that joins it: `while Asia had the lowest`.
      (said.end >= span.end && said.start > span.start && said.start - span.start < LONGEST_JOIN),
  );
  if (one === undefined || own.verdict === 'computed-wrong') return own;
  const { holds, computation } = one;
  if (holds) return { verdict: 'computed-right', computation };
  // Another part of the sentence says what is wrong.
  const isWrong =
    mayBeCompared(text, false) || (one.span.start === span.start && one.span.end - span.end < 2);
  return isWrong ? { verdict: 'computed-wrong', computation } : own;
}

/** What a part of an answer is checked against. */
export interface PartContext extends AnswerContext {
  /** Whether the answer is nothing but the number that the question asks for. */
  readonly isBare: boolean;
}

/** A sentence of an answer, which starts at `start`. */
export interface Sentence {
  readonly text: string;
  readonly start: number;
}

/** What the check of a part of an answer comes to, without the comparisons that its sentence says. */
export function partResult(claim: GroundedClaim, context: PartContext, sentence: Sentence): PartResult {
  const result = computedPart(claim, context, sentence);
  const isOpen = result.computation === null && result.verdict !== 'not-checkable';
  if (!isOpen || !isUndecided(claim, sentence, context)) return result;
  return claim.status === 'found' ? NOT_CHECKABLE : UNDECIDED;
}

function computedPart(claim: GroundedClaim, context: PartContext, sentence: Sentence): PartResult {
  const plain: PartResult = { verdict: verdictOf(claim), computation: null };
  const numbers = numbersIn(claim);
  if (plain.verdict !== 'found' && isFactorOfPages(claim, context))
    return { verdict: 'found', computation: null, isUndecided: true };
  const count = countRows(sentence.text, context.question, context.tables);
  if (count !== null) return resultOf(count.right, count.computation);
  const counted =
    context.question === null ? null : countBeyondThreshold(sentence.text, context.question, context.tables);
  if (counted !== null) return resultOf(counted.holds, counted.computation);
  const noun = countedNoun(sentence.text, context.question, context.tables);
  if (noun !== null && !numbers.some(({ text }) => context.isCountOnPages(text, noun)))
    return plain.verdict === 'found' ? NOT_CHECKABLE : UNDECIDED;
  // A number that is found where it is alone on the page is not questioned.
  if (plain.verdict === 'found' || numbers.length === 0) return plain;
  let first: PartResult | null = null;
  const open: Quantity[] = [];
  for (const number of numbers) {
    const result = numberResult(number, claim, context, sentence);
    if (result?.verdict === 'computed-wrong') return result;
    if (result === null && context.values.found(number) === null) open.push(number);
    first ??= result;
  }
  // The other numbers may be what it is computed from: `rose by 11.7% to 58.1`.
  const cells = first?.computation?.cells ?? [];
  const isBased = open.every((number) =>
    cells.some(({ text }) => quantitiesIn(text, 0).some((cell) => areEqual(cell, number))),
  );
  return first !== null && isBased ? first : plain;
}

/**
 * Whether a part is a number of a formula that a percentage of the pages comes to: 0.95 for `5% discount`, 1.2 for
 * `20% VAT`; or one or a hundred, which percentages are of.
 */
function isFactorOfPages({ text, span }: GroundedClaim, { named, isOnPages }: PartContext): boolean {
  const [number, other] = quantitiesIn(text, span.start);
  const [value] = number?.values ?? [];
  if (number === undefined || value === undefined || other !== undefined) return false;
  const isWhole = value === 100 || (value === 1 && !number.isPercent);
  const isFactor = value > 0 && value < 2 && !number.isPercent && number.values.length === 1;
  if (!isWhole && !isFactor) return false;
  const percent = Number((100 * Math.abs(1 - value)).toFixed(8));
  return (
    named.some(
      ({ right, kind, operands }) =>
        right !== null &&
        FACTORED.has(kind) &&
        operands.some((operand) => operand.span.start === number.span.start),
    ) &&
    (isWhole || isOnPages(`${percent}%`))
  );
}

/** Checks a number of the answer that is on no page; null if nothing says how it is computed. */
function numberResult(
  number: Quantity,
  part: GroundedClaim,
  { claims, named, values, question, placeOf, tables, isBare }: PartContext,
  sentence: Sentence,
): PartResult | null {
  // What several numbers are compared with need not be on a page.
  const limit = named.find(
    ({ kind, operands }) =>
      kind === 'comparison' && operands.length > 2 && operands.at(-1)?.span.start === number.span.start,
  );
  if (limit !== undefined) return resultOf(limit.right === true, computationOf(limit, null, named, values));
  const computed = named.filter(({ kind }) => kind !== 'comparison');
  const right = computed.findLast((one) => resultFor(one, number) !== null);
  if (right !== undefined) {
    const value = resultFor(right, number) ?? 0;
    const computation = computationOf({ ...right, values: [value] }, number, named, values);
    return { verdict: 'computed-right', computation };
  }
  const wrong = computed.findLast(
    ({ said, right: isRight }) => isRight === false && said !== null && areEqual(said, number),
  );
  if (wrong !== undefined) {
    return { verdict: 'computed-wrong', computation: computationOf(wrong, number, named, values) };
  }
  const kinds = askedKinds(question, number);
  const unique = uniqueComputation(number, claims, kinds);
  if (unique === 'several') return NOT_CHECKABLE;
  if (unique !== null) return { verdict: 'computed-right', computation: unique };
  const derived = derivedResult(number, part, sentence, question, tables);
  if (derived !== null) return resultOf(derived.right, derived.computation);
  const isDerived = derivedNumber(sentence.text, sentence.start, number)?.mayBeWritten === false;
  const fromSentence = computeFromCells(number, sentence.text, tables);
  if (fromSentence !== null && (fromSentence.right || !isDerived))
    return resultOf(fromSentence.right, fromSentence.computation);
  const fromQuestion = question === null ? null : computeFromCells(number, question, tables);
  if (fromQuestion !== null && (fromQuestion.right || isBare))
    return resultOf(fromQuestion.right, fromQuestion.computation);
  if (!isBare) return null;
  // A number that a page has was read from it.
  const instead = values.found(number) === null ? askedInstead(number, claims, kinds, placeOf) : null;
  return instead === null ? null : { verdict: 'computed-wrong', computation: instead };
}

/** What separates the parts of a sentence that are statements of their own. */
const JOINED = /(?<!\p{L})(?:and|while|whereas|but|und|während|aber)\s{1,3}$|[;；]\s{0,3}$/iu;

/**
 * Whether a number that is derived from others is right: by its sentence, by its part of the sentence, or by the question
 * too; wrong only by the sentence.
 */
function derivedResult(
  number: Quantity,
  { span, text }: GroundedClaim,
  sentence: Sentence,
  question: string | null,
  tables: PartContext['tables'],
): CellComputation | null {
  const all = computeDerived(number, sentence.text, sentence.start, tables, text);
  if (all !== null) return all;
  const before = sentence.text.slice(0, Math.max(0, span.start - sentence.start));
  const after = sentence.text.slice(span.end - sentence.start);
  const isOwn = (before === '' || JOINED.test(before)) && !/^\s{0,2}[,，]\s(?!and|und)/iu.test(after);
  const own = isOwn ? computeDerived(number, text, span.start, tables) : null;
  if (own?.right === true) return own;
  const asked =
    question === null ? null : computeDerived(number, `${sentence.text} ${question}`, sentence.start, tables);
  return asked?.right === true ? asked : null;
}

/** What a computation comes to in the unit of `number`, if that is equal; otherwise null. */
function resultFor({ values, said, kind }: NamedComputation, number: Quantity): number | null {
  const isShare = number.isPercent && said?.isPercent !== true && SHARES.has(kind);
  const all = isShare ? [...values, ...values.map((value) => value * 100)] : values;
  return all.find((value) => roundsTo(value, number) || roundsTo(-value, number)) ?? null;
}

/** Computations in which a percentage is a factor. */
const FACTORED: ReadonlySet<Computation['kind']> = new Set<Computation['kind']>(['product', 'ratio']);

const SHARES: ReadonlySet<Computation['kind']> = new Set<Computation['kind']>([
  'share',
  'ratio',
  'growth',
  'product',
]);

function verdictOf({ status }: GroundedClaim): AnswerVerdict {
  switch (status) {
    case 'found':
    case 'elsewhere':
    case 'other-page':
      return 'found';
    case 'near':
      return 'near';
    case 'not-found':
      return 'not-found';
    case 'unknown':
      return 'not-checkable';
  }
}

/** The numbers of a part of an answer that are no years. */
export function numbersIn({ text, span }: Pick<GroundedClaim, 'text' | 'span'>): Quantity[] {
  return quantitiesIn(text, span.start)
    .filter(({ isYear }) => !isYear)
    .slice(0, MOST_NUMBERS);
}
