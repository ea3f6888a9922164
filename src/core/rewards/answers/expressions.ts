/**
 * Whether SymPy simplifies the difference of two expressions to 0 (mathruler, `are_equal_under_sympy`). False where the
 * reference does not ask SymPy, and where the values differ; true where both are plain numbers with the same value; null
 * where only SymPy can decide.
 */
export function sameExpression(wanted: string, given: string): boolean | null {
  const whole = `(${wanted})-(${given})`;
  if (!isEvaluated(whole)) return false;
  // Python does not compile an assignment inside parentheses.
  if (/(?<![=<>!:])=(?!=)/.test(whole)) return false;
  const [a, b] = [plainNumber(wanted), plainNumber(given)];
  if (a !== null && b !== null) return a === b;
  for (const point of POINTS) {
    const [x, y] = [evaluate(wanted, point), evaluate(given, point)];
    if (x === null || y === null) return null;
    if (Math.abs(x - y) > 1e-6 * Math.max(1, Math.abs(x), Math.abs(y))) return false;
  }
  return null;
}

/** Values of variables at which expressions are compared. */
const POINTS = [1.37, 2.71];

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

const TOKENS =
  /(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)|sqrt(?=\()|pi(?![a-z])|[a-z](?![a-z0-9(])|\*\*|[-+*/^()]/y;

/**
 * The value of an expression of numbers, single letters, `pi`, `sqrt(...)`, arithmetic and parentheses, as SymPy reads it;
 * null for everything else, and where the value is not a finite number.
 */
function evaluate(text: string, point: number): number | null {
  const tokens: string[] = [];
  TOKENS.lastIndex = 0;
  while (TOKENS.lastIndex < text.length) {
    const found = TOKENS.exec(text);
    if (found === null) return null;
    tokens.push(found[0]);
  }
  const reader: Reader = { tokens, at: 0, point };
  const value = sum(reader);
  return value === null || reader.at < tokens.length || !Number.isFinite(value) ? null : value;
}

/** Reads the next token if it is one of these. */
function take(reader: Reader, ...wanted: readonly string[]): string | null {
  const token = reader.tokens[reader.at];
  if (token === undefined || !wanted.includes(token)) return null;
  reader.at++;
  return token;
}

function sum(reader: Reader): number | null {
  let value = product(reader);
  for (;;) {
    const sign = take(reader, '+', '-');
    if (sign === null || value === null) return value;
    const next = product(reader);
    if (next === null) return null;
    value = sign === '+' ? value + next : value - next;
  }
}

function product(reader: Reader): number | null {
  let value = signed(reader);
  while (value !== null) {
    const operator = take(reader, '*', '/');
    // Without an operator, what follows is multiplied, unless a number follows.
    if (operator === null && !/^(?:[a-z(]|sqrt|pi)/.test(reader.tokens[reader.at] ?? '')) return value;
    const next = operator === null ? power(reader) : signed(reader);
    if (next === null) return null;
    value = operator === '/' ? value / next : value * next;
  }
  return value;
}

function signed(reader: Reader): number | null {
  const sign = take(reader, '+', '-');
  if (sign === null) return power(reader);
  const value = signed(reader);
  return value === null || sign === '+' ? value : -value;
}

function power(reader: Reader): number | null {
  const base = atom(reader);
  if (base === null || take(reader, '^', '**') === null) return base;
  const exponent = signed(reader);
  return exponent === null ? null : base ** exponent;
}

function atom(reader: Reader): number | null {
  const token = reader.tokens[reader.at++] ?? '';
  if (token === '(' || token === 'sqrt') {
    if (token === 'sqrt') reader.at++;
    const inner = sum(reader);
    if (inner === null || take(reader, ')') === null) return null;
    return token === 'sqrt' ? Math.sqrt(inner) : inner;
  }
  if (token === 'pi') return Math.PI;
  if (/^[a-z]$/.test(token)) return reader.point + (token.charCodeAt(0) - 97) / 7;
  return /^[0-9.]/.test(token) ? Number(token) : null;
}
