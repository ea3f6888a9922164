/** A line of a text, without its end. */
export interface TextLine {
  /** From 1. */
  readonly number: number;
  /** The offset of its first character. */
  readonly start: number;
  readonly text: string;
}

/** The lines of a text, but not an empty one after the last line end. */
export function linesOf(text: string): readonly TextLine[] {
  const lines: TextLine[] = [];
  let start = 0;
  while (start < text.length) {
    const end = text.indexOf('\n', start);
    const line = end === -1 ? text.slice(start) : text.slice(start, end);
    lines.push({ number: lines.length + 1, start, text: line });
    start += line.length + 1;
  }
  return lines;
}

/** The line of an offset. */
export function lineAt(text: string, offset: number): TextLine {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  let number = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < start; at = text.indexOf('\n', at + 1)) number += 1;
  return { number, start, text: end === -1 ? text.slice(start) : text.slice(start, end) };
}
