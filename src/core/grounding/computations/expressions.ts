import type { ComputationKind } from '../model.ts';
import { areEqual, type Quantity } from './quantities.ts';

/** A token of an expression. A minus sign is an operator. */
export type ExpressionToken = Quantity | '+' | '-' | '*' | '/' | '(' | ')';

/** What an expression computes. */
export interface Expression {
  readonly tokens: readonly ExpressionToken[];
  /** Its numbers without constants, such as the 100 of a percentage. */
  readonly operands: readonly Quantity[];
  readonly kind: ComputationKind;
  /** What it can come to, because a number such as `1.234 million` can be read in several ways; not empty. */
  readonly values: readonly number[];
  /** Whether it multiplies by 100. */
  readonly isPercent: boolean;
}

/** An expression of more tokens is not read. */
const MOST_TOKENS = 200;

/** Reads an expression of at least two numbers; null if the tokens are not one. */
export function readExpression(tokens: readonly ExpressionToken[]): Expression | null {
  if (tokens.length > MOST_TOKENS || tokens.filter((token) => typeof token === 'object').length < 2)
    return null;
  const numbers = tokens.filter((token): token is Quantity => typeof token !== 'string');
  const values = new Set<number>();
  // Beside other numbers, 5% is 0.05: `100 × (1 - 5%)`.
  const isMixed = new Set(numbers.map(({ isPercent }) => isPercent)).size > 1;
  for (const share of isMixed ? [0.01, 1] : [1]) {
    for (const reading of [0, 1]) {
      for (const isScaled of [true, false]) {
        const value = evaluate(tokens, ({ values: all, scale, isPercent }) => {
          const plain = (all[reading] ?? all[0] ?? Number.NaN) * (isPercent ? share : 1);
          return isScaled ? plain * scale : plain;
        });
        if (value !== null && Number.isFinite(value)) values.add(value);
      }
    }
  }
  if (values.size === 0) return null;
  const hasHundred = tokens.some(
    (token, at) => isNumber(token, 100) && (tokens[at - 1] === '*' || tokens[at + 1] === '*'),
  );
  const kind = kindOf(tokens, hasHundred);
  const count = numbers.length - 1;
  const operands = numbers.filter((number, at) => {
    if (hasHundred && isNumber(number, 100)) return false;
    if (kind === 'average' && at === count) return false;
    return !(kind === 'growth' && isNumber(number, 1));
  });
  return { tokens, operands, kind, values: [...values], isPercent: hasHundred };
}

function isNumber(token: ExpressionToken | undefined, value: number): boolean {
  return typeof token === 'object' && token.values[0] === value;
}

function kindOf(tokens: readonly ExpressionToken[], hasHundred: boolean): ComputationKind {
  const shape = tokens.map((token) => (typeof token === 'string' ? token : 'n')).join('');
  const numbers = tokens.filter((token): token is Quantity => typeof token !== 'string');
  if (/^n(?:\+n)+$/.test(shape)) return 'sum';
  if (/^n(?:-n)+$/.test(shape)) return 'difference';
  const [first, second, third] = numbers;
  if (/^\(n(?:\+n)+\)\/n$/.test(shape) && isNumber(numbers.at(-1), numbers.length - 1)) return 'average';
  const rest = hasHundred ? shape.replace(/^n\*|\*n$/, '') : shape;
  if (/^\(?\(n-n\)\/n\)?$/.test(rest)) {
    const isOfOne =
      third !== undefined && [first, second].some((each) => each !== undefined && areEqual(each, third));
    return isOfOne ? 'growth' : 'ratio';
  }
  if (/^\(?\(?n\/n\)?-n\)?$/.test(rest) && isNumber(third, 1)) return 'growth';
  if (/^\(?\(?n\)?\/\(?n\)?\)?$/.test(rest)) return hasHundred ? 'share' : 'ratio';
  return 'product';
}

/** The value of an expression; null if the tokens are not one. */
function evaluate(tokens: readonly ExpressionToken[], valueOf: (number: Quantity) => number): number | null {
  let at = 0;
  const sum = (): number => {
    let value = product();
    for (let operator = tokens[at]; operator === '+' || operator === '-'; operator = tokens[at]) {
      at++;
      const next = product();
      value = operator === '+' ? value + next : value - next;
    }
    return value;
  };
  const product = (): number => {
    let value = factor();
    for (let operator = tokens[at]; operator === '*' || operator === '/'; operator = tokens[at]) {
      at++;
      const next = factor();
      value = operator === '*' ? value * next : value / next;
    }
    return value;
  };
  const factor = (): number => {
    const token = tokens[at++];
    if (token === '-') return -factor();
    if (token === '(') {
      const value = sum();
      return tokens[at++] === ')' ? value : Number.NaN;
    }
    return typeof token === 'object' ? valueOf(token) : Number.NaN;
  };
  const value = sum();
  return at === tokens.length && !Number.isNaN(value) ? value : null;
}
