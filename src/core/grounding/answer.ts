import type { Span } from '../span.ts';
import type { Trajectory } from '../trajectory/model.ts';
import { finalAnswer } from '../trajectory/finalAnswer.ts';
import { splitSentences } from './claims/sentences.ts';
import { computationOf } from './computations/namedComputations.ts';
import { areEqual, type Quantity } from './computations/quantities.ts';
import { askedComparison, isBareAnswer } from './computations/askedComputation.ts';
import {
  answeredInTables,
  askedInTables,
  statedComparisons,
  type StatedComparison,
} from './computations/answerComparisons.ts';
import { operandsOf } from './computations/operands.ts';
import { areInNamedRow } from './computations/askedCells.ts';
import { fold } from './fold.ts';
import type {
  AnswerGrounding,
  AnswerVerdict,
  ClaimKind,
  ComputedCell,
  ComputedNumber,
  GroundedClaim,
} from './model.ts';
import {
  comparedResult,
  NOT_CHECKABLE,
  numbersIn,
  partResult,
  resultOf,
  type AnswerContext,
  type PartResult,
  type Sentence,
} from './partResults.ts';

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

/** What an answer rests on, and how the claims in it are computed, by their indices. */
export interface CheckedAnswer {
  /** Null if there is no closed answer. */
  readonly answer: AnswerGrounding | null;
  readonly computed: ReadonlyMap<number, ComputedNumber>;
  /** The claims in it that say something of numbers that could not be computed, by their indices. */
  readonly undecided: ReadonlySet<number>;
}

/** What the answer of a trajectory rests on. */
export function groundAnswer({ steps, text }: Trajectory, context: AnswerContext): CheckedAnswer {
  const span = finalAnswer({ steps });
  const step = steps.findLast(({ kind }) => kind === 'answer');
  if (span === null || step === undefined || step.open)
    return { answer: null, computed: new Map(), undecided: new Set() };
  const { claims } = context;
  const parts = claims.flatMap((claim, index) => (claim.step === step.index ? [{ claim, index }] : []));
  const sentences = splitSentences(text.slice(span.start, span.end), span.start);
  const sentenceOf = (claim: GroundedClaim): Sentence => {
    const around = sentences.find(({ start, end }) => start <= claim.span.start && claim.span.end <= end);
    const { start, end } = around ?? claim.span;
    return { text: text.slice(start, end), start };
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
    undecided: new Set(parts.flatMap(({ index }, at) => (results[at]?.isUndecided === true ? [index] : []))),
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
