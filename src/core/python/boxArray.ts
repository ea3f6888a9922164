import { t } from '@vscode/l10n';
import { numbersPhrase } from '../countPhrases.ts';
import type { PythonJson } from './json.ts';

/** The types that NumPy gives arrays of JSON numbers, as far as they matter for arithmetic with boxes. */
export type NumberType = 'int64' | 'uint64' | 'float64';

/** The result of `numpy.array` for a list of boxes: rows of equal length, with one number type. */
export interface BoxArray {
  readonly type: NumberType;
  readonly columns: number;
  /** Row by row; floats as numbers, whole numbers as bigints. */
  readonly rows: readonly (readonly (number | bigint)[])[];
}

const LEAST_INT64 = -(1n << 63n);
const MOST_INT64 = (1n << 63n) - 1n;
const MOST_UINT64 = (1n << 64n) - 1n;

/** An array, or a sentence that says why NumPy or SciPy fails. */
export type BoxArrayResult =
  | { readonly ok: true; readonly array: BoxArray }
  | { readonly ok: false; readonly reason: string };

/**
 * `numpy.array(boxes)` for boxes that can be computed with: each box is a list of the same number of numbers. Whole
 * numbers become 64-bit integers, unsigned ones if they are too large otherwise; with a float, or with both kinds of
 * integer together, all become doubles; true and false next to numbers become 1 and 0. Whole numbers beyond 64 bits
 * become an array of Python objects, which SciPy rejects.
 */
export function boxArray(boxes: readonly PythonJson[]): BoxArrayResult {
  const rows: (readonly (number | bigint | boolean)[])[] = [];
  for (const box of boxes) {
    if (!isList(box)) return refuse(t('A box is not a list of numbers.'));
    const row: (number | bigint | boolean)[] = [];
    for (const value of box.items) {
      if (typeof value === 'string') return refuse(t('A box contains text where a number belongs.'));
      if (typeof value === 'object') return refuse(t('A box contains something other than numbers.'));
      row.push(value);
    }
    rows.push(row);
  }
  const columns = rows[0]?.length ?? 0;
  if (rows.some((row) => row.length !== columns)) return refuse(t('The boxes do not have the same length.'));
  if (columns === 0 || columns % 4 !== 0)
    return refuse(t('A box has {0} instead of 4.', numbersPhrase(columns)));
  return typeBoxes(rows, columns);
}

function typeBoxes(
  rows: readonly (readonly (number | bigint | boolean)[])[],
  columns: number,
): BoxArrayResult {
  let [hasFloat, hasSigned, hasUnsigned] = [false, false, false];
  for (const value of rows.flat()) {
    if (typeof value === 'number') hasFloat = true;
    else if (typeof value === 'bigint') {
      if (value >= LEAST_INT64 && value <= MOST_INT64) hasSigned = true;
      else if (value > 0n && value <= MOST_UINT64) hasUnsigned = true;
      else return refuse(t('A whole number does not fit into 64 bits.'));
    }
  }
  if (!hasFloat && !hasSigned && !hasUnsigned) return refuse(t('The boxes contain only true and false.'));
  const type = hasFloat || (hasSigned && hasUnsigned) ? 'float64' : hasUnsigned ? 'uint64' : 'int64';
  const converted = rows.map((row) =>
    row.map((value) => (type === 'float64' ? Number(value) : BigInt(value))),
  );
  return { ok: true, array: { type, columns, rows: converted } };
}

const refuse = (reason: string): BoxArrayResult => ({ ok: false, reason });

function isList(value: PythonJson): value is Extract<PythonJson, { kind: 'list' }> {
  return typeof value === 'object' && value !== null && value.kind === 'list';
}
