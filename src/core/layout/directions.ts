import type { PageBox } from '../geometry/box.ts';
import type { Word } from '../geometry/word.ts';
import type { LayoutWord, PageLayout } from './model.ts';
import { layOut } from './pageLayout.ts';
import { replaceWords } from './replaceWords.ts';

const DIRECTIONS = ['across', 'down', 'up'] as const;

/** Which way the words of a page run, as the page is seen. */
export type Direction = (typeof DIRECTIONS)[number];

/** The layout of those words of a page that run in one direction. Boxes are in the frame of the page. */
export interface DirectedLayout {
  readonly direction: Direction;
  readonly layout: PageLayout<'point'>;
}

/**
 * Finds the layout of a page separately for the words of each direction: sideways tables and vertical text are read as
 * if they were turned upright. Slanted words count as running across. Never throws.
 */
export function layOutDirections(words: readonly Word[]): DirectedLayout[] {
  return DIRECTIONS.flatMap((direction) => {
    const some = words.filter((word) => directionOf(word) === direction);
    return some.length === 0 ? [] : [{ direction, layout: layOutTurned(some, direction) }];
  });
}

function layOutTurned(words: readonly Word[], direction: Direction): PageLayout<'point'> {
  if (direction === 'across') return layOut(words);
  const given = new Map<LayoutWord<'point'>, Word>(
    words.map((word) => [{ ...word, box: turnUpright(word.box, direction) }, word]),
  );
  return replaceWords(layOut([...given.keys()]), given);
}

/** The edges of characters rise in text that runs down. */
function directionOf({ direction, edges }: Word): Direction {
  if (direction !== 'vertical') return 'across';
  return (edges?.at(-1) ?? 0) < (edges?.[0] ?? 0) ? 'up' : 'down';
}

/** The box as it is after a turn around the page's corner by which vertical text runs across. */
function turnUpright({ left, top, right, bottom }: PageBox, direction: 'down' | 'up'): PageBox {
  return direction === 'down'
    ? { left: top, top: -right, right: bottom, bottom: -left }
    : { left: -bottom, top: left, right: -top, bottom: right };
}
