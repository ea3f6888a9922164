/** A template as Jinja2 reads it: every line end is a line feed. (The library drops the one at the very end.) */
export interface Source {
  readonly text: string;
  /** Where the character at `offset` of `text` stands in the template as it was given. */
  readonly original: (offset: number) => number;
}

/** Reads `template` as Jinja2's lexer does before it looks for tags. */
export function readSource(template: string): Source {
  // Offsets, in the text with line feeds, of those that stand for two characters.
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
    original: (offset) => offset + countBelow(pairs, offset),
  };
}

/** How many of the ascending `numbers` are below `limit`. */
function countBelow(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? limit) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
