/** A text on one line, with white space collapsed, cut to at most `longest` characters with an ellipsis. */
export function oneLine(text: string, longest: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= longest ? line : `${line.slice(0, longest - 1).trimEnd()}…`;
}
