import { splitSentences } from '../claims/sentences.ts';
import { MOST_ARITHMETIC, type NamedComputation } from './arithmetic.ts';
import { compute, formulaOf } from './compute.ts';
import { quantitiesIn, roundsTo, type Quantity } from './quantities.ts';
import {
  ALL_COMPARED,
  COMPARATORS,
  MULTIPLES,
  MULTIPLIED,
  N,
  NUMBER_MARK,
  pattern,
  PERCENT_MARK,
  WORDINGS,
  YEAR_MARK,
  type Reading,
} from './wordings.ts';

/** The most UTF-16 units of a sentence that is read. */
const LONGEST = 600;
/** Words that make the sentence say something else than a result. */
const NO_RESULT = pattern(
  "\\b(?:not|n't|never|nor|nicht|kein|keine|isn't|wasn't|if(?! (?:you|we) (?:add|subtract|divide))|suppose|assuming|wenn|falls|angenommen)\\b|不|没|如果|假设",
);
/** What says that a number is only about right. */
const APPROXIMATE = pattern(
  '(?:\\b(?:nearly|almost|roughly|about|around|approximately|approx\\.?|over|more than|less than|at least|up to|fast|knapp|etwa|ungefähr|rund|mehr als|weniger als)|[约近]|大约|超过)\\s{0,3}$',
);
/** The share by which a number that is only about right may differ. */
const ABOUT = 0.06;
/** What makes the number before it the beginning of an interval. */
const INTERVAL = new RegExp(`^\\s{0,2}(?:to|bis|[-–])\\s{0,2}${N}`, 'u');

/** How far, as a share, a multiple in words may be from the ratio to be right, and from where on it is wrong. */
const CLOSE = 0.03;
const FAR = 0.2;

/** What a sentence must have to be read. */
const TWO_NUMBERS = /\d\D[^]{0,600}?\d/;

/**
 * The computations that a text says in words, such as `grew from 481.9 to 518.9, by 7.7%`, in English, German, and
 * Chinese. A sentence that can be read in several ways is left out.
 * @param start where the text starts
 */
export function readWordedComputations(text: string, start: number): NamedComputation[] {
  const found: NamedComputation[] = [];
  let budget = MOST_ARITHMETIC;
  for (const span of splitSentences(text, 0)) {
    if (span.end - span.start > LONGEST) continue;
    const sentence = text.slice(span.start, span.end);
    if (!TWO_NUMBERS.test(sentence)) continue;
    budget -= sentence.length;
    if (budget < 0) break;
    found.push(...readSentence(sentence, start + span.start));
  }
  return found;
}

