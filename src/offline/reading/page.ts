import { boxAround } from '../../core/geometry/box.ts';
import type { PageLayout } from '../../core/layout/model.ts';
import { layOut } from '../../core/layout/pageLayout.ts';
import { findAuthors } from './authors.ts';
import type { KnownPair } from './knownPair.ts';
import { PageWords, type PageLines } from './pageWords.ts';
import { findParties } from './parties.ts';
import { findSentences, type Sentence } from './sentences.ts';

/** A page that was read: its text and its layout. */
export interface ReadPage {
  readonly words: PageWords;
  readonly layout: PageLayout;
  readonly sentences: readonly Sentence[];
  readonly pairs: readonly KnownPair[];
}

const known = new WeakMap<PageLines, ReadPage>();

/** Finds the layout of a page, once for each object. */
export function readPage(page: PageLines): ReadPage {
  const read = known.get(page) ?? layOutPage(page);
  known.set(page, read);
  return read;
}

function layOutPage(page: PageLines): ReadPage {
  const words = new PageWords(page);
  const layout = layOut(words.all, {
    keepApart: ({ lines, wordHeight }) => findParties(lines, wordHeight).flatMap((party) => party.lines),
  });
  return {
    words,
    layout,
    sentences: findSentences(layout, words),
    pairs: [
      ...layout.pairs,
      ...findParties(layout.lines, layout.wordHeight).map(({ label, name }) => ({
        label,
        value: name,
        box: boxAround([label.box, name.box]),
      })),
      ...findAuthors(layout.columns.flatMap(({ lines }) => lines)),
    ],
  };
}
