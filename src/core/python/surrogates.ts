/** Matches, with the `u` flag, a surrogate that is not half of a pair. */
const LONE = /[\ud800-\udfff]/gu;
const HAS_LONE = /[\ud800-\udfff]/u;

/** Where lone surrogates are kept: as many private code points at the end of the last plane, which no text uses. */
const KEPT = 0x10f7fe;
const FIRST_SURROGATE = 0xd800;

/**
 * `text` with lone surrogates (which JSON can hold, and Python keeps as characters of their own) put out of reach:
 * what is cut out between two of them then makes no pair of them, and none is found inside of a pair.
 */
export function withoutLoneSurrogates(text: string): string {
  if (!HAS_LONE.test(text)) return text;
  return text.replace(LONE, (unit) => String.fromCodePoint(KEPT + unit.charCodeAt(0) - FIRST_SURROGATE));
}
