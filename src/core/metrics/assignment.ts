/** A row of a cost matrix and the column that it is assigned to, counted from 0. */
export interface Pair {
  readonly row: number;
  readonly column: number;
}

/** The state while rows are assigned one after the other. Columns and rows without a partner have -1. */
interface State {
  readonly costs: readonly (readonly number[])[];
  readonly rowPrices: Float64Array;
  readonly columnPrices: Float64Array;
  readonly columnOf: Int32Array;
  readonly rowOf: Int32Array;
  /** The row from which a column was last reached. */
  readonly reachedFrom: Int32Array;
}

/**
 * The assignment of least total cost, with each row and column at most once, in row order, as
 * `scipy.optimize.linear_sum_assignment` returns it (rectangular_lsap.cpp): row by row, each is assigned by the
 * cheapest path to a free column. Which of several equally good assignments is chosen affects the order in which costs
 * are added up, and therefore the last bit of a sum; so every step, including its order of additions, is SciPy's. Null
 * for costs that SciPy rejects: NaN, -Infinity, or so many of Infinity that no assignment is finite.
 */
export function assignLeast(costs: readonly (readonly number[])[]): readonly Pair[] | null {
  if (costs.some((row) => row.some((cost) => Number.isNaN(cost) || cost === -Infinity))) return null;
  const width = costs[0]?.length ?? 0;
  const isTall = width < costs.length;
  const lines = isTall
    ? Array.from({ length: width }, (_, column) => costs.map((row) => row[column] ?? NaN))
    : costs;
  const columns = isTall ? costs.length : width;
  const state: State = {
    costs: lines,
    rowPrices: new Float64Array(lines.length),
    columnPrices: new Float64Array(columns),
    columnOf: new Int32Array(lines.length).fill(-1),
    rowOf: new Int32Array(columns).fill(-1),
    reachedFrom: new Int32Array(columns).fill(-1),
  };
  for (let row = 0; row < lines.length; row++) if (!assignRow(state, row)) return null;
  const pairs = Array.from(state.columnOf, (column, row) =>
    isTall ? { row: column, column: row } : { row, column },
  );
  return pairs.sort((a, b) => a.row - b.row);
}

/** Assigns a column to a row, and reassigns other rows on the path; false if there is none at a finite cost. */
function assignRow(state: State, first: number): boolean {
  const { rowPrices, columnPrices, columnOf, rowOf, reachedFrom } = state;
  const reach = new Float64Array(rowOf.length).fill(Infinity);
  // From the last column to the first; a removed column is replaced by the last one, as in SciPy.
  const left = Array.from({ length: rowOf.length }, (_, index) => rowOf.length - index - 1);
  const rowsSeen = new Set<number>();
  const columnsSeen: number[] = [];
  let row = first;
  let lowest = 0;
  let free = -1;
  while (free < 0) {
    rowsSeen.add(row);
    const best = cheapest(state, { row, soFar: lowest, reach, left });
    const column = left[best] ?? -1;
    lowest = reach[column] ?? Infinity;
    if (lowest === Infinity) return false;
    columnsSeen.push(column);
    const last = left.pop() ?? column;
    if (best < left.length) left[best] = last;
    const holder = rowOf[column] ?? -1;
    if (holder < 0) free = column;
    else row = holder;
  }
  rowPrices[first] = (rowPrices[first] ?? 0) + lowest;
  for (const seen of rowsSeen) {
    if (seen === first) continue;
    rowPrices[seen] = (rowPrices[seen] ?? 0) + (lowest - (reach[columnOf[seen] ?? 0] ?? 0));
  }
  for (const seen of columnsSeen)
    columnPrices[seen] = (columnPrices[seen] ?? 0) - (lowest - (reach[seen] ?? 0));
  for (let column = free; ;) {
    const giver = reachedFrom[column] ?? first;
    const before = columnOf[giver] ?? -1;
    rowOf[column] = giver;
    columnOf[giver] = column;
    if (giver === first) return true;
    column = before;
  }
}

/** The state of a search: the current row, the cost of the path to it, and the columns that are not taken yet. */
interface Search {
  readonly row: number;
  readonly soFar: number;
  /** The cost of the cheapest path to each column. */
  readonly reach: Float64Array;
  readonly left: readonly number[];
}

/**
 * Lowers the costs of columns reached from a row, and returns the index in the list of the cheapest one; among equal
 * ones a free one, the last.
 */
function cheapest(state: State, { row, soFar, reach, left }: Search): number {
  const { costs, rowPrices, columnPrices, rowOf, reachedFrom } = state;
  const line = costs[row] ?? [];
  const price = rowPrices[row] ?? 0;
  let best = -1;
  let lowest = Infinity;
  for (let index = 0; index < left.length; index++) {
    const column = left[index] ?? 0;
    const cost = soFar + (line[column] ?? Infinity) - price - (columnPrices[column] ?? 0);
    if (cost < (reach[column] ?? Infinity)) {
      reachedFrom[column] = row;
      reach[column] = cost;
    }
    const reached = reach[column] ?? Infinity;
    if (reached < lowest || (reached === lowest && rowOf[column] === -1)) {
      lowest = reached;
      best = index;
    }
  }
  return best;
}
