/** The numbers of images that a prompt is always rendered with. */
const USUAL: readonly number[] = [1, 2, 3];
/** The most images that are tried, and the most numbers of them. */
const MOST_IMAGES = 64;
const MOST_NUMBERS = 9;
/** A number that the number of images is compared with in a tag, on either side. */
const COMPARED =
  /\bnum_images\b\s*(?:[=!<>]=|[<>]|\b(?:not\s+)?in\b)\s*(?:[[(]\s*)?(\d{1,2}(?:\s*,\s*\d{1,2})*)|(\d{1,2})\s*(?:[=!<>]=|[<>])\s*num_images\b/g;

/**
 * The numbers of images that a template is rendered with: 1 to 3, and those around each number with which it compares
 * the number of images, so that each of its branches is rendered.
 */
export function imageCountsOf(template: string): readonly number[] {
  const numbers = new Set(USUAL);
  for (const { 0: tag } of template.matchAll(/\{[%{][^{%}]*num_images[^%}]{0,500}[%}]\}/g))
    for (const [, after = '', before = ''] of tag.matchAll(COMPARED))
      for (const digits of `${after},${before}`.split(',')) {
        const compared = Number(digits);
        if (digits.trim() === '') continue;
        for (const number of [compared - 1, compared, compared + 1])
          if (number >= 1 && number <= MOST_IMAGES && numbers.size < MOST_NUMBERS) numbers.add(number);
      }
  return [...numbers].sort((a, b) => a - b);
}
