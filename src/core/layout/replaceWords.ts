import { boxAround, type BoxUnit } from '../geometry/box.ts';
import type { Cell, LayoutWord, LineGroup, PageLayout, Phrase, Table, TableRow } from './model.ts';
import { toGroup, toPhrase } from './phrases.ts';

/** The same layout with other words: each word is replaced as the mapping says, and boxes are recomputed. */
export function replaceWords<Unit extends BoxUnit>(
  layout: PageLayout<Unit>,
  words: ReadonlyMap<LayoutWord<Unit>, LayoutWord<Unit>>,
): PageLayout<Unit> {
  const known = new Map<Phrase<Unit>, Phrase<Unit>>();
  const toNew = (phrase: Phrase<Unit>): Phrase<Unit> => {
    const found = known.get(phrase) ?? {
      ...toPhrase(phrase.words.map((word) => words.get(word) ?? word)),
      text: phrase.text,
    };
    known.set(phrase, found);
    return found;
  };
  const group = ({ lines }: LineGroup<Unit>): LineGroup<Unit> => toGroup(lines.map(toNew));
  const replaceLines = ([first, ...rest]: Cell<Unit>['lines']): Pick<Cell<Unit>, 'lines' | 'box'> => {
    const lines = [toNew(first), ...rest.map(toNew)] as const;
    return { lines, box: boxAround(lines.map(({ box }) => box)) };
  };
  const replaceInCell = (cell: Cell<Unit>): Cell<Unit> => {
    return { ...cell, ...replaceLines(cell.lines) };
  };
  const replaceInRow = (row: TableRow<Unit>): TableRow<Unit> => {
    const cells = row.cells.map(replaceInCell);
    const sectionLines = row.sectionLines.map(toNew);
    const label = row.label === null ? null : (cells[row.cells.indexOf(row.label)] ?? null);
    return { ...row, cells, label, sectionLines, box: boxAround(cells.map(({ box }) => box)) };
  };
  const replaceInTable = (table: Table<Unit>): Table<Unit> => {
    const headerLines = table.headerLines.map(toNew);
    const heads = table.heads.map((head) => ({ ...head, ...replaceLines(head.lines) }));
    const rows = table.rows.map(replaceInRow);
    return {
      ...table,
      title: table.title === null ? null : toNew(table.title),
      caption: table.caption === null ? null : toNew(table.caption),
      heads,
      headerLines,
      rows,
      box: boxAround([...headerLines, ...rows].map(({ box }) => box)),
    };
  };
  return {
    ...layout,
    lines: layout.lines.map(toNew),
    marks: layout.marks.map(toNew),
    tables: layout.tables.map(replaceInTable),
    pairs: layout.pairs.map((pair) => {
      const [label, value] = [toNew(pair.label), toNew(pair.value)];
      return { label, value, box: boxAround([label.box, value.box]) };
    }),
    columns: layout.columns.map(group),
    paragraphs: layout.paragraphs.map(group),
    headings: layout.headings.map(toNew),
  };
}
