import type { PageWords } from './model.ts';

/** A page whose words can be searched. Making one takes longer than a search: it is made once a page. */
export interface PageIndex {
  readonly page: PageWords;
  /** The words, folded and joined by single spaces. */
  readonly text: string;
  /** For each word, where it begins in `text`. */
  readonly starts: readonly number[];
}

/** The index of a page. */
export function indexPage(page: PageWords): PageIndex {
  const starts: number[] = [];
  let text = '';
  for (const word of page.words) {
    if (text !== '') text += ' ';
    starts.push(text.length);
    text += word.text.toLowerCase();
  }
  return { page, text, starts };
}
