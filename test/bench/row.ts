/** One line of the table that `npm run bench` prints. */
export interface BenchRow {
  readonly what: string;
  readonly ours: number;
  /** The same work done by the peer, the tool that we compare with; null without a peer. */
  readonly peer: number | null;
  /** Ours over the peer's, the median over interleaved rounds; null without a peer. */
  readonly ratio: number | null;
  readonly unit: string;
  /** What must not be exceeded: our figure, its ratio to the peer's, or how much it is more than the peer's. */
  readonly budget?: { readonly of: 'ours' | 'ratio' | 'more'; readonly most: number };
}

/** The rows as a table for a terminal. */
export function formatRows(rows: readonly BenchRow[]): string {
  const cells = [
    ['what', 'ours', 'peer', 'ratio', 'unit', 'budget'],
    ...rows.map((row) => [
      row.what,
      figure(row.ours),
      figure(row.peer),
      figure(row.ratio),
      row.unit,
      verdict(row),
    ]),
  ];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  return cells
    .map((line) =>
      line
        .map((cell, column) =>
          column === 0 || column >= 4 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The median of some measurements; for an even number of them, the mean of the two middle ones. */
export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[sorted.length >> 1] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[(sorted.length >> 1) - 1] ?? upper)) / 2;
}

/** A row's budget in words, and whether it is met; empty without a budget or if the peer that it needs is missing. */
function verdict({ ours, peer, ratio, budget }: BenchRow): string {
  if (!budget) return '';
  const { of, most } = budget;
  const value = of === 'ours' ? ours : of === 'ratio' ? ratio : peer === null ? null : ours - peer;
  const limit = `${of === 'ours' ? '' : `${of} `}at most ${most}`;
  return value === null ? limit : `${limit}: ${value <= most ? 'met' : 'EXCEEDED'}`;
}

function figure(value: number | null): string {
  if (value === null) return '-';
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
