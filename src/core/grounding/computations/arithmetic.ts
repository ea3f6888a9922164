import { appendAll } from '../../appendAll.ts';
import type { Span } from '../../span.ts';
import { NUMBER } from '../claims/patterns.ts';
import type { ComputationKind } from '../model.ts';
import { readExpression, type Expression } from './expressions.ts';
import { readQuantity, roundsTo, type Quantity } from './quantities.ts';

/** A computation that the trajectory names: its operands, and the result if it says one. */
export interface NamedComputation {
  readonly span: Span;
  readonly kind: ComputationKind;
  readonly operands: readonly Quantity[];
  /** The computation without its result: `(518.9 - 481.9) / 481.9`. */
  readonly formula: string;
  /**
   * What it can come to, in the unit of `said`, or of its numbers if it says no result; the value that is `said` comes
   * first. Not empty.
   */
  readonly values: readonly number[];
  /** Null if the result is not written. */
  readonly said: Quantity | null;
  /** Whether `said` is right; null if there is none. */
  readonly right: boolean | null;
}

type Sign = '=' | '<' | '>' | '<=' | '>=';
type Token = { readonly start: number; readonly end: number } & (
  | { readonly kind: 'number'; readonly number: Quantity }
  | { readonly kind: 'operator'; readonly sign: '+' | '-' | '*' | '/' | '(' | ')' }
  | { readonly kind: 'relation'; readonly sign: Sign }
);

const PIECES = new RegExp(
  [
    String.raw`(?<ignored>\s{1,20}|\\(?:left|right|displaystyle|[,;!()[\]])|\${1,2}(?!\d)|\*\*|(?<=\s)(?:about|approximately|approx\.|roughly|ca\.|rund)(?=\s)|约)`,
    // A label or a year behind a number: `518.9 (2024)`.
    String.raw`(?<remark>(?<=[\p{L}\d%]\s?)[(（](?:(?:19|20)\d{2}|[^()（）\d]{2,40})[)）])`,
    String.raw`(?<fraction>\\[dt]?frac\s?\{)`,
    String.raw`(?<over>\}\s?\{)`,
    String.raw`(?<least>>=|≥|\\geq?(?![a-z]))`,
    String.raw`(?<most><=|≤|\\leq?(?![a-z]))`,
    String.raw`(?<equal>[=≈≅]|\\approx|\\simeq|(?<=\s)(?:equals|is equal to|yields|gives|makes|ergibt|gleich)(?=\s)|等于)`,
    String.raw`(?<more>>)`,
    String.raw`(?<less><)`,
    `(?<number>${NUMBER})`,
    String.raw`(?<times>[*×·⋅]|\\times|\\cdot|(?<=\d\s?)x(?=\s?[\d($]))`,
    String.raw`(?<over2>[/÷]|\\div)`,
    String.raw`(?<plus>\+)`,
    String.raw`(?<minus>[-−–])`,
    String.raw`(?<open>[(（])`,
    String.raw`(?<close>[)）}])`,
    String.raw`(?<other>\p{L}{2,64}|\S)`,
  ].join('|'),
  'giu',
);

/** What every line with arithmetic has. */
const RELATION =
  /[=≈≅<>≤≥]|\\(?:approx|simeq|geq?|leq?)|equals|is equal to|yields|gives|makes|ergibt|gleich|等于/i;
/** The most UTF-16 units of lines with arithmetic that are read in one text. */
export const MOST_ARITHMETIC = 100_000;

/**
 * The arithmetic that a text writes out, each on one line, such as `37.0 / 481.9 = 7.7%` or `518.9 > 481.9`.
 * @param start where the text starts
 */
export function readArithmetic(text: string, start: number): NamedComputation[] {
  const found: NamedComputation[] = [];
  let budget = MOST_ARITHMETIC;
  for (let from = 0; from < text.length && budget > 0;) {
    const end = text.indexOf('\n', from);
    const to = end < 0 ? text.length : end;
    const line = text.slice(from, Math.min(to, from + budget));
    if (RELATION.test(line) && /\d/.test(line)) {
      budget -= line.length;
      appendAll(found, readLine(line, start + from));
    }
    from = to + 1;
  }
  return found;
}

function readLine(text: string, start: number): NamedComputation[] {
  const found: NamedComputation[] = [];
  let run: Token[] = [];
  const flush = (): void => {
    if (run.some(({ kind }) => kind === 'relation')) appendAll(found, computationsOf(run, text, start));
    run = [];
  };
  for (const piece of text.matchAll(PIECES)) {
    const groups = piece.groups ?? {};
    if (groups['ignored'] !== undefined || groups['remark'] !== undefined) continue;
    // The label of a number: `Europe 231.0 + Asia 112.6`.
    if (groups['other'] !== undefined && isPlus(run.at(-1)) && /^\p{L}/u.test(piece[0])) continue;
    const tokens = tokensOf(groups, piece[0], start + piece.index);
    if (tokens.length === 0) flush();
    else run.push(...tokens);
  }
  flush();
  return found;
}

function isPlus(token: Token | undefined): boolean {
  return token?.kind === 'operator' && token.sign === '+';
}

