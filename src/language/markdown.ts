/** Marks that mean something in Markdown. */
const MARKS = /[\\`*_{}[\]<>()#+!|~]/g;

/** `text` as Markdown that shows it as it is. */
export function escaped(text: string): string {
  return text.replaceAll(MARKS, String.raw`\$&`);
}

/** `text` as code on one line; a backtick in it becomes a quote. */
export function code(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll('`', "'");
  return line.trim() === '' ? '` `' : `\`${line}\``;
}

/** A sentence whose only Markdown is code in backticks, whatever pieces of a response it quotes. */
export function sentence(text: string): string {
  const pieces = text.split('`');
  // An odd mark opens nothing.
  if (pieces.length % 2 === 0) return escaped(text);
  return pieces.map((piece, index) => (index % 2 === 0 ? escaped(piece) : code(piece))).join('');
}
