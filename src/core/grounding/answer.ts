import type { Span } from '../span.ts';
import type { Trajectory } from '../trajectory/model.ts';
import { finalAnswer } from '../trajectory/finalAnswer.ts';
import { splitSentences } from './claims/sentences.ts';
import type { NamedComputation } from './computations/arithmetic.ts';
import type { ClaimValues } from './computations/claimValues.ts';
import { computationOf } from './computations/namedComputations.ts';
import { areEqual, quantitiesIn, roundsTo, type Quantity } from './computations/quantities.ts';
import { askedComparison, askedKinds, isBareAnswer } from './computations/askedComputation.ts';
import {
  answeredInTables,
  askedInTables,
  statedComparisons,
  type StatedComparison,
} from './computations/answerComparisons.ts';
import { mayCompare } from './computations/tableComparisons.ts';
import { operandsOf } from './computations/operands.ts';
import { askedInstead, uniqueComputation } from './computations/uniqueComputation.ts';
import { areInNamedRow, computeFromCells } from './computations/askedCells.ts';
import { countRows } from './computations/countedRows.ts';
import type { ValueTable } from './computations/valueTables.ts';
import { fold } from './fold.ts';
import type {
  AnswerGrounding,
  AnswerVerdict,
  ClaimKind,
  Computation,
  ComputedCell,
  ComputedNumber,
  GroundedClaim,
} from './model.ts';

