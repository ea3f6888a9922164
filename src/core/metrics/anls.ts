import leven from 'leven';

/** The similarity of a text to a reference: ANLS, with the numbers that it is computed from. */
export interface Nearness {
  /** 1 - distance / length if that quotient is below the threshold; otherwise 0. */
  readonly anls: number;
  /** The number of characters (code points) to insert, delete, or replace. */
  readonly distance: number;
  /** Characters of the longer text. */
  readonly length: number;
}

/**
 * Average normalized Levenshtein similarity of one text with one reference (Biten et al. 2019, equation 1, as in
 * Alibaba-NLP/VRAG, vrag.py, `calculate_anls`): case-sensitive, texts given as code points; two empty texts are equal.
 */
export function anlsOf(text: readonly number[], reference: readonly number[], threshold: number): Nearness {
  const length = Math.max(text.length, reference.length);
  const distance = distanceOf(text, reference);
  const normalized = length === 0 ? 0 : distance / length;
  return { anls: normalized < threshold ? 1 - normalized : 0, distance, length };
}

/**
 * The edit distance of code points. The library counts UTF-16 units, so each distinct code point is mapped to one unit.
 */
function distanceOf(a: readonly number[], b: readonly number[]): number {
  const units = new Map<number, string>();
  const asUnits = (points: readonly number[]): string =>
    points
      .map((point) => {
        const unit = units.get(point) ?? String.fromCharCode(units.size);
        units.set(point, unit);
        return unit;
      })
      .join('');
  return leven(asUnits(a), asUnits(b));
}

/** The code points of a text; a lone surrogate counts as one, as in Python. */
export function codePoints(text: string): number[] {
  return Array.from(text, (character) => character.codePointAt(0) ?? 0);
}
