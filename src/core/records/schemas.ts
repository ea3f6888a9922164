import * as v from 'valibot';
import type { CompositePath } from '../rewards/model.ts';
import { PROFILE_NAMES } from '../rewards/names.ts';
import { DIALECT_NAMES } from '../trajectory/dialects/names.ts';

/** The values of front matters and webview messages, validated when they are received. */
export const dialectSchema = v.picklist(DIALECT_NAMES);
const profileSchema = v.picklist(PROFILE_NAMES);

const NO_REWARD = `a reward is ${PROFILE_NAMES.join(', ')}, or the path of a composite reward, which ends in .json`;
/** How a front matter names a reward: by the name of a built-in one, or the path of a composite's file. */
export const rewardSchema = v.union(
  [
    profileSchema,
    v.pipe(
      v.string(),
      v.regex(/\.json$/, NO_REWARD),
      v.transform((path) => path as CompositePath),
    ),
  ],
  NO_REWARD,
);

export const verdictSchema = v.picklist(['right', 'wrong', 'unknown']);

const wholeNumber = v.pipe(v.number(), v.integer());

export const pixelsSchema = v.pipe(
  v.object({
    minPixels: v.pipe(wholeNumber, v.minValue(784)),
    maxPixels: v.pipe(wholeNumber, v.minValue(784), v.maxValue(100_000_000)),
  }),
  v.check((pixels) => pixels.minPixels <= pixels.maxPixels, 'minPixels must not be above maxPixels'),
);

export const samplingSchema = v.object({
  temperature: v.exactOptional(v.pipe(v.number(), v.minValue(0), v.maxValue(2))),
  top_p: v.exactOptional(v.pipe(v.number(), v.gtValue(0), v.maxValue(1))),
  repetition_penalty: v.exactOptional(v.pipe(v.number(), v.gtValue(0), v.maxValue(2))),
  max_tokens: v.exactOptional(v.pipe(wholeNumber, v.minValue(1))),
  seed: v.exactOptional(v.nullable(wholeNumber)),
});
