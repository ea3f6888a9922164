/** Marks that mean something in Markdown. */
const MARKS = /[\\`*_{}[\]<>()#+!|~]/g;

/** Escapes `text` so that Markdown shows it unchanged. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(MARKS, String.raw`\$&`);
}

/** Formats `text` as code on one line; backticks in it become quotes. */
export function inlineCode(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll('`', "'");
  return line.trim() === '' ? '` `' : `\`${line}\``;
}

/** Formats a sentence in which only code in backticks is Markdown, whatever pieces of a response it quotes. */
export function sentenceMarkdown(text: string): string {
  const pieces = text.split('`');
  // An unpaired backtick does not begin code.
  if (pieces.length % 2 === 0) return escapeMarkdown(text);
  return pieces.map((piece, index) => (index % 2 === 0 ? escapeMarkdown(piece) : inlineCode(piece))).join('');
}
