import { isMathNumber, numberOf } from './numbers.ts';
import type { MathNumber } from './numbers.ts';

/** What SymPy makes of an expression: a number, an exception, or something that is not decided here. */
export type Evaluated = MathNumber | 'error' | null;

interface Reader {
  readonly tokens: readonly string[];
  at: number;
}

const TOKEN = /\d+\.\d*|\.\d+|0+|[1-9]\d*|\*\*|\/\/|[-+*/()]| +/y;

/**
 * The value of an expression of numbers, `+ - * / ^ **` and parentheses, as SymPy's `parse_expr` reads it. An exception
 * for every text that is not valid in Python; not decided for operations that are not exact here.
 */
export function evaluate(text: string): Evaluated {
  const source = text.replaceAll('\n', ' ').replaceAll('^', '**');
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const token = TOKEN.exec(source)?.[0];
    // What is left are signs that Python does not know, and digits and white space other than ASCII.
    if (token === undefined) return /^[-\d.+*/() ×÷]*$/.test(source) ? 'error' : null;
    if (!token.startsWith(' ')) tokens.push(token);
  }
  const reader = { tokens, at: 0 };
  const value = sum(reader);
  return isMathNumber(value) && reader.at < tokens.length ? 'error' : value;
}

/** Reads the next token if it is one of these. */
function take(reader: Reader, ...wanted: readonly string[]): string | null {
  const token = reader.tokens[reader.at];
  if (token === undefined || !wanted.includes(token)) return null;
  reader.at++;
  return token;
}

function sum(reader: Reader): Evaluated {
  let total = product(reader);
  for (;;) {
    const sign = isMathNumber(total) ? take(reader, '+', '-') : null;
    if (sign === null || !isMathNumber(total)) return total;
    const next = product(reader);
    if (!isMathNumber(next)) return next;
    const [a, b] = [total.above * next.below, next.above * total.below];
    total = result(total, next, sign === '+' ? a + b : a - b, total.below * next.below);
  }
}

function product(reader: Reader): Evaluated {
  let total = signed(reader);
  for (;;) {
    const operator = isMathNumber(total) ? take(reader, '*', '/', '//') : null;
    if (operator === null || !isMathNumber(total)) return total;
    const next = signed(reader);
    if (!isMathNumber(next)) return next;
    if (operator === '//' || (operator === '/' && next.above === 0n)) return null;
    total =
      operator === '*'
        ? result(total, next, total.above * next.above, total.below * next.below)
        : result(total, next, total.above * next.below, total.below * next.above);
  }
}

function signed(reader: Reader): Evaluated {
  const sign = take(reader, '+', '-');
  if (sign === null) return power(reader);
  const value = signed(reader);
  return sign === '-' && isMathNumber(value) ? { ...value, above: -value.above } : value;
}

/** The most digits of a base, and the largest exponent. */
const MOST_BASE_DIGITS = 12;
const LARGEST_EXPONENT = 20n;

function power(reader: Reader): Evaluated {
  const base = atom(reader);
  if (!isMathNumber(base) || take(reader, '**') === null) return base;
  const exponent = signed(reader);
  if (!isMathNumber(exponent)) return exponent;
  const isSmall =
    `${base.above}${base.below}`.length <= MOST_BASE_DIGITS &&
    exponent.kind === 'exact' &&
    exponent.below === 1n &&
    exponent.above > 0n &&
    exponent.above <= LARGEST_EXPONENT;
  return isSmall ? result(base, exponent, base.above ** exponent.above, base.below ** exponent.above) : null;
}

function atom(reader: Reader): Evaluated {
  const token = reader.tokens[reader.at++] ?? '';
  let value: Evaluated;
  if (token === '(') {
    // An empty tuple.
    if (reader.tokens[reader.at] === ')') return null;
    value = sum(reader);
    if (isMathNumber(value) && take(reader, ')') === null) return 'error';
  } else value = /^[\d.]/.test(token) ? numberOf(token) : 'error';
  // Python calls what stands before an opening parenthesis, and a number cannot be called.
  return isMathNumber(value) && reader.tokens[reader.at] === '(' ? 'error' : value;
}

/** Whole numbers up to this size are exact as doubles. */
const LARGEST_DOUBLE = 10n ** 15n;

/** The result of an operation; the denominator can be negative. */
function result(a: MathNumber, b: MathNumber, above: bigint, below: bigint): MathNumber {
  const areExact = a.kind === 'exact' && b.kind === 'exact';
  const areWhole = a.below === 1n && b.below === 1n && below === 1n;
  const isDecimal = areWhole && above <= LARGEST_DOUBLE && above >= -LARGEST_DOUBLE;
  const kind = areExact ? 'exact' : isDecimal ? 'decimal' : 'computed';
  return below < 0n ? { above: -above, below: -below, kind } : { above, below, kind };
}
