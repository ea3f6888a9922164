import { boxHeight, boxWidth, horizontalOverlap, type Box, type BoxUnit } from '../../core/geometry/box.ts';
import type { Phrase, Table } from '../../core/layout/model.ts';
import type { ReadPage } from './page.ts';
import { WEIGHTS, type Part } from './passage.ts';
import { isQuotable } from './values.ts';

/** The largest distance of a heading above the text next to it, in heading heights. */
const ASIDE = 12;
/** How far the bottom of a heading may be below the top of its text, in word heights. */
const OVERLAP = 0.1;

/**
 * The nearest heading above `box`; for a table or a list, which may be indented, also one further to the left. Null if
 * there is none.
 */
export function headingAbove({ layout }: ReadPage, box: Box<BoxUnit>, aside: boolean): Phrase | null {
  return layout.headings
    .filter((heading) => {
      const isOver = horizontalOverlap(heading.box, box) > 0;
      const gap = box.top - heading.box.bottom;
      const isLeft = aside && heading.box.left <= box.left && gap < ASIDE * boxHeight(heading.box);
      return isQuotable(heading.text) && gap >= -OVERLAP * layout.wordHeight && (isOver || isLeft);
    })
    .reduce<Phrase | null>(
      (best, heading) => (best === null || heading.box.top > best.box.top ? heading : best),
      null,
    );
}

/** Texts around a table that apply to all of it. */
export interface Surroundings {
  readonly image: number;
  /** The heading above, or the table's own title, as in the page's text. */
  readonly heading: string | null;
  /** The heading, the top left cell, and the sentences below the heading. */
  readonly parts: readonly Part[];
}

/** The surroundings of a table. */
export function surroundingsOf(page: ReadPage, table: Table, image: number): Surroundings {
  const above = headingAbove(page, table.box, true);
  const heading = table.title ?? above;
  return {
    image,
    heading: page.words.quoteOf(heading),
    parts: [
      { text: heading?.text ?? '', weight: WEIGHTS.title },
      { text: table.headers[0] ?? '', weight: WEIGHTS.title },
      ...(table.title === null ? introduction(page, table, above) : []).map((text) => ({
        text,
        weight: WEIGHTS.introduction,
      })),
    ],
  };
}

/** The sentences between a table and the heading above it. */
function introduction(
  { sentences, layout }: ReadPage,
  { box: table }: Table,
  heading: Phrase | null,
): string[] {
  const top = heading?.box.top ?? -Infinity;
  const reach = 0.12 * boxWidth(table) + 2 * layout.wordHeight;
  return sentences
    .filter(({ box }) => horizontalOverlap(box, table) > 0)
    .filter(({ box }) => box.top >= top && box.bottom <= table.top && table.top - box.bottom < reach)
    .map(({ text }) => text);
}
