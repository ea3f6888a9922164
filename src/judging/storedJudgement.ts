import * as v from 'valibot';
import type { Judged } from './model.ts';

const score = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5));

const schema = v.union([
  v.strictObject({ verdict: v.picklist(['right', 'wrong']) }),
  v.strictObject({
    scores: v.strictObject({ coherence: score, nonHallucination: score, factualConsistency: score }),
  }),
]);

/** What a judge said, as a text on one line. */
export function writeJudged(judged: Judged): string {
  return JSON.stringify(judged);
}

/** What a judge said, from such a text; null for another one. */
export function readJudged(text: string): Judged | null {
  try {
    const read = v.safeParse(schema, JSON.parse(text));
    return read.success ? read.output : null;
  } catch {
    return null;
  }
}
