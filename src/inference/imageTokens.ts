import { isTooNarrow, smartResize } from '../core/geometry/imageSize.ts';
import type { Size } from '../core/geometry/size.ts';
import type { ModelCard } from './model.ts';

/** How a family of models turns an image into tokens. */
export interface ImageFamily {
  /** Side of the square of pixels that one token stands for. */
  readonly factor: number;
  /**
   * Limits on the area after resizing, in pixels: the family's defaults, which a server may be configured to change.
   */
  readonly minPixels: number;
  readonly maxPixels: number;
}

/** Qwen2-VL and Qwen2.5-VL: patches of 14 pixels merged 2 x 2. */
const QWEN2: ImageFamily = { factor: 28, minPixels: 3_136, maxPixels: 12_845_056 };
/** Qwen3-VL: patches of 16 pixels merged 2 x 2. */
const QWEN3: ImageFamily = { factor: 32, minPixels: 65_536, maxPixels: 16_777_216 };

/** Families with a known formula, with the limits of the models' preprocessor_config.json, by a model's name. */
const FAMILIES: readonly (readonly [RegExp, ImageFamily])[] = [
  [/qwen[-_ ]?3[-_ ]?vl/iu, QWEN3],
  [/qwen[-_ ]?2(?:[._]5)?[-_ ]?vl/iu, QWEN2],
  [
    // Models fine-tuned from Qwen2.5-VL that are published under other names.
    /lang2act|evisrag|vrag|vg[-_]?refiner|pixel[-_]?reasoner|r1[-_]?onevision|vision[-_]?r1|thinklite[-_]?vl|openvlthinker/iu,
    QWEN2,
  ],
];

/** The family of a model, from its id, its root, or its base's; null if none is recognized. */
export function imageFamily(model: string, models: readonly ModelCard[]): ImageFamily | null {
  const card = models.find(({ id }) => id === model);
  const base = models.find(({ id }) => id === card?.parent);
  const names = [model, card?.root, card?.parent, base?.root].filter((name) => typeof name === 'string');
  for (const [pattern, family] of FAMILIES) {
    if (names.some((name) => pattern.test(name))) return family;
  }
  return null;
}

/**
 * The size in pixels to which the image processor of a Qwen-VL model in vLLM resizes an image: sides to the nearest
 * multiple of the factor, then the area into the family's limits with the aspect ratio kept. Null if one side is over
 * 200 times the other, which the processor rejects.
 */
export function processedSize(size: Size, family: ImageFamily): Size | null {
  if (size.width <= 0 || size.height <= 0 || isTooNarrow(size)) return null;
  return smartResize(size, family, { factor: family.factor, least: 0 });
}

/**
 * Tokens of an image of `width` x `height` pixels in a model of `family`, without the two marks around it (which belong
 * to the template's text). Null if the processor would reject the image.
 */
export function imageTokens(width: number, height: number, family: ImageFamily): number | null {
  const size = processedSize({ width, height }, family);
  return size === null ? null : (size.width / family.factor) * (size.height / family.factor);
}
