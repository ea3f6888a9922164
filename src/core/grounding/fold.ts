/** A text as it is compared, and where each of its UTF-16 units comes from. */
export interface FoldedText {
  readonly text: string;
  /**
   * For each unit of `text`, where the characters that it comes from begin and end in the source. Null if each unit
   * comes from the one at its own place, as in most texts.
   */
  readonly origins: { readonly starts: readonly number[]; readonly ends: readonly number[] } | null;
}

/** Where the characters that a unit of a folded text comes from begin in the source; undefined behind its end. */
export function originStart({ text, origins }: FoldedText, unit: number): number | undefined {
  if (origins !== null) return origins.starts[unit];
  return unit < text.length ? unit : undefined;
}

/** Where the characters that a unit of a folded text comes from end in the source; undefined behind its end. */
export function originEnd({ text, origins }: FoldedText, unit: number): number | undefined {
  if (origins !== null) return origins.ends[unit];
  return unit < text.length ? unit + 1 : undefined;
}

const ASCII_END = 0x80;
const MARK = /\p{M}/u;
const DASH = /[\p{Pd}\u2212]/u;
const SINGLE_QUOTE = /[\u2018-\u201b\u2032\u2039\u203a`\u00b4]/;
const DOUBLE_QUOTE = /[\u201c-\u201f\u2033\u00ab\u00bb]/;
/** Soft hyphens, characters without width, and marks of direction. */
const INVISIBLE = /[\u00ad\u200b\u200c\u200e\u200f\u202a-\u202e\u2060\ufeff]|\u200d|\ufe0f/;
/** PDFium writes these for a hyphen at the end of a line. */
const LINE_HYPHENS = '\u0002\ufffe';
const RAISED_DIGIT = /[\u00b2\u00b3\u00b9\u2070\u2074-\u2079\u2080-\u2089]/;
const SPACE = /\s/;
/** A character that may be folded to anything but its lowercase letter. */
const SPECIAL = /[^\t\n\r -_a-~]/;

/**
 * A text as it is compared: compatibility characters, case, quotation marks, dashes and white space each in one form,
 * invisible characters left out. Line breaks stay. Accents stay too: `withoutAccents` drops them.
 */
export function fold(source: string): FoldedText {
  if (!SPECIAL.test(source)) return { text: source.toLowerCase(), origins: null };
  const starts: number[] = [];
  const ends: number[] = [];
  let text = '';
  let ascii = 0;
  const { length } = source;
  const flush = (to: number): void => {
    if (ascii === to) return;
    text += source.slice(ascii, to).toLowerCase();
    for (let at = ascii; at < to; at += 1) {
      starts.push(at);
      ends.push(at + 1);
    }
  };
  for (let at = 0; at < length;) {
    const code = source.charCodeAt(at);
    if (code < ASCII_END && code !== 2 && code !== 0x60 && !(source.charCodeAt(at + 1) >= 0x300)) {
      at += 1;
      continue;
    }
    const end = clusterEnd(source, at);
    if (code < ASCII_END && end === at + 1 && code !== 2 && code !== 0x60) {
      at += 1;
      continue;
    }
    flush(at);
    const folded = foldCluster(source.slice(at, end), text);
    text += folded;
    starts.push(...Array.from({ length: folded.length }, () => at));
    ends.push(...Array.from({ length: folded.length }, () => end));
    at = end;
    ascii = end;
  }
  flush(length);
  return { text, origins: { starts, ends } };
}

/** The longest run of marks that is joined with its character: hostile texts have thousands. */
const MAX_MARKS = 8;

/** The end of the character at `at` together with the marks on it. */
function clusterEnd(source: string, at: number): number {
  let end = at + String.fromCodePoint(source.codePointAt(at) ?? 0).length;
  for (let marks = 0; marks < MAX_MARKS && end < source.length; marks += 1) {
    const code = source.charCodeAt(end);
    if (code < 0x300 || !MARK.test(source.charAt(end))) break;
    end += 1;
  }
  return end;
}

function foldCluster(cluster: string, before: string): string {
  if (INVISIBLE.test(cluster)) return '';
  if (DASH.test(cluster) || LINE_HYPHENS.includes(cluster)) return '-';
  if (SINGLE_QUOTE.test(cluster)) return "'";
  if (DOUBLE_QUOTE.test(cluster)) return '"';
  if (SPACE.test(cluster)) return cluster === '\u2028' || cluster === '\u2029' ? '\n' : ' ';
  const folded = cluster.normalize('NFKC').toLowerCase().replaceAll('ß', 'ss').replaceAll('ς', 'σ');
  if (RAISED_DIGIT.test(cluster) && /\d$/.test(before)) return ` ${folded}`;
  return folded.normalize('NFKC');
}

const NOT_ASCII = /[^\0-\x7f]/;

/** A folded text without its accents: `é` is `e`, `ø` is `o`. */
export function withoutAccents(folded: string): string {
  if (!NOT_ASCII.test(folded)) return folded;
  return folded
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('đ', 'd');
}
