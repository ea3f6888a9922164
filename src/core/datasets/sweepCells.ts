import * as v from 'valibot';

const number = v.nullable(v.number());

const schema = v.object({
  pagetrace_sweep: v.literal(1),
  sweep: v.string(),
  baseline: v.string(),
  definitions: v.array(
    v.object({ name: v.string(), title: v.string(), unit: v.picklist(['share', 'percent', 'number']) }),
  ),
  cells: v.array(
    v.object({
      name: v.string(),
      // A name in its folder: a file that others made must not lead elsewhere.
      file: v.pipe(v.string(), v.regex(/^[\w.-]+\.jsonl$/)),
      samples: v.number(),
      failed: v.number(),
      error: v.nullable(v.string()),
      metrics: v.record(
        v.string(),
        v.object({
          value: number,
          low: number,
          high: number,
          against_baseline: v.nullable(v.object({ difference: number, p_holm: number })),
        }),
      ),
    }),
  ),
});

/** The cells of a sweep, as the file `sweep.json` beside their runs has them. */
export type SweepCells = v.InferOutput<typeof schema>;

/** Reads the text of a file `sweep.json`; null if it is another file. */
export function readSweepCells(text: string): SweepCells | null {
  try {
    const read = v.safeParse(schema, JSON.parse(text));
    return read.success ? read.output : null;
  } catch {
    return null;
  }
}
