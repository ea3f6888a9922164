import { partitionPoint } from '../../binarySearch.ts';

/** A template as Jinja2 reads it: every line end is a line feed. (The library drops the one at the very end.) */
export interface Source {
  readonly text: string;
  /** The offset in the original template of the character at `offset` of `text`. */
  readonly original: (offset: number) => number;
}

/** Normalizes the line ends of `template` as Jinja2's lexer does before it looks for tags. */
export function readSource(template: string): Source {
  // Offsets, in the normalized text, of line feeds that replace two characters.
  const pairs: number[] = [];
  let removed = 0;
  const text = template.replace(/\r\n?/g, (end, at: number) => {
    if (end.length === 2) {
      pairs.push(at - removed);
      removed++;
    }
    return '\n';
  });
  return {
    text,
    original: (offset) => offset + partitionPoint(pairs.length, (index) => (pairs[index] ?? offset) < offset),
  };
}
