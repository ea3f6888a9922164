import type { Computation, ComputationKind, GroundedClaim } from '../model.ts';
import { tokenize, type Tokens } from '../tokens.ts';
import { contentOf } from '../content.ts';
import { changeIn, comparedSides, comparisonWordIn } from './comparisonWords.ts';
import type { Operand } from './operands.ts';
import { quantitiesIn, type Quantity } from './quantities.ts';

const GROWTH =
  /gr[eo]w|increas|decreas|declin|chang|r[oi]se|fall|fell|dr[oe]p|wachs|wuchs|gestiegen|stieg|veränder|gesunken|sank|增长|变化|下降|增加/i;
const DIFFERENCE =
  /differen|by how much|\bgap\b|how (?:much|many) (?:more|less|fewer|higher|lower|larger|smaller|bigger|greater)|unterschied|wie ?viele? mehr|差|多多少|少多少/i;
const SHARE = /share|percentage|proportion|percent of|what percent|fraction|anteil|占|比例/i;
const RATIO = /\bratio\b|how many times|verhältnis|几倍|多少倍/i;
const AVERAGE = /\baverage\b|\bmean\b|durchschnitt|mittelwert|平均/i;
const SUM =
  /\bsum\b|\btotal\b|combined|together|altogether|in all\b|summe|insgesamt|zusammen|总和|之和|合计|一共|总共/i;

/** Single characters of the words above, and other words of such questions. */
const ASKING_WORD =
  /^(?:by|much|many|more|less|fewer|higher|lower|larger|smaller|bigger|greater|gap|exceed|percent(?:age)?|rate|relative|absolute|times|differ(?:ed|s)?|prozent|hoch|um|c[ao]mes?|account(?:s|ed)|contributed?|works?|[差多少比例占增长变化下降加平均总和合计一共几倍率幅额值数])$/iu;

/** Whether a word only says how something is computed. */
export function isAskingWord(word: string): boolean {
  return [GROWTH, DIFFERENCE, SHARE, RATIO, AVERAGE, SUM, ASKING_WORD].some((pattern) => pattern.test(word));
}

/** The most UTF-16 units of a question that are read. */
const LONGEST = 2000;

/**
 * How a question asks for a number to be computed; null if it does not say.
 * @param number the answer, whose percent sign decides between a growth and a difference
 */
export function askedKinds(
  question: string | null,
  { isPercent }: Pick<Quantity, 'isPercent'>,
): readonly ComputationKind[] | null {
  const text = question?.slice(0, LONGEST) ?? '';
  if (RATIO.test(text)) return isPercent ? ['share'] : ['ratio'];
  if (GROWTH.test(text)) return isPercent ? ['growth'] : ['difference'];
  if (DIFFERENCE.test(text)) return isPercent ? ['growth'] : ['difference'];
  if (isPercent && SHARE.test(text)) return ['share'];
  if (AVERAGE.test(text)) return ['average'];
  return SUM.test(text) ? ['sum'] : null;
}

/** Words of an answer that say nothing of what it is about, besides those that no text counts. */
const ANSWERING: ReadonlySet<string> = new Set(
  'answer result total value number about approximately roughly around nearly exactly therefore so thus antwort ergebnis etwa rund ungefähr genau also 答案 约 大约'.split(
    ' ',
  ),
);
const STEM = 4;

/**
 * Whether an answer is nothing but the number that a question asks to compute: one number with words of the question
 * alone, and, if it has such words, with the computation that the question asks for. Only then can the question show that
 * the number is wrong: what else an answer says is not what was asked.
 * @param claim the part of the answer with the number
 */
export function isBareAnswer(
  { text, span, status }: Pick<GroundedClaim, 'text' | 'span' | 'status'>,
  answer: string,
  question: string | null,
): boolean {
  const numbersIn = (some: string, start: number): Quantity[] =>
    quantitiesIn(some, start).filter(({ isYear }) => !isYear);
  if (question === null || answer.length > LONGEST) return false;
  const [number] = numbersIn(text, span.start);
  if (number === undefined || numbersIn(answer, 0).length !== 1) return false;
  const said = tokenize(answer);
  const asked = tokenize(question.slice(0, LONGEST)).keys.map((key) => key.slice(0, STEM));
  const words = contentOf(said)
    .filter((at) => !said.numbers.has(at))
    .map((at) => said.keys[at] ?? '')
    .filter((key) => !ANSWERING.has(key));
  if (words.length === 0) return true;
  // With words beside it, a number that nearly stands on a page was misread there.
  if (status === 'near') return false;
  if (!words.every((key) => isAskingWord(key) || asked.includes(key.slice(0, STEM)))) return false;
  return askedKinds(answer, number)?.[0] === askedKinds(question, number)?.[0];
}

const UNDECIDED =
  /\b(?:not|or|oder|nicht|by more|at least|twice|times|than (?:both|all|any))(?![\p{L}])|还是|不/iu;

/** A comparison that a question of yes or no asks for. */
export interface AskedComparison {
  /** Whether the answer is yes. */
  readonly holds: boolean;
  readonly computation: Computation;
}

/**
 * Compares the two numbers that a question of yes or no is about: those that were read from the pages, in the order in
 * which the question names what tells their places apart. Null if that cannot be decided.
 * @param operands the numbers that were read
 * @param placeOf the words that select the place of a claim
 */
export function askedComparison(
  question: string | null,
  operands: readonly Operand[],
  placeOf: (claim: number) => string,
): AskedComparison | null {
  const [one, other] = operands;
  if (question === null || question.length > LONGEST || one === undefined || other === undefined) return null;
  if (operands.length !== 2 || UNDECIDED.test(question)) return null;
  const sign = signOf(question);
  if (sign === null || one.value === other.value || one.quantity.scale !== other.quantity.scale) return null;
  if (one.quantity.isPercent !== other.quantity.isPercent) return null;
  if (one.quantity.values.length > 1 || other.quantity.values.length > 1) return null;
  const asked = tokenize(question);
  const [place, second] = [tokenize(placeOf(one.index)), tokenize(placeOf(other.index))];
  const [at, then] = [firstNamed(asked, place, second), firstNamed(asked, second, place)];
  if (at === -1 || then === -1 || at === then) return null;
  const [first, last] = at < then ? [one, other] : [other, one];
  const isMore = first.value > last.value;
  return {
    holds: isMore === (sign === '>'),
    computation: {
      kind: 'comparison',
      operands: [one.index, other.index].sort((a, b) => a - b),
      text: `${first.quantity.text} ${isMore ? '>' : '<'} ${last.quantity.text}`,
      value: 1,
      said: 1,
    },
  };
}

/** How the first number that a question names is to be compared with the second one; null if it does not say. */
function signOf(question: string): '<' | '>' | null {
  const text = question.toLowerCase();
  const compared = comparedSides(text) ?? comparisonWordIn(text);
  const change = changeIn(text, true);
  if (compared !== null) return change === null ? compared.sign : null;
  if (change === null) return null;
  // What rose from one year to another is more in the second one.
  return change.sign === '>' ? '<' : '>';
}

/** Where a question first names something of a place that another place does not have; -1 if it does not. */
function firstNamed(question: Tokens, place: Tokens, other: Tokens): number {
  const others = new Set(other.keys);
  const own = new Set(place.keys.filter((key) => !others.has(key)));
  return question.keys.findIndex((key) => own.has(key));
}
