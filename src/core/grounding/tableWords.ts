import { boxAround, type PageBox } from '../geometry/box.ts';
import type { SelectableTable } from './cell.ts';
import type { PageTokens } from './scope.ts';

/** In points: how far above a table lines say what it is about, if it has a title and if it has none. */
const ABOVE_TITLED = 25;
const ABOVE_UNTITLED = 200;

/** The tokens that say what a table is about: its title, labels, sections and heads, and the lines above it. */
export function wordsAbout(
  { title, rows, columns }: SelectableTable,
  { page, tokens, wordAt }: PageTokens,
): ReadonlySet<string> {
  const around = boxAround([...rows.map(({ box }) => box), ...columns.flatMap(({ headBoxes }) => headBoxes)]);
  const height = title.length > 0 ? ABOVE_TITLED : ABOVE_UNTITLED;
  const isAbove = (box: PageBox | undefined): boolean => {
    const middle = box === undefined ? Number.NaN : (box.top + box.bottom) / 2;
    return middle < around.top && middle > around.top - height;
  };
  return new Set([
    ...(title[0] ?? []),
    ...rows.flatMap(({ label, section }) => [...(label[0] ?? []), ...(section[0] ?? [])]),
    ...columns.flatMap(({ heads }) => heads.flat(2)),
    ...tokens.keys.filter((_, token) => isAbove(page.words[wordAt[token] ?? 0]?.box)),
  ]);
}
