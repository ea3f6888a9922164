import { boxAround, boxHeight, type BoxUnit } from '../geometry/box.ts';
import { upperMedian } from '../median.ts';
import { cellKind } from './cellText.ts';
import type { Cell, Head, LineGroup, Phrase, Table, TableRow } from './model.ts';
import { columnsByCell, standsBeside } from './groupHeads.ts';
import { findRegions, LINE_GAP, type Region } from './regions.ts';
import { columnOf, findBands, placeHeader, type Band, type PlacedLine } from './tableColumns.ts';
import { continuesText, countHeaderRows } from './tableHeaders.ts';
import { joinWrappedCells } from './wrappedCells.ts';

/** The largest gap between a row and a separate line of its label, in letter heights. */
const LABEL_GAP = 0.7;
/** Labels that are indented by at least this many letter heights belong to the row above them. */
const INDENT = 0.6;

/** A row of a table that is being built. */
interface PlacedRow<Unit extends BoxUnit> {
  readonly row: LineGroup<Unit>;
  readonly cells: readonly PlacedLine<Unit>[];
}

/** Finds the tables among the lines of a page. A table without header rows has empty headers. */
export function findTables<Unit extends BoxUnit>(lines: readonly Phrase<Unit>[]): Table<Unit>[] {
  const joined = joinWrappedCells(lines);
  const whole: Whole<Unit> = (some) => some.flatMap((line) => [line, ...(joined.more.get(line) ?? [])]);
  return findRegions(joined.rows).flatMap((region) => toTable(region, whole) ?? []);
}

/** Adds their further lines to the first lines of cells. */
type Whole<Unit extends BoxUnit> = (lines: readonly Phrase<Unit>[]) => Phrase<Unit>[];

function toTable<Unit extends BoxUnit>(
  { title, rows: region }: Region<Unit>,
  whole: Whole<Unit>,
): Table<Unit> | null {
  const full = region.filter(({ lines }) => lines.length > 1);
  const bands = findBands(full);
  if (bands.length < 2 || full.length < 2) return null;
  // Rows with one value each, at varying positions, are the labels of a bar chart: a single column.
  const isChart = full.every(({ lines }) => lines.length === 2);
  const columns = isChart ? bands.slice(0, 2) : bands;
  const placed = region.map((row) => ({
    row,
    cells: row.lines.map((line) => ({
      line,
      column: Math.min(columns.length - 1, columnOf(line.box, bands)),
    })),
  }));
  const headerRows = countHeaderRows(placed.map(({ cells }) => cells));
  const header = placed.slice(0, headerRows).map(({ row, cells }, index) => {
    if (isChart) return cells;
    const below = index === headerRows - 1 ? undefined : placed[index + 1];
    return below === undefined
      ? placeHeader(row.lines, bands)
      : cells.flatMap((cell) => (standsBeside(cell, below.cells) ? placeHeader([cell.line], bands) : [cell]));
  });
  const label = header.at(-1)?.find(({ column }) => column === 0)?.line;
  const rest = label === undefined ? [] : restOfLabel(label, placed.slice(headerRows));
  const rows = toTableRows(placed.slice(headerRows + rest.length), whole);
  if (rows.length === 0) return null;
  const heads = findHeads(header, rest, columns, whole);
  const headerLines = whole([...header.flatMap((cells) => cells.map(({ line }) => line)), ...rest]);
  return {
    title,
    caption: title,
    heads,
    headers: columns.map((_band, column) => textOf(heads.filter((head) => head.columns.includes(column)))),
    headerLines,
    rows,
    box: boxAround([...headerLines, ...rows].map(({ box }) => box)),
  };
}

/** The rows below the header that are nothing but further lines of the head over the labels. */
function restOfLabel<Unit extends BoxUnit>(
  label: Phrase<Unit>,
  below: readonly PlacedRow<Unit>[],
): Phrase<Unit>[] {
  const lines = [label];
  for (const { cells } of below) {
    const [only] = cells;
    const last = lines.at(-1) ?? label;
    if (only === undefined || cells.length > 1 || only.column !== 0) break;
    if (only.line.box.top - last.box.bottom >= LABEL_GAP * boxHeight(last.box)) break;
    if (!continuesText(last.text, only.line.text)) break;
    lines.push(only.line);
  }
  return lines.slice(1);
}

/**
 * The heads in the header rows. Lines of the same columns below each other are one head.
 * @param rest further lines of the head over the labels
 */
function findHeads<Unit extends BoxUnit>(
  header: readonly (readonly PlacedLine<Unit>[])[],
  rest: readonly Phrase<Unit>[],
  bands: readonly Band[],
  whole: Whole<Unit>,
): Head<Unit>[] {
  const heads: { readonly columns: readonly number[]; readonly lines: [Phrase<Unit>, ...Phrase<Unit>[]] }[] =
    [];
  for (const [index, cells] of header.entries()) {
    const named =
      index < header.length - 1 && cells.length < bands.length
        ? columnsByCell(cells, header[index + 1] ?? [], bands)
        : cells.map(({ column }) => [column]);
    for (const [at, { line }] of cells.entries()) {
      const columns = named[at] ?? [];
      const above = heads.findLast((head) => head.columns.some((column) => columns.includes(column)));
      const further = whole([line]).slice(1);
      if (above?.columns.join() === columns.join()) above.lines.push(line, ...further);
      else heads.push({ columns, lines: [line, ...further] });
    }
  }
  heads.findLast(({ columns }) => columns.join() === '0')?.lines.push(...rest);
  return heads.map(({ columns, lines }) => ({
    columns,
    lines,
    text: textOf(lines),
    box: boxAround(lines.map(({ box }) => box)),
  }));
}

