/** The kind of a cell's content, judging by its characters. */
export type CellKind = 'year' | 'number' | 'time' | 'percent' | 'money' | 'text';

/** The kind of a cell's text. */
export function cellKind(text: string): CellKind {
  const plain = text.trim();
  if (isYear(plain)) return 'year';
  if (/^\d{1,2}:\d{2}(?:\s?[ap]\.?m\.?)?$/i.test(plain)) return 'time';
  if (/^[(+−–-]*\d[\d.,\s]*\s?%\)?$/.test(plain)) return 'percent';
  if (/^[(+−–-]*[€$£¥]\s?[\d.,]+\)?$/.test(plain)) return 'money';
  if (/^[(+−–-]*\d[\d.,\s]*\)?$/.test(plain)) return 'number';
  if (/^[(+−–-]*\d[\d.,]*\s?\p{L}{1,4}$/u.test(plain)) return 'number';
  if (/^[−-]?\d[\d.]*e[−+-]?\d+$/i.test(plain)) return 'number';
  return 'text';
}

/** Whether a text has a digit. */
export function hasNumber(text: string): boolean {
  return /\d/.test(text);
}

/** `1999`, `2024`, `FY2024`, `2023/24`, `2024年`. */
export function isYear(word: string): boolean {
  return /^(?:FY\s?)?(?:1[89]|20|21)\d{2}(?:[/–-]\d{2,4})?(?:[eEfF]|年度?)?\*?$/.test(word);
}

/** Whether no letter of a text is lowercase. */
export function isCapitals(text: string): boolean {
  return /\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text);
}

/** How many words a text has. */
export function wordCount(text: string): number {
  let count = 1;
  let isAfterSpace = false;
  for (let at = 0; at < text.length; at += 1) {
    const isSpace = isWhiteSpace(text, at);
    if (isSpace && !isAfterSpace) count += 1;
    isAfterSpace = isSpace;
  }
  return count;
}

const SPACE = 0x20;
const ASCII_END = 0x80;

function isWhiteSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === SPACE || ((code < SPACE || code >= ASCII_END) && /\s/.test(text.charAt(at)));
}

/** Whether a text names a part of a year: `Q1`, `H2`, `1Q`. */
export function isPeriod(text: string): boolean {
  return /^(?:[QH]\d|\d[QH])$/iu.test(text);
}
