import { t } from '@vscode/l10n';
import * as v from 'valibot';
import type { PixelBudget } from '../geometry/pixelBudget.ts';
import type { CompositePath } from '../rewards/model.ts';
import { PROFILE_NAMES } from '../rewards/names.ts';
import { DIALECT_NAMES } from '../trajectory/dialects/names.ts';

/** The values of front matters and webview messages, validated when they are received. */
export const dialectSchema = v.picklist(DIALECT_NAMES);
const profileSchema = v.picklist(PROFILE_NAMES);

/** Says what names a reward, about a value that does not. */
const noReward = (): string =>
  t('a reward is {0}, or the path of a composite reward (.json)', PROFILE_NAMES.join(', '));
/** How a front matter names a reward: by the name of a built-in one, or the path of a composite's file. */
export const rewardSchema = v.union(
  [
    profileSchema,
    v.pipe(
      v.string(),
      v.regex(/\.json$/, noReward),
      v.transform((path) => path as CompositePath),
    ),
  ],
  noReward,
);

export const verdictSchema = v.picklist(['right', 'wrong', 'unknown']);

const wholeNumber = v.pipe(v.number(), v.integer());

export const pixelsSchema = v.pipe(
  v.object({
    min_pixels: v.pipe(wholeNumber, v.minValue(784)),
    max_pixels: v.pipe(wholeNumber, v.minValue(784), v.maxValue(100_000_000)),
  }),
  v.check(
    (pixels) => pixels.min_pixels <= pixels.max_pixels,
    () => t('min_pixels must not be greater than max_pixels'),
  ),
);

/** A pixel budget as a front matter names it. */
export function readPixels(written: v.InferOutput<typeof pixelsSchema> | undefined): PixelBudget | null {
  return written === undefined ? null : { minPixels: written.min_pixels, maxPixels: written.max_pixels };
}

/** Former names of parts of a value, by its key, which files that exist may have. */
export const FORMER_PARTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  pixels: { minPixels: 'min_pixels', maxPixels: 'max_pixels' },
};

export const samplingSchema = v.object({
  temperature: v.exactOptional(v.pipe(v.number(), v.minValue(0), v.maxValue(2))),
  top_p: v.exactOptional(v.pipe(v.number(), v.gtValue(0), v.maxValue(1))),
  repetition_penalty: v.exactOptional(v.pipe(v.number(), v.gtValue(0), v.maxValue(2))),
  max_tokens: v.exactOptional(v.pipe(wholeNumber, v.minValue(1))),
  seed: v.exactOptional(v.nullable(wholeNumber)),
});