function textOf(parts: readonly { readonly text: string }[]): string {
  return parts.map(({ text }) => text).join(' ');
}

/** The cells of a row that is being built: lines by column, and which cell is the label. */
interface OpenRow<Unit extends BoxUnit> {
  readonly cells: { readonly column: number; readonly lines: [Phrase<Unit>, ...Phrase<Unit>[]] }[];
  /** Index among the cells; -1 if there is no label. */
  readonly label: number;
  readonly section: readonly Phrase<Unit>[];
}

/** Joins the lines of cells and labels to their rows, and finds the section of each row. */
function toTableRows<Unit extends BoxUnit>(
  placed: readonly PlacedRow<Unit>[],
  whole: Whole<Unit>,
): TableRow<Unit>[] {
  const rows: OpenRow<Unit>[] = [];
  const letter = upperMedian(placed.flatMap(({ row }) => row.lines.map(({ box }) => boxHeight(box))));
  const labels = placed.flatMap(({ cells }) =>
    cells.length > 1 && cells[0]?.column === 0 ? [cells[0].line.box] : [],
  );
  const margin = Math.min(...labels.map(({ left }) => left));
  // Labels that all end at the same edge are flush right, so the places where they begin say nothing.
  const rights = labels.map(({ right }) => right);
  const isFlushRight = rights.length > 1 && Math.max(...rights) - Math.min(...rights) < INDENT * letter;
  let section: Phrase<Unit> | null = null;
  let parents: Phrase<Unit>[] = [];
  let pending: PlacedLine<Unit> | null = null;
  for (const [index, current] of placed.entries()) {
    const { row, cells } = current;
    const [first] = cells;
    const last = rows.at(-1);
    const above = placed[index - 1];
    if (first === undefined) continue;
    if (cells.length === 1) {
      const next = placed[index + 1];
      const isLabel = first.column === 0;
      const isTight = above !== undefined && gapBetween(above.row, row) < LABEL_GAP * letter;
      const isTightBelow = next !== undefined && gapBetween(row, next.row) < LABEL_GAP * letter;
      const endsLabel =
        isLabel &&
        isTight &&
        above.cells.length > 1 &&
        (/^[\p{Ll}(]/u.test(first.line.text) || !isTightBelow);
      if (isLabel && isTightBelow && next.cells[0]?.column !== 0) pending = first;
      else if (last !== undefined && (endsLabel || (!isLabel && isTight))) addLines(last, cells, endsLabel);
      else {
        section = first.line;
        parents = [];
      }
      continue;
    }
    if (last !== undefined && above !== undefined && isContinued(above, current, letter)) {
      addLines(last, cells, false);
      continue;
    }
    const whole: readonly PlacedLine<Unit>[] =
      first.column === 0 || pending === null ? cells : [pending, ...cells];
    // A sum is below a column, with its label in the previous column.
    const isSum = cells.length === 2 && cellKind(first.line.text) === 'text';
    const label = whole[0]?.column === 0 || isSum ? whole[0] : undefined;
    const left = label?.line.box.left ?? margin;
    parents = parents.filter((parent) => parent.box.left < left - INDENT * letter);
    rows.push({
      cells: whole.map(({ line, column }) => ({ column, lines: [line] })),
      label: label === undefined ? -1 : 0,
      section: section === null ? [...parents] : [section, ...parents],
    });
    if (label !== undefined && !isFlushRight) parents.push(label.line);
    pending = null;
  }
  return rows.map((row) => closeRow(row, whole));
}

function gapBetween(upper: LineGroup, lower: LineGroup): number {
  return lower.box.top - upper.box.bottom;
}

/** Whether a row without a label is the second line of the cells in the row above. */
function isContinued<Unit extends BoxUnit>(
  above: PlacedRow<Unit>,
  { row, cells }: PlacedRow<Unit>,
  letter: number,
): boolean {
  const columns = new Set(above.cells.map(({ column }) => column));
  return (
    cells.every(({ column, line }) => column > 0 && columns.has(column) && cellKind(line.text) === 'text') &&
    gapBetween(above.row, row) < LINE_GAP * letter
  );
}

/** Adds further lines to the cells of a row; a line that continues the label is added to the label. */
function addLines<Unit extends BoxUnit>(
  row: OpenRow<Unit>,
  more: readonly PlacedLine<Unit>[],
  toLabel: boolean,
): void {
  for (const { line, column } of more) {
    const cell = toLabel ? row.cells[row.label] : row.cells.find((other) => other.column === column);
    if (cell === undefined) row.cells.push({ column, lines: [line] });
    else cell.lines.push(line);
  }
}

function closeRow<Unit extends BoxUnit>(
  { cells, label, section }: OpenRow<Unit>,
  whole: Whole<Unit>,
): TableRow<Unit> {
  const closed = cells.map(({ column, lines: [first, ...others] }): Cell<Unit> => {
    const lines = [first, ...whole([first]).slice(1), ...whole(others)] as const;
    return { column, lines, text: textOf(lines), box: boxAround(lines.map(({ box }) => box)) };
  });
  const sectionLines = whole(section);
  return {
    cells: closed,
    label: closed[label] ?? null,
    section: textOf(sectionLines),
    sectionLines,
    box: boxAround(closed.map(({ box }) => box)),
  };
}
