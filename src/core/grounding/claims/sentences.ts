import type { Span } from '../../span.ts';
import { MONTH } from './patterns.ts';

/** What may end a sentence, with the quotation marks and brackets that belong to it. */
const END = /[.!?…]{1,3}["'”’»)\]]{0,3}(?=\s|$)|[。！？；]{1,3}["”’」』）]{0,3}|\r?\n/gu;
/** Words with a period that ends no sentence. */
const ABBREVIATIONS: ReadonlySet<string> = new Set(
  (
    'mr mrs ms dr prof st jr sr inc ltd co corp llc plc no nos vs cf al fig figs sec ch vol ed eds est dept approx ' +
    'e.g i.e eg ie u.s u.k a.m p.m p pp ca max min avg nr bzw z.b d.h u.a inkl exkl zzgl abb tab art abs kap mio mrd tsd ' +
    'jan feb mar apr jun jul aug sep sept oct nov dec mär mrz okt dez'
  ).split(' '),
);
/** A German ordinal number needs a period: `7. Februar`, `1. Quartal`. */
const AFTER_ORDINAL = new RegExp(String.raw`^\s{1,3}(?:${MONTH}|Quartal|Halbjahr|Platz)`, 'u');
const LONGEST_WORD = 12;
/** What a line of a list begins with. */
const BULLET = /^(?:[-*+•▪–]\s{1,4}|\(?\d{1,2}[.)]\s{1,4}|#{1,6}\s{1,4})/u;

/** The sentences and lines of `text`, which starts at `start`, without bullets and the white space around them. */
export function splitSentences(text: string, start: number): Span[] {
  const spans: Span[] = [];
  let from = 0;
  const put = (to: number): void => {
    const ink = inkOf(text, from, to);
    if (ink !== null) spans.push({ start: start + ink.start, end: start + ink.end });
    from = to;
  };
  for (const { index, 0: end } of text.matchAll(END)) {
    const after = index + end.length;
    if (end.startsWith('.') && !endsSentence(text, index, after)) continue;
    put(after);
  }
  put(text.length);
  return spans;
}

function endsSentence(text: string, period: number, after: number): boolean {
  const next = /^\s{1,8}(\S)/u.exec(text.slice(after, after + LONGEST_WORD))?.[1];
  if (next !== undefined && /\p{Ll}/u.test(next)) return false;
  const before = text.slice(Math.max(0, period - LONGEST_WORD), period);
  const word = /[^\s(["'“„]{1,12}$/u.exec(before)?.[0] ?? '';
  if (/^\p{Lu}$/u.test(word) || ABBREVIATIONS.has(word.toLowerCase())) return false;
  if (!/^\d{1,2}$/.test(word)) return true;
  const isListNumber = /(?:^|\n)[ \t]{0,8}$/.test(
    text.slice(Math.max(0, period - LONGEST_WORD), period - word.length),
  );
  if (isListNumber) return false;
  return !AFTER_ORDINAL.test(text.slice(after, after + 24));
}

/** The span of `text` from `from` to `to` without white space and a bullet; null if it has no letter and no digit. */
function inkOf(text: string, from: number, to: number): Span | null {
  const piece = text.slice(from, to);
  let begin = piece.length - piece.trimStart().length;
  const bullet = BULLET.exec(piece.slice(begin, begin + 16))?.[0] ?? '';
  const isOrdinal = AFTER_ORDINAL.test(` ${piece.slice(begin + bullet.length, begin + bullet.length + 24)}`);
  if (!isOrdinal) begin += bullet.length;
  const end = piece.trimEnd().length;
  if (begin >= end || !/[\p{L}\p{N}]/u.test(piece.slice(begin, end))) return null;
  return { start: from + begin, end: from + end };
}
