/** A number as SymPy holds it. */
export interface MathNumber {
  readonly above: bigint;
  /** Positive. */
  readonly below: bigint;
  /** Exact, a decimal that was read as a double, or the result of computing with such decimals. */
  readonly kind: 'exact' | 'decimal' | 'computed';
}

/** Whether a result is a number. */
export function isMathNumber(value: MathNumber | string | null): value is MathNumber {
  return typeof value === 'object' && value !== null;
}

/** The most digits with which SymPy reads a decimal as a double. */
const MOST_DIGITS = 15;
/** The most digits of whole numbers. */
const MOST_WHOLE_DIGITS = 40;

/** The number that a text of ASCII digits, with an optional sign and decimals, is; null if it is too long. */
export function numberOf(text: string): MathNumber | null {
  const [whole = '', decimals = ''] = text.split('.');
  const digits = (whole + decimals).replace('-', '');
  if (digits.length > (text.includes('.') ? MOST_DIGITS : MOST_WHOLE_DIGITS)) return null;
  return {
    above: BigInt(whole.startsWith('-') ? `-${digits}` : digits),
    below: 10n ** BigInt(decimals.length),
    kind: text.includes('.') ? 'decimal' : 'exact',
  };
}

/** A hundredth of a number; null for null. */
export function percentOf(number: MathNumber | null): MathNumber | null {
  if (number === null) return null;
  const { above, below, kind } = number;
  return { above, below: below * 100n, kind: kind === 'exact' ? 'exact' : 'computed' };
}

/**
 * Whether Math-Verify takes two numbers for equal; null if the result depends on how SymPy computes and rounds doubles.
 * It compares decimals rounded to six places, and all other numbers exactly.
 */
export function equalNumbers(a: MathNumber, b: MathNumber): boolean | null {
  const difference = a.above * b.below - b.above * a.below;
  if (difference === 0n) return a.kind === 'computed' || b.kind === 'computed' ? null : true;
  const size = difference < 0n ? -difference : difference;
  const unit = a.below * b.below;
  const largest = a.above < 0n ? -a.above * b.below : a.above * b.below;
  const areExact = a.kind === 'exact' && b.kind === 'exact';
  // In billionths: 1 between exact numbers, and 2000 between decimals, more if they are large.
  const least = areExact ? unit : 2000n * unit + largest;
  return size * 1_000_000_000n > least ? false : null;
}
