import * as v from 'valibot';
import { isChartId, type ChartId } from '../../../src/core/charts/model.ts';
import { NARROWEST_COLUMN, WIDEST_COLUMN } from '../../../src/protocol/run.ts';
import { LONGEST_FILTER } from '../../../src/protocol/runInsights.ts';
import { RUN_TABS } from './runTabs.ts';

const index = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const filter = v.pipe(v.string(), v.maxLength(LONGEST_FILTER));

/** What is kept of the view while it is hidden, and over a reload of the window. */
const kept = v.object({
  /** Identifies the run. */
  key: v.string(),
  filter,
  sort: v.nullable(v.object({ column: v.string(), isDescending: v.boolean() })),
  isGrouped: v.boolean(),
  acrossSteps: v.boolean(),
  isFolded: v.boolean(),
  columns: v.nullable(
    v.array(
      v.object({
        name: v.string(),
        width: v.pipe(v.number(), v.minValue(NARROWEST_COLUMN), v.maxValue(WIDEST_COLUMN)),
      }),
    ),
  ),
  /** The first row in sight, and the active one. */
  top: index,
  active: index,
  /** What is shown in which tab; missing in what an earlier version has kept. */
  tabs: v.optional(
    v.object({
      tab: v.picklist(RUN_TABS),
      isSideShown: v.nullable(v.boolean()),
      addedCharts: v.array(v.custom<ChartId>((id) => typeof id === 'string' && isChartId(id))),
      topTools: v.optional(v.nullable(v.pipe(index, v.minValue(1))), null),
    }),
  ),
});
export type KeptRun = v.InferOutput<typeof kept>;

/** The kept state; null if none can be read. */
export function readKeptRun(state: unknown): KeptRun | null {
  const read = v.safeParse(kept, state);
  return read.success ? read.output : null;
}
