/** A row of a cost matrix and the column that it is assigned to, counted from 0. */
export interface Pair {
  readonly row: number;
  readonly column: number;
}

/** What is known while rows are assigned one after the other. Columns and rows that have no partner have -1. */
interface State {
  readonly costs: readonly (readonly number[])[];
  readonly rowPrices: Float64Array;
  readonly columnPrices: Float64Array;
  readonly columnOf: Int32Array;
  readonly rowOf: Int32Array;
  /** The row from which a column was reached last. */
  readonly reachedFrom: Int32Array;
}

/**
 * The assignment of least total cost, each row and column at most once, in the order of the rows, as
 * `scipy.optimize.linear_sum_assignment` gives it (rectangular_lsap.cpp): row after row is assigned by the cheapest
 * way to a free column. Which of several equally good assignments that is, and so the order in which what was assigned
 * is added up, shows in the last bit of a sum; so every step, in its order of additions, is SciPy's. Null for costs
 * that SciPy refuses: NaN, -Infinity, or so many of Infinity that no assignment is finite.
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

/** Gives a row its column, and others new ones on the way; false if none can be had at a finite cost. */
function assignRow(state: State, first: number): boolean {
  const { rowPrices, columnPrices, columnOf, rowOf, reachedFrom } = state;
  const reach = new Float64Array(rowOf.length).fill(Infinity);
  // From the last column to the first, each put in the place of one that was taken out, as SciPy has it.
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

/** Where a search stands: the row it is at, what the way there costs, and the columns not taken yet. */
interface Search {
  readonly row: number;
  readonly soFar: number;
  /** What the cheapest way to each column costs. */
  readonly reach: Float64Array;
  readonly left: readonly number[];
}

/** Lowers what columns cost from a row, and gives the place of the cheapest in the list; of equals a free one, the last. */
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
