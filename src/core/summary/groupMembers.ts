/** What is known of the rows of a run, in columns. */
export interface RowColumns {
  /** Whether the answer of a row is right; null if nothing says it. */
  isRight(row: number): boolean | null;
  /** A number that is the same for answers that count as the same; 0 for none. */
  answerOf(row: number): number;
}

/** A column of numbers; null for a row without one. */
export interface Numbers {
  at(row: number): number | null;
}

/** How many rows of a group are right, and how many are wrong. */
export function countRight(
  columns: Pick<RowColumns, 'isRight'>,
  rows: Uint32Array,
): { readonly right: number; readonly wrong: number } {
  let right = 0;
  let wrong = 0;
  for (const row of rows) {
    const isRight = columns.isRight(row);
    if (isRight === true) right += 1;
    if (isRight === false) wrong += 1;
  }
  return { right, wrong };
}

/**
 * The answer that most rows of a group give, as the first row that gives it and how many do; of equally frequent ones,
 * the first. Null if no row gives one.
 */
export function majorityOf(
  columns: Pick<RowColumns, 'answerOf'>,
  rows: Uint32Array,
): { readonly row: number; readonly count: number } | null {
  const counts = new Map<number, { readonly row: number; count: number }>();
  for (const row of rows) {
    const answer = columns.answerOf(row);
    if (answer === 0) continue;
    const known = counts.get(answer);
    if (known === undefined) counts.set(answer, { row, count: 1 });
    else known.count += 1;
  }
  let most: { readonly row: number; readonly count: number } | null = null;
  for (const each of counts.values()) if (most === null || each.count > most.count) most = each;
  return most;
}

/** The numbers of the rows of a group; null without rows, and if one is missing or not finite. */
export function knownNumbers(column: Numbers | undefined, rows: Uint32Array): readonly number[] | null {
  if (column === undefined || rows.length === 0) return null;
  const numbers: number[] = [];
  for (const row of rows) {
    const value = column.at(row);
    if (value === null || !Number.isFinite(value)) return null;
    numbers.push(value);
  }
  return numbers;
}

/** Whether numbers are all the same. */
export const areEqual = (numbers: readonly number[]): boolean => numbers.every((each) => each === numbers[0]);

/** Whether a column has different numbers in some rows; a missing one is different from any number. */
export function differsWithin(column: Numbers, rows: Uint32Array): boolean {
  const first = column.at(rows[0] ?? 0);
  return rows.some((row) => !Object.is(column.at(row), first));
}
