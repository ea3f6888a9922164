import type { Cell, Row } from './model.ts';
import { hasNumber, isYear } from './values.ts';

const MAX_HEADER_ROWS = 4;
/** A first row is a header when so much of what stands below its cells is of another kind. */
const DIFFERENT = 0.7;

/** What kind of thing a cell holds, as far as its characters say. */
export type CellKind = 'year' | 'number' | 'time' | 'percent' | 'money' | 'text';

/** The kind of a cell's text. */
export function cellKind(text: string): CellKind {
  const plain = text.trim();
  if (isYear(plain)) return 'year';
  if (/^\d{1,2}[:.]\d{2}(?:\s?[ap]\.?m\.?)?$/i.test(plain) && plain.includes(':')) return 'time';
  if (/^[(+−–-]*\d[\d.,\s]*\s?%\)?$/.test(plain)) return 'percent';
  if (/^[(+−–-]*[€$£¥]\s?[\d.,]+\)?$/.test(plain)) return 'money';
  if (/^[(+−–-]*\d[\d.,\s]*\)?$/.test(plain)) return 'number';
  if (/^[(+−–-]*\d[\d.,]*\s?\p{L}{1,4}$/u.test(plain)) return 'number';
  if (/^[−-]?\d[\d.]*e[−+-]?\d+$/i.test(plain)) return 'number';
  return 'text';
}

/**
 * How many rows at the top name the columns: rows whose cells beyond the first hold no number but years, or are all of
 * another kind than what stands below them. A table of text alone has a header when it has three columns or more.
 */
export function countHeaderRows(rows: readonly (readonly Cell[])[]): number {
  let count = 0;
  while (count < Math.min(MAX_HEADER_ROWS, rows.length - 1)) {
    const cells = rows[count] ?? [];
    const below = rows.slice(count + 1);
    if (!names(cells, below) && !differs(cells, below)) break;
    if (count > 0 && !isLowerHeader(cells, rows[count - 1] ?? [])) break;
    count += 1;
  }
  const body = rows.slice(count).flatMap(beyondFirst);
  const numbers = body.filter(({ segment }) => hasNumber(segment.text)).length;
  const columns = Math.max(...rows.map((cells) => cells.length));
  const [first = []] = rows;
  if (columns === 2) {
    // Labels with values of many kinds have no header.
    const bare = body.filter(({ segment }) => cellKind(segment.text) !== 'text').length;
    const named = beyondFirst(first).every(({ segment: { words } }) => words.length <= 4);
    return named && bare >= 0.8 * body.length && body.length > 1 ? count : 0;
  }
  if (numbers >= 0.5 * body.length && numbers > 0) return count;
  const plain = beyondFirst(first).every(({ segment: { text } }) => !hasNumber(text) || isYear(text));
  return columns >= 3 && rows.length > 2 && plain ? 1 : 0;
}

/** Whether a row inside a region begins another table: it names columns, and the next rows hold numbers in them. */
export function isHeaderRow(row: Row, below: readonly Row[]): boolean {
  const others = row.segments.slice(1).map(({ text }) => text);
  const next = below.filter(({ segments }) => segments.length > 1).slice(0, 3);
  if (others.length === 0 || next.length === 0) return false;
  const figures = next.every(({ segments }) =>
    segments.slice(1).some(({ text }) => ['number', 'percent', 'money', 'time'].includes(cellKind(text))),
  );
  const years = others.filter((text) => isYear(text)).length;
  return figures && others.every((text) => isColumnName(text)) && (years > 0 || others.length > 1);
}

/** Whether a row can be a lower level of a header: rows that both have labels are rows of text, unless it names periods. */
function isLowerHeader(cells: readonly Cell[], above: readonly Cell[]): boolean {
  const labelled = (row: readonly Cell[]): boolean => row.some(({ column }) => column === 0);
  return (
    !labelled(cells) || !labelled(above) || beyondFirst(cells).some(({ segment }) => hasNumber(segment.text))
  );
}

function beyondFirst(cells: readonly Cell[]): Cell[] {
  return cells.filter(({ column }) => column > 0);
}

function names(cells: readonly Cell[], below: readonly (readonly Cell[])[]): boolean {
  const others = beyondFirst(cells);
  if (others.length === 0) {
    // The title of a section, or the upper line of a header whose other columns take one line.
    const next = beyondFirst(below[0] ?? []);
    const headed = next.length > 0 && next.every(({ segment }) => isColumnName(segment.text));
    return cells.length === 1 && (cells[0]?.column !== 0 || headed) && below.length > 1;
  }
  return others.every(({ segment }) => isColumnName(segment.text));
}

function differs(cells: readonly Cell[], below: readonly (readonly Cell[])[]): boolean {
  const others = beyondFirst(cells);
  if (others.length < 2) return false;
  return others.every(({ segment, column }) => {
    const own = cellKind(segment.text);
    const kinds = below.flatMap((row) =>
      row.filter((cell) => cell.column === column).map((cell) => cellKind(cell.segment.text)),
    );
    return kinds.length > 1 && kinds.filter((kind) => kind !== own).length >= DIFFERENT * kinds.length;
  });
}

/** A text that names a column although it has digits: a year, a quarter, a half, a date, a unit with a number. */
function isColumnName(text: string): boolean {
  if (!hasNumber(text)) return true;
  return (
    text.split(/\s+/).every((word) => isYear(word) || !hasNumber(word) || /^[QH]\d$/i.test(word)) ||
    (/\p{L}{3,}/u.test(text) && !/^[€$£¥]?\d[\d.,]*\s?\p{L}+$/u.test(text))
  );
}
