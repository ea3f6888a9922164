/** Matches, with the `u` flag, a surrogate that is not half of a pair. */
const LONE = /[\ud800-\udfff]/gu;
const HAS_LONE = /[\ud800-\udfff]/u;

/**
 * Lone surrogates are replaced by private code points from this one on, at the end of the last plane, which no text
 * uses.
 */
const KEPT = 0x10f7fe;
const FIRST_SURROGATE = 0xd800;

/**
 * `text` with its lone surrogates (which JSON can contain, and which Python keeps as separate characters) replaced:
 * removing the text between two of them then does not combine them into a pair, and none is found inside a pair.
 */
export function withoutLoneSurrogates(text: string): string {
  if (!HAS_LONE.test(text)) return text;
  return text.replace(LONE, (unit) => String.fromCodePoint(KEPT + unit.charCodeAt(0) - FIRST_SURROGATE));
}
