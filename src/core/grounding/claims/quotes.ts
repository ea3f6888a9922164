import type { Span } from '../../span.ts';

/** The most UTF-16 units of a quote. */
const LONGEST = 400;

/** Quotation marks that differ at both ends, and what closes each. */
const CLOSING: ReadonlyMap<string, string> = new Map([
  ['“', '”"“'],
  ['„', '“”"'],
  ['«', '»'],
  ['»', '«'],
  ['‘', '’'],
  ['‚', '‘’'],
  ['‹', '›'],
  ['「', '」'],
  ['『', '』'],
  ['《', '》'],
]);
/** Quotation marks that are the same at both ends. */
const STRAIGHT = new Set(['"', "'", '`']);
/** Every mark that may open a quote. */
export const OPENING_MARKS = `${[...CLOSING.keys()].join('')}"'\``;

const WORD_CHARACTER = /[\p{L}\p{N}]/u;

/** Finds the words in quotation marks of one text. Asked from left to right, it looks at each character a few times. */
export class Quotes {
  readonly #text: string;
  /** By closing mark: where the next one is, from the last place that was asked for. */
  readonly #next = new Map<string, number>();

  constructor(text: string) {
    this.#text = text;
  }

  /** The text between the quotation mark at `at` and the one that closes it; null if nothing is quoted there. */
  at(at: number): Span | null {
    const mark = this.#text.charAt(at);
    if (!this.#opens(mark, at)) return null;
    let end = Infinity;
    for (const closing of STRAIGHT.has(mark) ? [mark] : (CLOSING.get(mark) ?? '')) {
      end = Math.min(end, this.#closing(closing, at + 1));
    }
    if (end > at + LONGEST || this.#find('\n', at + 1) < end) return null;
    const content = this.#text.slice(at + 1, end);
    const from = content.length - content.trimStart().length;
    const to = content.trimEnd().length;
    if (!WORD_CHARACTER.test(content)) return null;
    return { start: at + 1 + from, end: at + 1 + to };
  }

  #opens(mark: string, at: number): boolean {
    if ((STRAIGHT.has(mark) || mark === '‘' || mark === '»') && this.#isWord(at - 1)) return false;
    const next = this.#text.charAt(at + 1);
    return next !== '' && next.trim() !== '';
  }

  /** The next closing mark from `from` on; an apostrophe inside a word closes nothing. */
  #closing(mark: string, from: number): number {
    const isApostrophe = mark === "'" || mark === '’';
    let end = this.#find(mark, from);
    while (isApostrophe && end < Infinity && this.#isWord(end - 1) && this.#isWord(end + 1)) {
      end = this.#find(mark, end + 1);
    }
    return end;
  }

  #find(mark: string, from: number): number {
    const known = this.#next.get(mark);
    if (known !== undefined && known >= from) return known;
    const found = this.#text.indexOf(mark, from);
    const at = found < 0 ? Infinity : found;
    this.#next.set(mark, at);
    return at;
  }

  #isWord(at: number): boolean {
    return WORD_CHARACTER.test(this.#text.charAt(at));
  }
}
