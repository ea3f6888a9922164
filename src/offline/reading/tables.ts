import { findBands, place, placeHeader, spans, type Band } from './columns.ts';
import { median } from '../../core/median.ts';
import { around, height } from './geometry.ts';
import { cellKind, countHeaderRows, isHeaderRow } from './headers.ts';
import type { Cell, Row, Segment, Table, TableRow } from './model.ts';
import { hasNumber, isYear } from './values.ts';

/** Rows further apart than so many of their heights belong to different tables. */
const ROW_GAP = 3.2;
/** A line of its own this much further below a row than the table's rows stand from each other begins another table. */
const TITLE_GAP = 1.5;
/** The same for a row that could be a header, in the table's usual distances from row to row. */
const APART = 1.2;
/** Lines of one cell are nearer to each other than so many of their heights. */
const LOOSE = 0.75;
/** Columns of prose have more words a segment than cells have. */
const PROSE_WORDS = 4.5;
/** A row of two columns whose first has more words is a line of each of two columns of prose. */
const LABEL_WORDS = 9;
/** Labels this many heights of a letter further to the right belong to the row above them. */
const INDENT = 0.6;

/** A row of the table in the making. */
interface Placed {
  readonly row: Row;
  readonly cells: readonly Cell[];
}

/** Finds the tables among the rows of a page. A table without header rows has empty headers. */
export function findTables(rows: readonly Row[]): Table[] {
  return regions(rows)
    .flatMap(splitBeside)
    .flatMap(({ title, rows: own }) => {
      const table = toTable(own, title);
      return table === null ? [] : [table];
    });
}

interface Region {
  readonly title: Segment | null;
  readonly rows: readonly Row[];
}

/** Runs of rows with two segments or more. A row of one segment between two of them stays, as a section's title. */
function regions(rows: readonly Row[]): Region[] {
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
  // Prose above a table makes one region with it until a title divides them.
  return found
    .filter((one) => !isProse(one))
    .flatMap(divide)
    .filter((one) => !isProse(one.rows));
}

function isSectionTitle(row: Row, region: readonly Row[]): boolean {
  const [only] = row.segments;
  const last = region.at(-1);
  if (only === undefined || last === undefined) return false;
  const before = region.at(-2);
  if (last.segments.length < 2 && (before === undefined || before.segments.length < 2)) return false;
  const table = around(region.map(({ box }) => box));
  return only.words.length <= LABEL_WORDS && only.box.right <= table.right + height(row.box);
}

/** Whether the segments of a region read like columns of prose. */
function isProse(region: readonly Row[]): boolean {
  const counts = region.flatMap((row) => row.segments.map(({ words }) => words.length));
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const full = region.filter(({ segments }) => segments.length > 1);
  const twoColumns = full.every(({ segments }) => segments.length <= 2);
  const long = full.filter(({ segments }) => (segments[0]?.words.length ?? 0) > LABEL_WORDS).length;
  return mean > PROSE_WORDS || (twoColumns && (median(counts) >= 5 || long > 0.2 * full.length));
}

/** Cuts a region where a title of its own, or a header row after rows of numbers, begins another table. */
function divide(region: readonly Row[]): Region[] {
  const pitches = region.slice(1).map((row, index) => row.box.top - (region[index]?.box.top ?? 0));
  const pitch = median(pitches);
  const found: { title: Segment | null; rows: Row[] }[] = [{ title: null, rows: [] }];
  for (const [index, row] of region.entries()) {
    const current = found.at(-1);
    const next = region[index + 1];
    const below = region.slice(index + 1);
    const [only] = row.segments;
    const full = current?.rows.filter(({ segments }) => segments.length > 1) ?? [];
    // The first row may be a header over two lines, with the name of the labels between both.
    const started =
      full.length > 1 || full.some(({ segments }) => segments.slice(1).some(({ text }) => hasNumber(text)));
    const last = region[index - 1];
    const apart = last === undefined || row.box.top - last.box.bottom > LOOSE * height(row.box);
    const far = (pitches[index - 1] ?? 0) > TITLE_GAP * pitch;
    const titles =
      row.segments.length === 1 &&
      apart &&
      next !== undefined &&
      (isHeaderRow(next, below.slice(1)) || (far && (pitches[index] ?? 0) > 0.8 * pitch));
    const heads =
      row.segments.length > 1 &&
      current?.rows.slice(1).some(({ segments }) => segments.slice(1).some(({ text }) => hasNumber(text))) ===
        true &&
      (isHeaderRow(row, below) || ((pitches[index - 1] ?? 0) > APART * pitch && beginsAnew(row, below)));
    if (started && titles && only !== undefined) found.push({ title: only, rows: [] });
    else if (started && heads) found.push({ title: null, rows: [row] });
    else current?.rows.push(row);
  }
  return found.filter(({ rows }) => rows.length > 0);
}