function tokensOf(
  groups: Readonly<Record<string, string | undefined>>,
  words: string,
  start: number,
): Token[] {
  const at = { start, end: start + words.length };
  const sign = (signs: string): Token[] =>
    Array.from(signs, (each) => ({
      ...at,
      kind: 'operator',
      sign: each as '+' | '-' | '*' | '/' | '(' | ')',
    }));
  if (groups['number'] !== undefined) return [{ ...at, kind: 'number', number: readQuantity(words, start) }];
  if (groups['fraction'] !== undefined || groups['open'] !== undefined) return sign('(');
  if (groups['over'] !== undefined) return sign(')/(');
  if (groups['close'] !== undefined) return sign(')');
  if (groups['times'] !== undefined) return sign('*');
  if (groups['over2'] !== undefined) return sign('/');
  if (groups['plus'] !== undefined) return sign('+');
  if (groups['minus'] !== undefined) return sign('-');
  if (groups['equal'] !== undefined) return [{ ...at, kind: 'relation', sign: '=' }];
  if (groups['least'] !== undefined) return [{ ...at, kind: 'relation', sign: '>=' }];
  if (groups['most'] !== undefined) return [{ ...at, kind: 'relation', sign: '<=' }];
  if (groups['more'] !== undefined) return [{ ...at, kind: 'relation', sign: '>' }];
  if (groups['less'] !== undefined) return [{ ...at, kind: 'relation', sign: '<' }];
  return [];
}

/** The computations of a run of tokens: every two sides of a sign. */
function computationsOf(run: readonly Token[], text: string, base: number): NamedComputation[] {
  const found: NamedComputation[] = [];
  let left: Token[] = [];
  let sign: Sign | null = null;
  let before: Token[] = [];
  for (const token of [...run, null]) {
    if (token !== null && token.kind !== 'relation') {
      left.push(token);
      continue;
    }
    if (sign !== null) {
      const slice = (tokens: readonly Token[]): string =>
        text
          .slice((tokens[0]?.start ?? base) - base, (tokens.at(-1)?.end ?? base) - base)
          .replaceAll(/\s+/g, ' ');
      const one = sign === '=' ? equationOf(before, left, slice) : comparisonOf(before, left, sign, slice);
      if (one !== null) found.push(one);
    }
    sign = token?.sign ?? null;
    before = left;
    left = [];
  }
  return found;
}

function equationOf(
  left: readonly Token[],
  right: readonly Token[],
  slice: (tokens: readonly Token[]) => string,
): NamedComputation | null {
  const tokens = balanced(left);
  const expression = readExpression(
    tokens.map((token) => (token.kind === 'number' ? token.number : (token.sign as '+'))),
  );
  const said = signedResult(right);
  const first = tokens[0];
  if (expression === null || said === null || first === undefined) return null;
  const values = valuesFor(expression, said).sort(
    (value, other) => Number(roundsTo(other, said)) - Number(roundsTo(value, said)),
  );
  const isRight = values.some((value) => roundsTo(value, said));
  // A product without its percent sign, or a ratio that is meant as a percentage, is not called wrong.
  const isUnsure =
    !isRight &&
    expression.values.some((value) => roundsTo(value * 100, said) || roundsTo(Math.abs(value), said));
  if (isUnsure) return null;
  return {
    span: { start: first.start, end: said.span.end },
    kind: kindFor(expression, said),
    operands: expression.operands,
    formula: slice(tokens),
    values,
    said,
    right: isRight,
  };
}

/** Drops brackets at the beginning that close nowhere, as in `(5 + 6 = 11)`. */
function balanced(tokens: readonly Token[]): readonly Exclude<Token, { kind: 'relation' }>[] {
  const all = tokens.filter((token) => token.kind !== 'relation');
  let depth = 0;
  let from = 0;
  for (let at = all.length - 1; at >= 0; at--) {
    const token = all[at];
    if (token?.kind !== 'operator') continue;
    if (token.sign === ')') depth++;
    else if (token.sign === '(' && --depth < 0) {
      from = at + 1;
      break;
    }
  }
  return all.slice(from);
}

/** The number right after a sign, if it is no part of another expression. */
function signedResult(tokens: readonly Token[]): Quantity | null {
  const isNegative = tokens[0]?.kind === 'operator' && tokens[0].sign === '-';
  const [first, second] = isNegative ? tokens.slice(1) : tokens;
  if (first?.kind !== 'number' || (second?.kind === 'operator' && second.sign !== ')' && second.sign !== '('))
    return null;
  if (second?.kind === 'number') return null;
  const { number } = first;
  if (!isNegative) return number;
  return {
    ...number,
    span: { start: tokens[0]?.start ?? number.span.start, end: number.span.end },
    text: `-${number.text}`,
    values: number.values.map((value) => -value),
  };
}

/** What an expression comes to in the unit of its result. */
function valuesFor({ values, isPercent, operands }: Expression, said: Quantity): number[] {
  const isShare = said.isPercent && !isPercent && !operands.some((operand) => operand.isPercent);
  return isShare ? values.map((value) => value * 100) : [...values];
}

function kindFor({ kind }: Expression, said: Quantity): ComputationKind {
  return kind === 'ratio' && said.isPercent ? 'share' : kind;
}

function comparisonOf(
  left: readonly Token[],
  right: readonly Token[],
  sign: Exclude<Sign, '='>,
  slice: (tokens: readonly Token[]) => string,
): NamedComputation | null {
  const one = left.at(-1);
  const [other] = right;
  if (one?.kind !== 'number' || other?.kind !== 'number') return null;
  if (left.length > 1 || (right.length > 1 && right[1]?.kind !== 'operator')) return null;
  const [value] = one.number.values;
  const [different] = other.number.values;
  const isAmbiguous = one.number.values.length > 1 || other.number.values.length > 1;
  if (value === undefined || different === undefined || isAmbiguous) return null;
  const difference = value * one.number.scale - different * other.number.scale;
  const isRight =
    sign === '<'
      ? difference < 0
      : sign === '>'
        ? difference > 0
        : sign === '<='
          ? difference <= 0
          : difference >= 0;
  return {
    span: { start: one.start, end: other.end },
    kind: 'comparison',
    operands: [one.number, other.number],
    formula: `${slice([one])} ${sign} ${slice([other])}`,
    values: [difference],
    said: null,
    right: isRight,
  };
}
