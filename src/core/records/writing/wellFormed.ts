/** Half of a character of UTF-16, which no text in UTF-8 can have. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** A text as it is read again from UTF-8: U+FFFD stands for each half of a character. */
export function wellFormed(text: string): string {
  return text.replace(LONE_SURROGATE, '\uFFFD');
}
