import * as v from 'valibot';
import { LONGEST_FILTER, NARROWEST_COLUMN, WIDEST_COLUMN } from '../../../src/protocol/run.ts';

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
});
export type KeptRun = v.InferOutput<typeof kept>;

/** The kept state; null if none can be read. */
export function readKeptRun(state: unknown): KeptRun | null {
  const read = v.safeParse(kept, state);
  return read.success ? read.output : null;
}
