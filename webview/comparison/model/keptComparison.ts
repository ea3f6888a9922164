import * as v from 'valibot';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** The view state of the comparison that is kept while it is hidden, without its content. */
const kept = v.object({
  /** Keys of the two trajectories, by which the extension finds them again. */
  before: v.string(),
  after: v.string(),
  samples: v.object({ before: count, after: count }),
  onlyDifferences: v.boolean(),
});
export type KeptComparison = v.InferOutput<typeof kept>;

const FRESH: KeptComparison = {
  before: '',
  after: '',
  samples: { before: 0, after: 0 },
  onlyDifferences: false,
};

/** The kept state, or a fresh one if none can be read. */
export function readKeptComparison(state: unknown): KeptComparison {
  const read = v.safeParse(kept, state);
  return read.success ? read.output : FRESH;
}
