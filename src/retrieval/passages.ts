/** How a text is cut into passages. */
export interface PassageSize {
  /** The most characters of a passage. */
  readonly longest: number;
  /** The characters at the end of a passage that the next one begins with. */
  readonly overlap: number;
}

/** Those of VisDoM (visdomrag.py). */
const USUAL_PASSAGE: PassageSize = { longest: 3000, overlap: 300 };

/**
 * The passages of a text, in order: they begin and end at white space where there is some, and each but the first repeats the
 * end of the one before it.
 */
export function passagesOf(
  text: string,
  { longest, overlap }: PassageSize = USUAL_PASSAGE,
): readonly string[] {
  const passages: string[] = [];
  let start = 0;
  while (start < text.length) {
    const end = text.length - start <= longest ? text.length : endBefore(text, start, start + longest);
    const passage = text.slice(start, end).trim();
    if (passage !== '') passages.push(passage);
    if (end === text.length) break;
    start = Math.max(start + 1, startAfter(text, end - overlap, end));
  }
  return passages;
}

/** The last white space before an offset, in the second half of the text before it; the offset if there is none. */
function endBefore(text: string, start: number, offset: number): number {
  for (let at = offset; at > start + (offset - start) / 2; at -= 1) if (isSpace(text, at)) return at;
  return isTrail(text, offset) ? offset - 1 : offset;
}

/** The first white space from an offset; the offset if there is none before `end`. */
function startAfter(text: string, offset: number, end: number): number {
  for (let at = offset; at < end; at += 1) if (isSpace(text, at)) return at;
  return isTrail(text, offset) ? offset - 1 : offset;
}

const isSpace = (text: string, at: number): boolean => /\s/u.test(text.charAt(at));

/** Whether an offset is within a character of two units. */
const isTrail = (text: string, at: number): boolean => /[\uDC00-\uDFFF]/.test(text.charAt(at));
