import { lastNotAbove } from '../../binarySearch.ts';

/** A segment of rendered text: copied from the template at `from` (an offset of the source), or produced by `tag`. */
export interface Segment {
  readonly length: number;
  /** Offset of its first character in the source if it is the template's own text; null otherwise. */
  readonly from: number | null;
  /** Offset in the source of the tag that produced it: the text itself, or the `{{` that printed it. */
  readonly tag: number;
}

/** What one evaluation added to the text of the surrounding block. */
export interface Piece {
  readonly text: string;
  readonly segments: readonly Segment[];
}

/** The segments of `text` if it is the concatenation of `pieces`; null otherwise. */
export function joinSegments(text: string, pieces: readonly Piece[]): readonly Segment[] | null {
  let length = 0;
  for (const piece of pieces) {
    if (!text.startsWith(piece.text, length)) return null;
    length += piece.text.length;
  }
  return length === text.length ? pieces.flatMap((piece) => piece.segments) : null;
}

/** The text of pieces. */
export const joinPieces = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('');

/** The first pieces whose text together has at most `length` characters. */
export function firstPieces(pieces: readonly Piece[], length: number): readonly Piece[] {
  let total = 0;
  const end = pieces.findIndex(({ text }) => (total += text.length) > length);
  return end === -1 ? pieces : pieces.slice(0, end);
}

/** Finds the segment at an offset of a rendered text. */
export class SegmentMap {
  readonly #segments: readonly Segment[];
  readonly #starts: readonly number[];

  constructor(segments: readonly Segment[]) {
    this.#segments = segments;
    let at = 0;
    this.#starts = segments.map((segment) => {
      const start = at;
      at += segment.length;
      return start;
    });
  }

  /**
   * The segment that contains the character at `offset`, and the character's offset in it; null outside of the text.
   */
  at(offset: number): { readonly segment: Segment; readonly into: number } | null {
    const index = lastNotAbove(this.#starts, offset);
    const segment = this.#segments[index];
    const start = this.#starts[index];
    if (!segment || start === undefined || offset - start >= segment.length) return null;
    return { segment, into: offset - start };
  }
}
