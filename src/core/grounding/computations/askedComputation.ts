import type { Computation, ComputationKind } from '../model.ts';
import { tokenize, type Tokens } from '../tokens.ts';
import type { Operand } from './operands.ts';
import type { Quantity } from './quantities.ts';

const GROWTH =
  /gr[eo]w|increas|decreas|declin|chang|r[oi]se|fall|fell|dr[oe]p|wachs|wuchs|gestiegen|stieg|veränder|gesunken|sank|增长|变化|下降|增加/i;
const DIFFERENCE =
  /differen|how (?:much|many) (?:more|less|fewer|higher|lower|larger|smaller)|unterschied|wie ?viele? mehr|差|多多少|少多少/i;
const SHARE = /share|percentage|proportion|percent of|what percent|fraction|anteil|占|比例/i;
const RATIO = /\bratio\b|how many times|verhältnis|几倍|多少倍/i;
const AVERAGE = /\baverage\b|\bmean\b|durchschnitt|mittelwert|平均/i;
const SUM =
  /\bsum\b|\btotal\b|combined|together|altogether|in all\b|summe|insgesamt|zusammen|总和|合计|一共|总共/i;

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

const MORE =
  /\b(?:larger|greater|higher|bigger|more|exceeds?|exceeded|above|größer|höher|mehr|übersteigt)(?![\p{L}])|大于|高于|多于|超过/iu;
const LESS =
  /\b(?:smaller|lower|less|fewer|below|kleiner|niedriger|weniger|geringer)(?![\p{L}])|小于|低于|少于/iu;
const ROSE =
  /\b(?:increase|increased|grow|grew|rise|rose|go up|gestiegen|gewachsen)(?![\p{L}])|增长|增加|上升/iu;
const FELL =
  /\b(?:decrease|decreased|decline|declined|fall|fell|drop|dropped|go down|gesunken|gefallen)(?![\p{L}])|下降|减少/iu;
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
  const signs = new Set<'<' | '>'>();
  if (MORE.test(question)) signs.add('>');
  if (LESS.test(question)) signs.add('<');
  // What rose from one year to another is more in the second one.
  if (ROSE.test(question)) signs.add('<');
  if (FELL.test(question)) signs.add('>');
  const [sign] = signs;
  return signs.size === 1 ? (sign ?? null) : null;
}

/** Where a question first names something of a place that another place does not have; -1 if it does not. */
function firstNamed(question: Tokens, place: Tokens, other: Tokens): number {
  const others = new Set(other.keys);
  const own = new Set(place.keys.filter((key) => !others.has(key)));
  return question.keys.findIndex((key) => own.has(key));
}
