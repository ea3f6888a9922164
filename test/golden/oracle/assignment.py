"""SciPy's linear_sum_assignment in plain Python: assigns the rows in order, each by the shortest path to a free column."""
import math


def assign(costs):
    """[(row, column), ...] in order of the rows. Raises ValueError when SciPy does."""
    flat = [cost for row in costs for cost in row]
    if any(math.isnan(cost) or cost == -math.inf for cost in flat):
        raise ValueError("matrix contains invalid numeric entries")
    turned = len(costs[0]) < len(costs)
    if turned:
        costs = [list(column) for column in zip(*costs)]
    columns = len(costs[0])
    price_row, price_column = [0.0] * len(costs), [0.0] * columns
    column_of, row_of, parent = {}, {}, {}
    for first in range(len(costs)):
        reach = [math.inf] * columns
        remaining = list(range(columns))[::-1]
        rows, taken = [], []
        row, low = first, 0.0
        while True:
            rows.append(row)
            best, lowest = None, math.inf
            for index, column in enumerate(remaining):
                cost = low + costs[row][column] - price_row[row] - price_column[column]
                if cost < reach[column]:
                    reach[column], parent[column] = cost, row
                if reach[column] < lowest or (reach[column] == lowest and column not in row_of):
                    best, lowest = index, reach[column]
            low = lowest
            if low == math.inf:
                raise ValueError("cost matrix is infeasible")
            column = remaining[best]
            taken.append(column)
            remaining[best] = remaining[-1]
            remaining.pop()
            if column not in row_of:
                break
            row = row_of[column]
        price_row[first] += low
        for row in rows[1:]:
            price_row[row] += low - reach[column_of[row]]
        for each in taken:
            price_column[each] -= low - reach[each]
        while True:
            row = parent[column]
            row_of[column] = row
            column_of[row], column = column, column_of.get(row)
            if row == first:
                break
    pairs = [(column, row) if turned else (row, column) for row, column in column_of.items()]
    return sorted(pairs)
