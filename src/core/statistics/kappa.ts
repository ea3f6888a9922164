/** How far two raters agree beyond chance. */
export interface Kappa {
  /** From -1 to 1: 0 is what chance gives, and 1 is that they always agree. */
  readonly kappa: number;
  readonly low: number;
  readonly high: number;
  /** The share of items on which they agree, and the one that chance would give. */
  readonly agreement: number;
  readonly expected: number;
}

/** The quantile of the normal distribution for an interval of 95%. */
const Z = 1.959963984540054;

/**
 * Cohen's kappa (1960) with its interval of 95%, from the standard error for large samples (Fleiss, Cohen and Everitt
 * 1969).
 * @param table how many items the first rater puts into each row, and the second one into each column
 * @returns null without items, and if both raters put all of them into one category, so that chance explains everything
 */
export function cohenKappa(table: readonly (readonly number[])[]): Kappa | null {
  const items = sum(table.map(sum));
  const rows = table.map((row) => sum(row) / items);
  const columns = rows.map((_, at) => sum(table.map((row) => row[at] ?? 0)) / items);
  const agreement = sum(rows.map((_, at) => (table[at]?.[at] ?? 0) / items));
  const expected = sum(rows.map((share, at) => share * (columns[at] ?? 0)));
  if (items === 0 || expected === 1) return null;
  const kappa = (agreement - expected) / (1 - expected);
  let spread = -((kappa - expected * (1 - kappa)) ** 2);
  table.forEach((row, one) => {
    row.forEach((count, other) => {
      const share = count / items;
      spread +=
        one === other
          ? share * (1 - ((rows[one] ?? 0) + (columns[one] ?? 0)) * (1 - kappa)) ** 2
          : share * ((columns[one] ?? 0) + (rows[other] ?? 0)) ** 2 * (1 - kappa) ** 2;
    });
  });
  // Rounding may leave less than nothing where they always agree.
  const error = Math.sqrt(Math.max(spread, 0) / items) / (1 - expected);
  return { kappa, low: kappa - Z * error, high: kappa + Z * error, agreement, expected };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
