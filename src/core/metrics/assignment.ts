import { munkres } from 'munkres';
import { scipyAssignment } from './scipyAssignment.ts';

/** A row of a cost matrix and the column that it is assigned to, counted from 0. */
export interface Pair {
  readonly row: number;
  readonly column: number;
}

/** A cost that is lower than the others of its row or column by this much is so whatever the order of additions. */
const MARGIN = 1e-9;

/**
 * The assignment of least total cost, each row and column at most once, in the order of the rows, as
 * `scipy.optimize.linear_sum_assignment` gives it. Null for costs that SciPy refuses: NaN, -Infinity, or so many of
 * Infinity that no assignment is finite.
 *
 * The library finds the assignment. Where more than one may be as good, SciPy's own is retraced: the choice, and so
 * the order in which what was assigned is added up, shows in the last bit of a sum.
 */
export function assignLeast(costs: readonly (readonly number[])[]): readonly Pair[] | null {
  const all = costs.flat();
  if (all.some((cost) => Number.isNaN(cost) || cost === -Infinity)) return null;
  if (all.includes(Infinity)) return scipyAssignment(costs);
  const found = munkres(costs)
    .map(([row, column]) => ({ row, column }))
    .sort((a, b) => a.row - b.row);
  return found.every((pair) => isClearlyBest(costs, pair)) ? found : scipyAssignment(costs);
}

/**
 * Whether a pair costs clearly less than any other choice of its row, or of its column where there are fewer columns.
 * Where that holds for every pair, no other assignment is as good.
 */
function isClearlyBest(costs: readonly (readonly number[])[], { row, column }: Pair): boolean {
  const [first = []] = costs;
  const cost = (costs[row]?.[column] ?? NaN) + MARGIN;
  return costs.length <= first.length
    ? (costs[row] ?? []).every((other, index) => index === column || other > cost)
    : costs.every((others, index) => index === row || (others[column] ?? NaN) > cost);
}
