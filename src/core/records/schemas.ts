import * as v from 'valibot';

/** The values that front matters and webview messages may hold, checked where they come in. */
export const dialectSchema = v.picklist(['lang2act', 'action-rl', 'think-answer']);
export const profileSchema = v.picklist(['lang2act', 'lang2act-paper', 'action-rl']);
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