/** What an answer is checked against. */
export interface AnswerContext {
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

/** Verdicts on a part of an answer, from the one that decides to the one that does not. */
const DECIDING: readonly AnswerVerdict[] = [
  'computed-wrong',
  'not-found',
  'near',
  'not-checkable',
  'computed-right',
  'found',
];
/** The most parts of an answer for which earlier claims are looked for, and the most claims for each. */
const MOST_PARTS = 100;
const MOST_CLAIMS_EACH = 8;
/** The most numbers of a part of an answer, or of a claim, that are compared. */
const MOST_NUMBERS = 50;
/** Shorter words are not looked for inside of other claims. */
const LEAST_WORDS = 3;
const EARLIER: ReadonlySet<ClaimKind> = new Set<ClaimKind>([
  'observation',
  'evidence',
  'quote',
  'name',
  'date',
  'code',
  'number',
]);
const YES = /^\s*(?:yes|true|ja|是|对)(?![\p{L}])/iu;
/** A first word that stands alone, as in `No, it fell.` */
const SPOKEN = /^\s*\p{L}{1,5}\s?[,.;:!，。；：！]/u;
const NO = /^\s*(?:no|false|nein|否|不是)(?![\p{L}])/iu;

interface PartResult {
  readonly verdict: AnswerVerdict;
  readonly computation: Computation | null;
}
const NOT_CHECKABLE: PartResult = { verdict: 'not-checkable', computation: null };

function resultOf(isRight: boolean, computation: Computation): PartResult {
  return { verdict: isRight ? 'computed-right' : 'computed-wrong', computation };
}

/** What an answer rests on, and how the claims in it are computed, by their indices. */
export interface CheckedAnswer {
  /** Null if there is no closed answer. */
  readonly answer: AnswerGrounding | null;
  readonly computed: ReadonlyMap<number, ComputedNumber>;
}

/** What the answer of a trajectory rests on. */
export function groundAnswer({ steps, text }: Trajectory, context: AnswerContext): CheckedAnswer {
  const span = finalAnswer({ steps });
  const step = steps.findLast(({ kind }) => kind === 'answer');
  if (span === null || step === undefined || step.open) return { answer: null, computed: new Map() };
  const { claims } = context;
  const parts = claims.flatMap((claim, index) => (claim.step === step.index ? [{ claim, index }] : []));
  const sentences = splitSentences(text.slice(span.start, span.end), span.start);
  const sentenceOf = (claim: GroundedClaim): string => {
    const around = sentences.find(({ start, end }) => start <= claim.span.start && claim.span.end <= end);
    return around === undefined ? claim.text : text.slice(around.start, around.end);
  };
  const answerText = text.slice(span.start, span.end);
  const compared = comparisonsIn(answerText, span, context);
  const results =
    parts.length === 0
      ? [comparisonResult(answerText, context)]
      : parts.map(({ claim }) =>
          comparedResult(
            partResult(
              claim,
              { ...context, isBare: isBareAnswer(claim, answerText, context.question) },
              sentenceOf(claim),
            ),
            claim,
            compared,
          ),
        );
  const spoken = parts.length > 0 && SPOKEN.test(answerText) ? askedResult(answerText, context) : null;
  results.push(
    ...(spoken === null ? [] : [spoken]),
    ...ownComputations(sentences, text, context),
    ...compared.map(({ holds, computation }) => resultOf(holds, computation)),
  );
  const verdict = DECIDING.find((one) => results.some((result) => result.verdict === one)) ?? 'not-checkable';
  const isComputed = (one: PartResult): boolean => one.computation !== null;
  const computation =
    (results.find((one) => isComputed(one) && one.verdict === verdict) ?? results.find(isComputed))
      ?.computation ?? null;
  const earlier = earlierClaims(
    parts.map(({ claim }) => claim),
    step.index,
    claims,
  );
  const operands = results.flatMap((one) => one.computation?.operands ?? []);
  const restsOn = [...new Set([...parts.map(({ index }) => index), ...earlier, ...operands])].sort(
    (one, other) => one - other,
  );
  // A part that is computed is on no page: its operands are.
  const bases = results.flatMap((one, at) => one.computation?.operands ?? parts[at]?.index ?? []);
  const cells = results.flatMap((one) => one.computation?.cells ?? []);
  const onCitedPage = isOnCitedPage(claims, bases, cells, verdict);
  return {
    answer: { span, restsOn, verdict, computation, onCitedPage },
    computed: computedParts(parts, results),
  };
}

/** The computations that the answer itself names, except those whose results are parts of it that are computed. */
function ownComputations(
  sentences: readonly Span[],
  text: string,
  { named, values, tables }: AnswerContext,
): PartResult[] {
  return named.flatMap((one): PartResult[] => {
    const around = sentences.find(({ start, end }) => start <= one.span.start && one.span.end <= end);
    if (one.right === null || around === undefined) return [];
    const isChange = one.kind === 'growth' || one.kind === 'difference';
    const sentence = text.slice(around.start, around.end);
    // What is computed correctly from the numbers of another row is not right.
    if (one.right && isChange && !areInNamedRow(sentence, one.operands, tables())) return [NOT_CHECKABLE];
    return [resultOf(one.right, computationOf(one, one.said, named, values))];
  });
}

/** How the parts of an answer are computed, by the indices of their claims. */
function computedParts(
  parts: readonly { readonly index: number }[],
  results: readonly PartResult[],
): ReadonlyMap<number, ComputedNumber> {
  return new Map(
    parts.flatMap(({ index }, at) => {
      const { verdict, computation } = results[at] ?? NOT_CHECKABLE;
      if (computation === null) return [];
      return [[index, { right: verdict === 'computed-right', computation }]];
    }),
  );
}

/** The comparisons by labels that an answer says, or that it is the answer to. */
function comparisonsIn(answer: string, span: Span, { question, tables }: AnswerContext): StatedComparison[] {
  const answered = question === null ? null : answeredInTables(question, answer, tables);
  return answered === null ? statedComparisons(answer, span.start, tables) : [{ ...answered, span }];
}

/** The result of a part of an answer, and of the comparison that it says. */
function comparedResult(
  own: PartResult,
  { text, span }: GroundedClaim,
  compared: readonly StatedComparison[],
): PartResult {
  const one = compared.find(({ span: said }) => said.start <= span.start && span.end <= said.end);
  if (one === undefined || own.verdict === 'computed-wrong') return own;
  const { holds, computation } = one;
  if (holds) return { verdict: 'computed-right', computation };
  // Another part of the sentence says what is wrong.
  const isWrong = mayCompare(text, false) || (one.span.start === span.start && one.span.end - span.end < 2);
  return isWrong ? { verdict: 'computed-wrong', computation } : own;
}

/** What a part of an answer is checked against. */
interface PartContext extends AnswerContext {
  /** Whether the answer is nothing but the number that the question asks for. */
  readonly isBare: boolean;
}

function partResult(claim: GroundedClaim, context: PartContext, sentence: string): PartResult {
  const plain: PartResult = { verdict: verdictOf(claim), computation: null };
  const numbers = numbersIn(claim);
  const count = countRows(sentence, context.question, context.tables);
  if (count !== null) return resultOf(count.right, count.computation);
  // A number that is found where it is alone on the page is not questioned.
  if (plain.verdict === 'found' || numbers.length === 0) return plain;
  let first: PartResult | null = null;
  for (const number of numbers) {
    const result = numberResult(number, context, sentence);
    if (result?.verdict === 'computed-wrong') return result;
    if (result === null && context.values.found(number) === null) return plain;
    first ??= result;
  }
  return first ?? plain;
}

/** Checks a number of the answer that is on no page; null if nothing says how it is computed. */
function numberResult(
  number: Quantity,
  { claims, named, values, question, placeOf, tables, isBare }: PartContext,
  sentence: string,
): PartResult | null {
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
  const fromSentence = computeFromCells(number, sentence, tables);
  if (fromSentence !== null) return resultOf(fromSentence.right, fromSentence.computation);
  const fromQuestion = question === null ? null : computeFromCells(number, question, tables);
  if (fromQuestion !== null && (fromQuestion.right || isBare))
    return resultOf(fromQuestion.right, fromQuestion.computation);
  if (!isBare) return null;
  // A number that a page has was read from it.
  const instead = values.found(number) === null ? askedInstead(number, claims, kinds, placeOf) : null;
  return instead === null ? null : { verdict: 'computed-wrong', computation: instead };
}

/** What a computation comes to in the unit of `number`, if that is equal; otherwise null. */
function resultFor({ values, said, kind }: NamedComputation, number: Quantity): number | null {
  const isShare = number.isPercent && said?.isPercent !== true && SHARES.has(kind);
  const all = isShare ? [...values, ...values.map((value) => value * 100)] : values;
  return all.find((value) => roundsTo(value, number) || roundsTo(-value, number)) ?? null;
}

const SHARES: ReadonlySet<Computation['kind']> = new Set<Computation['kind']>([
  'share',
  'ratio',
  'growth',
  'product',
]);

/** The result of an answer that begins with yes or no, by the comparison that the question asks for; null if it is none. */
function askedResult(
  answer: string,
  { claims, question, placeOf, tables }: AnswerContext,
): PartResult | null {
  const isYes = YES.test(answer);
  if ((!isYes && !NO.test(answer)) || question === null) return null;
  const asked = askedComparison(question, operandsOf(claims), placeOf) ?? askedInTables(question, tables);
  return asked === null ? null : resultOf(asked.holds === isYes, asked.computation);
}

/**
 * The result of an answer of yes or no: that of the comparison that the question asks for, else of the only one that the
 * trajectory writes.
 */
function comparisonResult(answer: string, context: AnswerContext): PartResult {
  if (!YES.test(answer) && !NO.test(answer)) return NOT_CHECKABLE;
  const asked = askedResult(answer, context);
  if (asked !== null) return asked;
  const { named, values } = context;
  const comparisons = named.filter(({ kind }) => kind === 'comparison');
  const [only] = comparisons;
  if (only === undefined || comparisons.length > 1) return NOT_CHECKABLE;
  return resultOf(only.right === true, computationOf(only, null, named, values));
}

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

/** The claims before the answer that have a number or the words of one of its parts. */
function earlierClaims(
  parts: readonly GroundedClaim[],
  answer: number,
  claims: readonly GroundedClaim[],
): number[] {
  const indices: number[] = [];
  const looked = parts.slice(0, MOST_PARTS).map((part) => ({ ...contentOf(part), count: 0 }));
  if (looked.length === 0) return [];
  for (const [index, { kind, step, text, span }] of claims.entries()) {
    if (!EARLIER.has(kind) || step === answer) continue;
    const content = contentOf({ text, span });
    for (const part of looked) {
      if (part.count >= MOST_CLAIMS_EACH || !hasContent(content, part)) continue;
      part.count++;
      indices.push(index);
    }
  }
  return indices;
}

/** What a claim says, as it is compared with other claims. */
interface Content {
  readonly words: string;
  readonly numbers: readonly Quantity[];
}

function contentOf(claim: Pick<GroundedClaim, 'text' | 'span'>): Content {
  return { words: wordsOf(claim.text), numbers: numbersIn(claim) };
}

/** Whether a claim has a number or the words of a part of the answer. */
function hasContent(claim: Content, part: Content): boolean {
  return (
    part.numbers.some((number) => claim.numbers.some((other) => areEqual(number, other))) ||
    claim.words === part.words ||
    (part.words.length >= LEAST_WORDS && claim.words.includes(part.words))
  );
}

/** The numbers of a part of an answer that are no years. */
function numbersIn({ text, span }: Pick<GroundedClaim, 'text' | 'span'>): Quantity[] {
  return quantitiesIn(text, span.start)
    .filter(({ isYear }) => !isYear)
    .slice(0, MOST_NUMBERS);
}

function wordsOf(text: string): string {
  return fold(text)
    .text.replaceAll(/[^\p{L}\p{N}%]+/gu, ' ')
    .trim();
}

/**
 * Whether pages that the trajectory cites hold all that its answer rests on; null if it cites none. What claims with a
 * citation of their own say must be on the page that they cite; the rest on any page that the trajectory cites.
 * @param bases the parts of the answer, and the operands of those that are computed
 * @param cells the operands that are no claims
 */
function isOnCitedPage(
  claims: readonly GroundedClaim[],
  bases: readonly number[],
  cells: readonly ComputedCell[],
  verdict: AnswerVerdict,
): boolean | null {
  const pages = new Set(
    claims.flatMap(({ cited }) => (cited?.page == null ? [] : [`${cited.page} ${cited.document ?? ''}`])),
  );
  if (pages.size === 0 || verdict === 'not-checkable') return null;
  if (verdict !== 'found' && verdict !== 'computed-right') return false;
  if (!cells.every(({ on }) => pages.has(`${on.page} ${on.document}`))) return false;
  const citing = claims
    .filter(({ kind, cited }) => EARLIER.has(kind) && cited?.page != null)
    .map((claim) => ({ claim, content: contentOf(claim) }));
  return [...new Set(bases)].slice(0, MOST_PARTS).every((index) => {
    const base = claims[index];
    if (base === undefined) return false;
    const content = contentOf(base);
    const saying = citing.filter((one) => one.claim === base || hasContent(one.content, content));
    if (saying.length > 0)
      return saying.some(({ claim: { status } }) => status === 'found' || status === 'elsewhere');
    return base.on !== null && base.status !== 'near' && pages.has(`${base.on.page} ${base.on.document}`);
  });
}