function readSentence(sentence: string, start: number): NamedComputation[] {
  const all = quantitiesIn(sentence, start);
  if (all.length < 2 || NO_RESULT.test(sentence.toLowerCase())) return [];
  let masked = '';
  let from = 0;
  const numbers: Quantity[] = [];
  /** The index in `masked` of each of `numbers`. */
  const marks: number[] = [];
  for (const quantity of all) {
    const at = quantity.span.start - start;
    masked += sentence.slice(from, at).toLowerCase();
    from = quantity.span.end - start;
    if (!quantity.isYear) {
      marks.push(masked.length);
      numbers.push(quantity);
    }
    masked += quantity.isYear ? YEAR_MARK : quantity.isPercent ? PERCENT_MARK : NUMBER_MARK;
  }
  masked += sentence.slice(from).toLowerCase();
  const found: NamedComputation[] = [];
  const used = new Set<number>();
  const take = (match: RegExpExecArray | null): number[] | null => {
    if (match === null) return null;
    const end = match.index + match[0].length;
    const indices = marks.flatMap((at, index) => (at >= match.index && at < end ? [index] : []));
    return indices.some((index) => used.has(index)) ? null : indices;
  };
  const spanOf = (indices: readonly number[]): NamedComputation['span'] => ({
    start: numbers[indices[0] ?? 0]?.span.start ?? start,
    end: numbers[indices.at(-1) ?? 0]?.span.end ?? start,
  });
  const pick = (indices: readonly number[]): Quantity[] => indices.flatMap((index) => numbers[index] ?? []);
  // Two operands and a result; the patterns take some time to compile.
  for (const { pattern: words, read } of numbers.length < 3 ? [] : WORDINGS) {
    const match = words.exec(masked);
    const indices = take(match);
    if (match === null || indices === null) continue;
    const before = masked.slice(Math.max(0, match.index - 60), match.index);
    const reading = read(pick(indices), before + match[0]);
    if (reading === null) continue;
    for (const index of indices) used.add(index);
    const saidAt = marks[numbers.indexOf(reading.said)] ?? 0;
    if (INTERVAL.test(masked.slice(saidAt + 1, saidAt + 8))) continue;
    const isAbout = APPROXIMATE.test(masked.slice(Math.max(0, saidAt - 20), saidAt));
    const isNegative = /[-−–]\s?$/u.test(masked.slice(Math.max(0, saidAt - 2), saidAt));
    const one = checkReading(reading, isAbout, isNegative, spanOf(indices));
    if (one !== null) found.push(one);
  }
  for (const [words, value] of MULTIPLES) {
    const indices = take(words.exec(masked));
    if (indices === null) continue;
    for (const index of indices) used.add(index);
    const one = checkMultiple(pick(indices), value, spanOf(indices));
    if (one !== null) found.push(one);
  }
  for (const [words, value] of MULTIPLIED) {
    const match = words.exec(masked);
    const indices = take(match);
    if (match === null || indices === null || APPROXIMATE.test(masked.slice(0, match.index))) continue;
    for (const index of indices) used.add(index);
    const isMore = match.groups?.['more'] !== undefined;
    const one = checkMultiple(pick(indices).toReversed(), value, spanOf(indices), isMore);
    if (one !== null) found.push(one);
  }
  for (const [words, sign] of numbers.length < 3 ? [] : ALL_COMPARED) {
    const indices = take(words.exec(masked));
    if (indices === null) continue;
    for (const index of indices) used.add(index);
    const one = checkAll(pick(indices), sign, spanOf(indices));
    if (one !== null) found.push(one);
  }
  for (const [words, sign] of COMPARATORS) {
    const indices = take(words.exec(masked));
    if (indices === null) continue;
    const one = checkComparison(pick(indices), sign, spanOf(indices));
    if (one !== null) found.push(one);
  }
  return found;
}

/** What the operands can come to, in the unit of the result; the readings of a number are tried together. */
function resultsFor({ kind, operands, said }: Reading): number[] {
  const results: number[] = [];
  const first = operands[0]?.scale ?? 1;
  const isOneScale = operands.every(({ scale }) => scale === first);
  for (const reading of [0, 1]) {
    const values = operands.map(({ values: all, scale }) => (all[reading] ?? all[0] ?? Number.NaN) * scale);
    const value = compute(kind, values);
    if (value === null || !Number.isFinite(value)) continue;
    results.push(value);
    const hasUnit = kind !== 'share' && kind !== 'growth' && kind !== 'ratio';
    if (hasUnit && isOneScale && first !== 1 && said.scale === 1) results.push(value / first);
  }
  return [...new Set(results)];
}

