/**
 * Whether SymPy simplifies the difference of two expressions to 0 (mathruler, `are_equal_under_sympy`). False where the
 * reference does not ask SymPy, and where the values differ; true where both are plain numbers with the same value; null
 * where only SymPy can decide.
 */
export function sameExpression(wanted: string, given: string): boolean | null {
  const whole = `(${wanted})-(${given})`;
  if (!isEvaluated(whole)) return false;
  if (isAssignment(whole)) return false;
  const [a, b] = [plainNumber(wanted), plainNumber(given)];
  if (a !== null && b !== null) return a === b;
  for (const point of POINTS) {
    const [x, y] = [evaluate(wanted, point), evaluate(given, point)];
    if (x === null || y === null) return null;
    const least = 1e-6 * Math.max(1, Math.abs(x.value), Math.abs(y.value)) + MARGIN * (x.error + y.error);
    if (Math.abs(x.value - y.value) > least) return false;
  }
  return null;
}

/** Values of variables at which expressions are compared. */
const POINTS = [1.37, 2.71];

/** SymPy computes decimals with errors of its own; this many times ours contain them. */
const MARGIN = 8;

/**
 * Whether an expression contains an assignment, which Python does not compile inside parentheses. An equals sign in a
 * call, a comparison, a text or a comment is none.
 */
