import type { Word } from '../../src/core/geometry/word.ts';
import type { PageWords } from '../../src/core/grounding/model.ts';

/** A page of a PDF file as the files of words of fixtures hold it. */
export interface StoredWords {
  readonly document: string;
  readonly page: number;
  /** Width and height in points. */
  readonly size?: readonly [number, number];
  /** Text, box, height, line, whether it is broken there, and the edges of its characters. */
  readonly words: readonly (readonly [
    string,
    readonly [number, number, number, number],
    number,
    number,
    0 | 1,
    readonly number[] | null,
  ])[];
}

/** Larger than all pages, so that boxes in pixels of twice the points are on them. */
const LARGEST = [900, 900] as const;

/** The words of a page as they were read from its text layer. */
export function wordsOfPage({ document, page, size = LARGEST, words }: StoredWords): PageWords {
  return {
    document,
    page,
    size: { width: size[0], height: size[1] },
    source: 'text',
    words: words.map(([text, [left, top, right, bottom], height, line, isBroken, edges]): Word => ({
      text,
      box: { left, top, right, bottom },
      height,
      line,
      ...(isBroken === 1 ? { continues: true as const } : {}),
      ...(edges === null ? {} : { edges }),
    })),
  };
}