function checkReading(
  reading: Reading,
  isAbout: boolean,
  isNegative: boolean,
  span: NamedComputation['span'],
): NamedComputation | null {
  const { kind, operands, said, direction } = reading;
  const isBothPercent = kind === 'growth' && operands.every(({ isPercent }) => isPercent);
  // A change of a percentage may be meant in percentage points.
  const points = isBothPercent ? resultsFor({ ...reading, kind: 'difference' }) : [];
  const values = [...resultsFor(reading), ...points];
  // 20% of 518.9 is 103.8: the percentage may be rounded, or the part.
  const products =
    kind === 'share' && said.span.start < (operands[0]?.span.start ?? 0) ? partIsRight(reading) : false;
  if (values.length === 0) return null;
  const isSigned = (value: number): boolean =>
    isNegative
      ? value < 0 && direction !== 1
      : direction === 0 || kind === 'sum' || value === 0 || Math.sign(value) === direction;
  const fits = (value: number): boolean =>
    roundsTo(kind === 'difference' || kind === 'growth' ? Math.abs(value) : value, said) && isSigned(value);
  const isRight = products || values.some(fits);
  if (!isRight && isAbout) {
    const isNear = values.some((value) => {
      const size = Math.abs(value);
      return said.values.some((each) =>
        [1, said.scale].some((scale) => Math.abs(size / scale - each) <= ABOUT * each),
      );
    });
    if (isNear) return null;
  }
  // A share that is written as a ratio, and the reverse, is not called wrong.
  const isOtherUnit = values.some((value) => roundsTo(value / 100, said) || roundsTo(value * 100, said));
  if (!isRight && isOtherUnit) return null;
  return {
    span,
    kind,
    operands,
    formula: formulaOf(kind, operands),
    values: values.toSorted((one, other) => Number(fits(other)) - Number(fits(one))),
    said,
    right: isRight,
  };
}

/** Whether the part is right for a percentage that is said of a whole. */
function partIsRight({ operands: [part, whole], said }: Reading): boolean {
  if (part === undefined || whole === undefined) return false;
  return whole.values.some((value) =>
    said.values.some((share) => roundsTo((value * whole.scale * share) / 100, part)),
  );
}

function checkMultiple(
  [one, other]: readonly Quantity[],
  multiple: number,
  span: NamedComputation['span'],
  isMore = false,
): NamedComputation | null {
  if (one === undefined || other === undefined) return null;
  const operands = [one, other];
  const [ratio] = resultsFor({ kind: 'ratio', operands, said: one, direction: 0 });
  if (ratio === undefined) return null;
  const off = Math.abs(ratio - multiple) / multiple;
  if (!isMore && off > CLOSE && off < FAR) return null;
  // `More than halved` is less than half.
  const isBeyond = multiple < 1 ? ratio < multiple : ratio > multiple;
  return {
    span,
    kind: 'ratio',
    operands,
    formula: formulaOf('ratio', operands),
    values: [ratio],
    said: null,
    right: isMore ? isBeyond : off <= CLOSE,
  };
}

/** Whether all of some numbers are more (or less) than the last one; the first that is not is shown. */
function checkAll(
  numbers: readonly Quantity[],
  sign: '<' | '>',
  span: NamedComputation['span'],
): NamedComputation | null {
  const last = numbers.at(-1);
  const results = numbers
    .slice(0, -1)
    .map((number) => (last === undefined ? null : checkComparison([number, last], sign, span)));
  const known = results.filter((one) => one !== null);
  const [first] = known;
  if (first === undefined || known.length < results.length) return null;
  return { ...(known.find(({ right }) => right === false) ?? first), operands: numbers };
}

function checkComparison(
  [one, other]: readonly Quantity[],
  sign: '<' | '>',
  span: NamedComputation['span'],
): NamedComputation | null {
  if (one === undefined || other === undefined) return null;
  const isAmbiguous =
    one.values.length > 1 ||
    other.values.length > 1 ||
    one.scale !== other.scale ||
    one.isPercent !== other.isPercent;
  const difference = (one.values[0] ?? Number.NaN) - (other.values[0] ?? Number.NaN);
  if (isAmbiguous || !Number.isFinite(difference)) return null;
  return {
    span,
    kind: 'comparison',
    operands: [one, other],
    formula: `${one.text} ${sign} ${other.text}`,
    values: [difference],
    said: null,
    right: sign === '>' ? difference > 0 : difference < 0,
  };
}
