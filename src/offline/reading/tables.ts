import { around, height, horizontalOverlap, median } from './geometry.ts';
import type { Cell, Row, Segment, Table, TableRow } from './model.ts';
import { hasNumber, isYear } from './values.ts';

/** Rows further apart than so many of their heights belong to different tables. */
const ROW_GAP = 3.2;
/** Columns of prose have more words a segment than cells have. */
const PROSE_WORDS = 4.5;
/** A row of two columns whose first has more words is a line of each of two columns of prose. */
const LABEL_WORDS = 8;
const MAX_HEADER_ROWS = 3;

interface Band {
  readonly left: number;
  readonly right: number;
}

/** Finds the tables among the rows of a page. A table without header rows has empty headers. */
export function findTables(rows: readonly Row[]): Table[] {
  return regions(rows).flatMap((region) => {
    const table = toTable(region);
    return table === null ? [] : [table];
  });
}

/** Runs of rows with two segments or more. A row of one segment between two of them stays, as a section's title. */
function regions(rows: readonly Row[]): Row[][] {
  const found: Row[][] = [];
  let region: Row[] = [];
  const close = (): void => {
    while (region.length > 0 && (region.at(-1)?.segments.length ?? 0) < 2) region.pop();
    if (region.length >= 2) found.push(region);
    region = [];
  };
  for (const row of rows) {
    const last = region.at(-1);
    const far =
      last !== undefined &&
      row.box.top - last.box.bottom > ROW_GAP * Math.max(height(row.box), height(last.box));
    if (far) close();
    if (row.segments.length >= 2) region.push(row);
    else if (region.length > 0) {
      if (isSectionTitle(row, region)) region.push(row);
      else close();
    }
  }
  close();
  return found.flatMap(splitProse);
}

function isSectionTitle(row: Row, region: readonly Row[]): boolean {
  const [only] = row.segments;
  const last = region.at(-1);
  if (only === undefined || last === undefined || last.segments.length < 2) return false;
  const table = around(region.map(({ box }) => box));
  return (
    only.words.length <= 6 &&
    only.box.right <= table.right &&
    row.box.top - last.box.bottom < 1.6 * height(row.box)
  );
}

/** Leaves out a region whose segments read like columns of prose. */
function splitProse(region: Row[]): Row[][] {
  const counts = region.flatMap((row) => row.segments.map(({ words }) => words.length));
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const twoColumns = region.every(({ segments }) => segments.length <= 2);
  const longLabel = region.some(
    ({ segments }) => segments.length > 1 && (segments[0]?.words.length ?? 0) > LABEL_WORDS,
  );
  return mean > PROSE_WORDS || (twoColumns && (median(counts) >= 5 || longLabel)) ? [] : [region];
}

function toTable(region: readonly Row[]): Table | null {
  const bands = columnBands(region);
  if (bands.length < 2) return null;
  const placed = region.map((row) => ({ row, cells: row.segments.map((segment) => place(segment, bands)) }));
  const headerRows = countHeaderRows(placed.map(({ cells }) => cells));
  const headers = bands.map((_band, column) =>
    placed
      .slice(0, headerRows)
      .flatMap(({ cells }) =>
        cells.filter((cell) => cell.column === column).map(({ segment }) => segment.text),
      )
      .join(' '),
  );
  const rows: TableRow[] = [];
  let section = '';
  for (const { row, cells } of placed.slice(headerRows)) {
    const [only] = row.segments;
    if (row.segments.length === 1 && only !== undefined) section = only.text;
    else rows.push({ cells, section });
  }
  if (rows.length === 0) return null;
  const header = placed.slice(0, headerRows).flatMap(({ cells }) => cells.map(({ segment }) => segment));
  return { headers, header, rows, columns: bands.length, box: around(region.map(({ box }) => box)) };
}

/** The columns' extents, from the rows with the most segments: a title above two columns must not join them. */
function columnBands(region: readonly Row[]): Band[] {
  const most = Math.max(...region.map(({ segments }) => segments.length));
  const bands: Band[] = [];
  const boxes = region
    .filter(({ segments }) => segments.length >= Math.max(2, 0.75 * most))
    .flatMap(({ segments }) => segments.map(({ box }) => box))
    .sort((a, b) => a.left - b.left);
  for (const { left, right } of boxes) {
    const last = bands.at(-1);
    if (last !== undefined && left <= last.right) {
      bands[bands.length - 1] = { left: last.left, right: Math.max(last.right, right) };
    } else bands.push({ left, right });
  }
  return bands;
}

function place(segment: Segment, bands: readonly Band[]): Cell {
  let column = 0;
  let most = -Infinity;
  for (const [index, { left, right }] of bands.entries()) {
    const shared = horizontalOverlap(segment.box, { left, right, top: 0, bottom: 0 });
    if (shared > most) {
      most = shared;
      column = index;
    }
  }
  return { segment, column };
}

/**
 * How many rows at the top name the columns: rows whose cells beyond the first hold no number but years, above rows
 * that hold numbers. A table of text alone has a header when it has three columns or more.
 */
function countHeaderRows(rows: readonly (readonly Cell[])[]): number {
  const beyondFirst = (cells: readonly Cell[]): readonly Cell[] => cells.filter(({ column }) => column > 0);
  const names = (cells: readonly Cell[]): boolean =>
    cells.every(({ segment }) => !hasNumber(segment.text) || isColumnName(segment.text));
  let count = 0;
  while (count < Math.min(MAX_HEADER_ROWS, rows.length - 1) && names(beyondFirst(rows[count] ?? [])))
    count += 1;
  const below = rows.slice(Math.max(count, 1)).flatMap(beyondFirst);
  const numbers = below.filter(({ segment }) => hasNumber(segment.text)).length;
  const columns = Math.max(...rows.map((cells) => cells.length));
  if (numbers >= 0.6 * below.length && numbers > 0) return count;
  return columns >= 3 ? Math.min(1, rows.length - 1) : 0;
}

/** A text that names a column although it has digits: a year, a quarter, a half, a unit with a number. */
function isColumnName(text: string): boolean {
  return (
    text.split(/\s+/).every((word) => isYear(word) || !hasNumber(word) || /^[QH]\d$/i.test(word)) ||
    /\p{L}{3,}/u.test(text)
  );
}