/** Whether a row without numbers, below a gap, stands above rows with numbers or with twice as many cells. */
function beginsAnew({ segments }: Row, below: readonly Row[]): boolean {
  const next = below.filter((row) => row.segments.length > 1).slice(0, 3);
  if (next.length === 0 || segments.some(({ text }) => hasNumber(text) && !isYear(text))) return false;
  const figures = next.every((row) => row.segments.slice(1).some(({ text }) => hasNumber(text)));
  return figures || next.every((row) => row.segments.length >= 2 * segments.length);
}

/** Divides tables that stand beside each other, each below a heading of its own. */
function splitBeside(region: Region): Region[] {
  const [top, ...below] = region.rows;
  const titles = top?.segments ?? [];
  const full = below.filter(({ segments }) => segments.length > 1);
  const fewest = Math.min(...full.map(({ segments }) => segments.length));
  if (titles.length < 2 || full.length < 2 || fewest < 2 * titles.length) return [region];
  if (titles.some(({ text }) => hasNumber(text))) return [region];
  const heads = (title: Segment): boolean =>
    full.every(({ segments }) =>
      segments.some(({ box }) => Math.abs(box.left - title.box.left) < height(title.box)),
    );
  if (!titles.every(heads)) return [region];
  return titles.map((title, index): Region => {
    const left = title.box.left - height(title.box);
    const right = (titles[index + 1]?.box.left ?? Infinity) - height(title.box);
    const rows = below.flatMap((row): Row[] => {
      const segments = row.segments.filter(({ box }) => box.left >= left && box.left < right);
      return segments.length === 0 ? [] : [{ segments, box: around(segments.map(({ box }) => box)) }];
    });
    return { title, rows };
  });
}

function toTable(region: readonly Row[], title: Segment | null): Table | null {
  const full = region.filter(({ segments }) => segments.length > 1);
  const bands = findBands(full);
  if (bands.length < 2 || full.length < 2) return null;
  // One value a row at ever another place, as at the ends of bars, is one column.
  const bars = full.every(({ segments }) => segments.length === 2);
  const placed = region.map((row) => ({
    row,
    cells: row.segments.map((segment) => {
      const cell = place(segment, bands);
      return bars ? { segment, column: Math.min(1, cell.column) } : cell;
    }),
  }));
  const headerRows = countHeaderRows(placed.map(({ cells }) => cells));
  const header = placed.slice(0, headerRows);
  const top = header.map((line, index) =>
    index === headerRows - 1 && !bars ? { ...line, cells: placeHeader(line.row.segments, bands) } : line,
  );
  const rows = toTableRows(placed.slice(headerRows));
  if (rows.length === 0) return null;
  return {
    title,
    headers: nameColumns(top, bars ? bands.slice(0, 2) : bands),
    header: top.flatMap(({ cells }) => cells.map(({ segment }) => segment)),
    rows,
    columns: bars ? 2 : bands.length,
    box: around(region.map(({ box }) => box)),
  };
}

/** Each column's header: what names it in the header rows, from top to bottom. */
function nameColumns(top: readonly Placed[], bands: readonly Band[]): string[] {
  const names: string[][] = bands.map(() => []);
  for (const [index, { cells }] of top.entries()) {
    const named =
      index < top.length - 1 && cells.length < bands.length
        ? spans(cells, bands)
        : cells.map(({ column }) => [column]);
    for (const [at, cell] of cells.entries()) {
      for (const column of named[at] ?? []) names[column]?.push(cell.segment.text);
    }
  }
  return names.map((parts) => parts.join(' '));
}

