import type { SampleTable } from '../summary/sampleTable.ts';
import type { ChartId, GoldBar, GoldChart } from './model.ts';

/** The column that says whether a claim of a sample is on a gold box. */
export const GOLD_SEEN = 'gold_seen';

/** The order of the bars. */
const ANSWERS = [true, false, null];

/** How many samples have a claim on a gold box, of right and of wrong answers. */
export function goldChart(table: SampleTable, rows: Uint32Array, id: ChartId): GoldChart {
  const column = table.numbers(GOLD_SEEN);
  const bars = ANSWERS.map((right) => ({ right, n: 0, seen: 0 }));
  for (const row of rows) {
    const met = column?.at(row) ?? null;
    const bar = met === null ? undefined : bars[ANSWERS.indexOf(table.isRight(row))];
    if (bar === undefined) continue;
    bar.n += 1;
    if (met === 1) bar.seen += 1;
  }
  return { kind: 'gold', id, bars: bars.filter(({ n }) => n > 0) };
}

/** The share of right answers among the judged ones with a claim on a gold box, or without one; null without any. */
export function rightShare({ bars }: GoldChart, hasSeen: boolean): number | null {
  const count = (right: boolean): number => {
    const bar = bars.find((each) => each.right === right);
    return bar === undefined ? 0 : hasSeen ? bar.seen : missedOf(bar);
  };
  const judged = count(true) + count(false);
  return judged === 0 ? null : count(true) / judged;
}

const missedOf = ({ n, seen }: GoldBar): number => n - seen;
