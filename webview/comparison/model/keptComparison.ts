import * as v from 'valibot';

const index = v.pipe(v.number(), v.integer(), v.minValue(0));

/** The view state of the comparison that is kept while it is hidden, without its content. */
const kept = v.object({
  /** Keys of the trajectories of each question of a table, by which the extension finds them again. */
  pairs: v.array(
    v.object({ before: v.string(), after: v.nullable(v.string()), missing: v.nullable(v.string()) }),
  ),
  isTable: v.boolean(),
  notes: v.array(v.string()),
  /** The question of the table that is open. */
  open: v.nullable(index),
  /** The sides that are open. */
  sides: v.array(v.object({ key: v.string(), title: v.string(), sample: index, isSample: v.boolean() })),
  /** The side that the others are compared with, and the one that a narrow panel shows. */
  reference: index,
  tab: index,
  onlyDifferences: v.boolean(),
});
export type KeptComparison = v.InferOutput<typeof kept>;

const FRESH: KeptComparison = {
  pairs: [],
  isTable: false,
  notes: [],
  open: null,
  sides: [],
  reference: 0,
  tab: 0,
  onlyDifferences: false,
};

/** The kept state, or a fresh one if none can be read. */
export function readKeptComparison(state: unknown): KeptComparison {
  const read = v.safeParse(kept, state);
  return read.success ? read.output : FRESH;
}
