import { isSpace, skipSpace } from './strip.ts';

/** Python's `str.split()` without an argument: the words between white space. */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  let at = skipSpace(text, 0, text.length);
  while (at < text.length) {
    const start = at;
    while (at < text.length && !isSpace(text.charCodeAt(at))) at++;
    words.push(text.slice(start, at));
    at = skipSpace(text, at, text.length);
  }
  return words;
}
