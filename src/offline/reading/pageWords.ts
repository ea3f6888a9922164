import type { LayoutWord, Phrase } from '../../core/layout/model.ts';

/** The text of a page from its text layer or from text recognition. */
export interface PageLines {
  readonly text: string;
  /** In the order of the text. The words of a line, joined by single spaces, are part of the text. */
  readonly lines: readonly { readonly words: readonly LayoutWord[] }[];
}

/** Words that are also consecutive in their page's text. */
export interface Stretch {
  /** A slice of the page's text. */
  readonly text: string;
  /** Offset into the texts of all stretches, joined by spaces. */
  readonly at: number;
}

/** Consecutive words. */
export interface JoinedWords {
  /** The texts of the stretches, joined by spaces. */
  readonly text: string;
  readonly stretches: readonly Stretch[];
  /** Offset of each word into the text. */
  readonly offsets: readonly number[];
}

/** The words of a page with their places in its text: every quote is a slice of that text. */
export class PageWords {
  readonly text: string;
  readonly #places = new Map<LayoutWord, { readonly start: number; readonly end: number }>();

  constructor({ text, lines }: PageLines) {
    this.text = text;
    let at = 0;
    for (const word of lines.flatMap((line) => line.words)) {
      const start = text.indexOf(word.text, at);
      // A word that the text does not have at this place cannot be quoted.
      if (start === -1 || text.slice(at, start).trim() !== '') continue;
      at = start + word.text.length;
      this.#places.set(word, { start, end: at });
    }
  }

  /** The words, in text order. */
  get all(): LayoutWord[] {
    return [...this.#places.keys()];
  }

  /** Words as one text, divided where the page's text has something else in between, such as the next column. */
  join(words: readonly LayoutWord[]): JoinedWords {
    const places = words.flatMap((word) => this.#places.get(word) ?? []);
    const stretches: Stretch[] = [];
    const offsets: number[] = [];
    let at = 0;
    let from = 0;
    for (const [index, { start, end }] of places.entries()) {
      const first = places[from]?.start ?? start;
      offsets.push(at + start - first);
      const next = places[index + 1];
      if (next !== undefined && next.start >= end && this.text.slice(end, next.start).trim() === '') continue;
      stretches.push({ text: this.text.slice(first, end), at });
      at += end - first + 1;
      from = index + 1;
    }
    return { text: stretches.map(({ text }) => text).join(' '), stretches, offsets };
  }

  /** The first quote of a phrase; null if none of it can be quoted. */
  quoteOf(phrase: Phrase | null): string | null {
    return (phrase === null ? [] : this.quotesOf(phrase))[0] ?? null;
  }

  /** The quotes of a phrase: a single one if the phrase is in one piece in the page's text. */
  quotesOf({ text, words }: Phrase): string[] {
    return this.text.includes(text) ? [text] : this.join(words).stretches.map((stretch) => stretch.text);
  }
}
