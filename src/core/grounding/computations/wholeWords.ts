/** The source of a pattern for words in lower case that are no part of longer ones, in English and German. */
export function wholeWords(words: string): string {
  return `(?<![a-zäöüß])(?:${words})(?![a-zäöüß])`;
}
