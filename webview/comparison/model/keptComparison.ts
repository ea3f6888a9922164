import * as v from 'valibot';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** What is kept of the comparison's surface while it is out of sight; never what it shows. */
const kept = v.object({
  /** Keys of the two trajectories; the extension finds them again by them. */
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

/** What was kept, or a fresh start where there is nothing that can be read. */
export function readKeptComparison(state: unknown): KeptComparison {
  const read = v.safeParse(kept, state);
  return read.success ? read.output : FRESH;
}