/** Joins labels of several lines to their rows, and says of each row what it belongs to. */
function toTableRows(placed: readonly Placed[]): TableRow[] {
  const rows: { cells: readonly Cell[]; label: string; section: string }[] = [];
  const letter = median(placed.flatMap(({ row }) => row.segments.map(({ box }) => height(box))));
  const lefts = placed.flatMap(({ cells }) =>
    cells.length > 1 && cells[0]?.column === 0 ? [cells[0].segment.box.left] : [],
  );
  const margin = Math.min(...lefts);
  // Labels that end at one edge are set flush right: where they begin says nothing.
  const rights = placed.flatMap(({ cells }) =>
    cells.length > 1 && cells[0]?.column === 0 ? [cells[0].segment.box.right] : [],
  );
  const flushRight = Math.max(...rights) - Math.min(...rights) < INDENT * letter && rights.length > 1;
  let section = '';
  let parents: { readonly left: number; readonly text: string }[] = [];
  let pending: Cell | null = null;
  for (const [index, { row, cells }] of placed.entries()) {
    const [first] = cells;
    if (first === undefined) continue;
    if (cells.length === 1 && row.segments.length === 1) {
      const next = placed[index + 1];
      const previous = placed[index - 1];
      const last = rows.at(-1);
      const tight = (one: Row, other: Row): boolean => other.box.top - one.box.bottom < 0.7 * letter;
      const aligned = first.column === 0;
      if (aligned && next !== undefined && next.cells[0]?.column !== 0 && tight(row, next.row))
        pending = first;
      else if (
        aligned &&
        last !== undefined &&
        previous !== undefined &&
        previous.cells.length > 1 &&
        tight(previous.row, row) &&
        (/^[\p{Ll}(]/u.test(first.segment.text) || next === undefined || !tight(row, next.row))
      )
        last.label = `${last.label} ${first.segment.text}`.trim();
      else if (!aligned && last !== undefined && previous !== undefined && tight(previous.row, row))
        last.cells = continueCells(last.cells, cells);
      else {
        section = first.segment.text;
        parents = [];
      }
      continue;
    }
    // A sum stands below a column, with its label in the one before.
    const sum = cells.length === 2 && cellKind(first.segment.text) === 'text' ? first : null;
    const above = placed[index - 1];
    const last = rows.at(-1);
    if (last !== undefined && above !== undefined && isContinued(above, { row, cells }, letter)) {
      last.cells = continueCells(last.cells, cells);
      continue;
    }
    const own = first.column === 0 ? first : (pending ?? sum);
    const left = own?.segment.box.left ?? margin;
    parents = parents.filter((parent) => parent.left < left - INDENT * letter);
    const whole = first.column === 0 || pending === null ? cells : [pending, ...cells];
    const label = own?.segment.text ?? '';
    rows.push({
      cells: whole,
      label,
      section: [section, ...parents.map(({ text }) => text)].filter((text) => text !== '').join(' '),
    });
    if (label !== '' && !flushRight) parents.push({ left, text: label });
    pending = null;
  }
  return rows;
}

/** Whether a row without a label is the second line of the cells in the row above. */
function isContinued(above: Placed, { row, cells }: Placed, letter: number): boolean {
  const columns = new Set(above.cells.map(({ column }) => column));
  return (
    cells.every(
      ({ column, segment }) => column > 0 && columns.has(column) && cellKind(segment.text) === 'text',
    ) && row.box.top - above.row.box.bottom < LOOSE * letter
  );
}

function continueCells(cells: readonly Cell[], more: readonly Cell[]): Cell[] {
  return cells.map((cell) => {
    const own = more.filter(({ column }) => column === cell.column).map(({ segment }) => segment);
    return own.length === 0 ? cell : { ...cell, rest: [...(cell.rest ?? []), ...own] };
  });
}