function isAssignment(expression: string): boolean {
  return (
    /^[0-9a-z+\-*/^().,=[\]]*$/.test(expression) &&
    /(?<!=)=(?!=)/.test(expression) &&
    !/[a-z]\(/.test(expression)
  );
}

const LETTER = /\p{L}/gu;

/** Whether the reference lets SymPy evaluate an expression. */
function isEvaluated(expression: string): boolean {
  const letters = new Set(expression.replaceAll('sqrt', '').replaceAll('frac', '').match(LETTER));
  return letters.size <= 2 && !/\^[{(]|\^[0-9]+\^|\^[0-9][0-9]/.test(expression);
}

/** The most digits with which SymPy reads a decimal as a double. */
const MOST_DIGITS = 15;

/** The value of a decimal, a whole number, or a fraction of whole numbers; null for other expressions. */
function plainNumber(text: string): number | null {
  const [, sign, above = '', below] =
    /^(-?)([0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:\/([1-9][0-9]*))?$/.exec(text) ?? [];
  if (sign === undefined || above.length > MOST_DIGITS || (below?.length ?? 0) > MOST_DIGITS) return null;
  if (/^0[0-9]/.test(above) || (below !== undefined && above.includes('.'))) return null;
  const value = Number(above) / Number(below ?? 1);
  return sign === '-' ? -value : value;
}

interface Reader {
  readonly tokens: readonly string[];
  at: number;
  /** The value of the first variable; each other letter has another one. */
  readonly point: number;
}

/** An approximate number. */
interface Approximate {
  readonly value: number;
  /** The most by which the exact number can differ from the value. */
  readonly error: number;
}

/** The relative error of one operation on doubles. */
const ROUNDING = 2 ** -52;

const approximate = (value: number, error: number): Approximate => ({
  value,
  error: error + ROUNDING * Math.abs(value),
});

/** Python reads a number before `e` and `j` as part of another one. */
const TOKENS =
  /(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?![ej])|sqrt(?=\()|pi(?![a-z])|[a-z](?![a-z0-9(])|\*\*|[-+*/^()]/y;

/**
 * The value of an expression of numbers, single letters, `pi`, `sqrt(...)`, arithmetic and parentheses, as SymPy reads it;
 * null for everything else, and where the value is not a finite number.
 */
function evaluate(text: string, point: number): Approximate | null {
  const tokens: string[] = [];
  TOKENS.lastIndex = 0;
  while (TOKENS.lastIndex < text.length) {
    const found = TOKENS.exec(text);
    if (found === null) return null;
    tokens.push(found[0]);
  }
  const reader: Reader = { tokens, at: 0, point };
  const read = sum(reader);
  const isKnown = read !== null && reader.at === tokens.length && Number.isFinite(read.value + read.error);
  return isKnown ? read : null;
}

/** Reads the next token if it is one of these. */
function take(reader: Reader, ...wanted: readonly string[]): string | null {
  const token = reader.tokens[reader.at];
  if (token === undefined || !wanted.includes(token)) return null;
  reader.at++;
  return token;
}

function sum(reader: Reader): Approximate | null {
  let total = product(reader);
  for (;;) {
    const sign = take(reader, '+', '-');
    if (sign === null || total === null) return total;
    const next = product(reader);
    if (next === null) return null;
    const value = sign === '+' ? total.value + next.value : total.value - next.value;
    total = approximate(value, total.error + next.error);
  }
}

function product(reader: Reader): Approximate | null {
  let total = signed(reader);
  while (total !== null) {
    const operator = take(reader, '*', '/');
    // Without an operator, what follows is multiplied, unless a number follows.
    if (operator === null && !/^(?:[a-z(]|sqrt|pi)/.test(reader.tokens[reader.at] ?? '')) return total;
    const next = operator === null ? power(reader) : signed(reader);
    if (next === null) return null;
    total = operator === '/' ? quotientOf(total, next) : productOf(total, next);
  }
  return total;
}

function productOf(a: Approximate, b: Approximate): Approximate {
  const error = Math.abs(a.value) * b.error + Math.abs(b.value) * a.error + a.error * b.error;
  return approximate(a.value * b.value, error);
}

/** Null if the divisor can be 0. */
function quotientOf(a: Approximate, b: Approximate): Approximate | null {
  const least = Math.abs(b.value) - b.error;
  if (least <= 0) return null;
  const value = a.value / b.value;
  return approximate(value, (a.error + Math.abs(value) * b.error) / least);
}

function signed(reader: Reader): Approximate | null {
  const sign = take(reader, '+', '-');
  if (sign === null) return power(reader);
  const read = signed(reader);
  return read === null || sign === '+' ? read : { ...read, value: -read.value };
}

function power(reader: Reader): Approximate | null {
  const base = atom(reader);
  if (base === null || take(reader, '^', '**') === null) return base;
  const exponent = signed(reader);
  return exponent === null ? null : powerOf(base, exponent);
}

/** Null if the base can be 0 or negative, except for whole exponents of a base that cannot be 0. */
function powerOf(base: Approximate, exponent: Approximate): Approximate | null {
  if (Math.abs(base.value) <= base.error) return null;
  if (base.value < 0 && !(Number.isInteger(exponent.value) && exponent.error === 0)) return null;
  const value = base.value ** exponent.value;
  // A power of a base with a known sign is largest and smallest at the ends.
  const ends = [base.value - base.error, base.value + base.error].flatMap((end) => [
    end ** (exponent.value - exponent.error),
    end ** (exponent.value + exponent.error),
  ]);
  return approximate(value, Math.max(...ends.map((end) => Math.abs(end - value))));
}

function rootOf({ value, error }: Approximate): Approximate {
  const most = Math.sqrt(value + error);
  return approximate(Math.sqrt(value), most - Math.sqrt(Math.max(0, value - error)));
}

function atom(reader: Reader): Approximate | null {
  const token = reader.tokens[reader.at++] ?? '';
  if (token === '(' || token === 'sqrt') {
    if (token === 'sqrt') reader.at++;
    const inner = sum(reader);
    if (inner === null || take(reader, ')') === null) return null;
    return token === 'sqrt' ? rootOf(inner) : inner;
  }
  if (token === 'pi') return approximate(Math.PI, 0);
  if (/^[a-z]$/.test(token)) return { value: reader.point + (token.charCodeAt(0) - 97) / 7, error: 0 };
  return /^[0-9.]/.test(token) ? numberOf(Number(token)) : null;
}

const numberOf = (value: number): Approximate =>
  Number.isSafeInteger(value) ? { value, error: 0 } : approximate(value, 0);
