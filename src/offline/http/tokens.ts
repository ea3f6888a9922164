/** Splits a text into the reader's tokens: up to six characters of a word with the white space before it. */
export function toTokens(text: string): string[] {
  return text.match(/(?<!\s)\s+(?:\S{1,6})?|\S{1,6}/gu) ?? [];
}
