import { cellKind, hasNumber, isYear } from './cellText.ts';
import type { LineGroup } from './model.ts';
import type { PlacedLine } from './tableColumns.ts';

const MAX_HEADER_ROWS = 4;
/** A first row is a header if at least this share of the cells below it is of another kind. */
const DIFFERENT = 0.7;

/**
 * How many rows at the top name the columns: rows whose cells beyond the first contain no numbers except years, or are
 * all of another kind than the cells below them. A table with only text has a header if it has three columns or more.
 */
export function countHeaderRows(rows: readonly (readonly PlacedLine[])[]): number {
  let count = 0;
  while (count < Math.min(MAX_HEADER_ROWS, rows.length - 1)) {
    const cells = rows[count] ?? [];
    const below = rows.slice(count + 1);
    const above = rows[count - 1] ?? [];
    const isHeader =
      [nameColumns, differ, nameGroups].some((names) => names(cells, below)) ||
      (beyondFirst(above).length < beyondFirst(cells).length && nameQuantities(cells, below));
    if (!isHeader || (count > 0 && !isLowerHeader(cells, above))) break;
    count += 1;
  }
  const body = rows.slice(count).flatMap(beyondFirst);
  const numbers = body.filter(({ line }) => hasNumber(line.text)).length;
  const columns = Math.max(...rows.map((cells) => cells.length));
  const [first = []] = rows;
  if (columns === 2) {
    // Labels with values of many kinds have no header.
    const bare = body.filter(({ line }) => cellKind(line.text) !== 'text').length;
    const named = beyondFirst(first).every(({ line }) => line.words.length <= 4);
    return named && bare >= 0.8 * body.length && body.length > 1 ? count : 0;
  }
  if (numbers >= 0.5 * body.length && numbers > 0) return count;
  const plain = beyondFirst(first).every(({ line: { text } }) => !hasNumber(text) || isYear(text));
  return columns >= 3 && rows.length > 2 && plain ? 1 : 0;
}

/**
 * Whether a row inside a region begins another table: it names columns, and the next rows have numbers in them.
 * @param next the next rows with two lines or more
 */
export function isHeaderRow(row: LineGroup, next: readonly LineGroup[]): boolean {
  const others = row.lines.slice(1).map(({ text }) => text);
  if (others.length === 0 || next.length === 0) return false;
  const figures = next.every(({ lines }) =>
    lines.slice(1).some(({ text }) => ['number', 'percent', 'money', 'time'].includes(cellKind(text))),
  );
  const years = others.filter((text) => isYear(text)).length;
  return figures && others.every((text) => isColumnName(text)) && (years > 0 || others.length > 1);
}

/** What the upper line of a text over two lines ends with. */
const OPEN_END = /(?:[-/,&]|(?<!\p{L})(?:and|or|of|by|in|per|und|oder|von|nach|je|pro|et|ou|de|par))$/iu;

/** Whether a line below another one reads as the rest of it: `Region and`, `country`. */
export function continuesText(upper: string, lower: string): boolean {
  return /^[\p{Ll}(]/u.test(lower) || OPEN_END.test(upper);
}

/**
 * Whether a row can be a lower level of a header: two rows that both have labels are rows of text, unless the row names
 * periods, or its label is the next line of the one above.
 */
function isLowerHeader(cells: readonly PlacedLine[], above: readonly PlacedLine[]): boolean {
  const labelOf = (row: readonly PlacedLine[]): string | undefined =>
    row.find(({ column }) => column === 0)?.line.text;
  const [label, upper] = [labelOf(cells), labelOf(above)];
  if (label === undefined || upper === undefined) return true;
  return continuesText(upper, label) || beyondFirst(cells).some(({ line }) => hasNumber(line.text));
}

function beyondFirst(cells: readonly PlacedLine[]): PlacedLine[] {
  return cells.filter(({ column }) => column > 0);
}

function nameColumns(cells: readonly PlacedLine[], below: readonly (readonly PlacedLine[])[]): boolean {
  const others = beyondFirst(cells);
  if (others.length === 0) {
    // The title of a section, or the upper line of a header whose other columns take one line.
    const next = beyondFirst(below[0] ?? []);
    const headed = next.length > 0 && next.every(({ line }) => isColumnName(line.text));
    return cells.length === 1 && (cells[0]?.column !== 0 || headed) && below.length > 1;
  }
  return others.every(({ line }) => isColumnName(line.text));
}

/**
 * Whether a row without a label names groups of columns, in words with a number (`30 days`): it is above a row with more
 * cells, all of them names, and these name the columns of a body with numbers.
 */
function nameGroups(cells: readonly PlacedLine[], below: readonly (readonly PlacedLine[])[]): boolean {
  const [heads = [], ...body] = below;
  const named = beyondFirst(heads);
  return (
    cells.length === beyondFirst(cells).length &&
    cells.length < named.length &&
    cells.every(({ line }) => /\p{L}{2}/u.test(line.text)) &&
    named.every(({ line }) => !hasNumber(line.text) || isYear(line.text)) &&
    body.some((row) => beyondFirst(row).some(({ line }) => hasNumber(line.text)))
  );
}

/** `77 K`, `12.5 nm`: a number and its unit. */
const QUANTITY = /^([−-]?\d[\d.,]*)\s?(\p{L}{1,4})$/u;

/** Whether a row names columns by amounts of one unit (`77 K`, `300 K`), and the numbers below them have no unit. */
function nameQuantities(cells: readonly PlacedLine[], below: readonly (readonly PlacedLine[])[]): boolean {
  const others = beyondFirst(cells);
  const named = others.flatMap(({ line, column }) => {
    const [, amount, unit] = QUANTITY.exec(line.text) ?? [];
    return amount === undefined ? [] : [{ amount, unit, column }];
  });
  if (named.length < 2 || new Set(named.map(({ unit }) => unit)).size > 1) return false;
  if (new Set(named.map(({ amount }) => amount)).size < named.length) return false;
  const columns = new Set(named.map(({ column }) => column));
  const under = below
    .flat()
    .filter(({ line, column }) => columns.has(column) && hasNumber(line.text))
    .map(({ line }) => line.text);
  return (
    others.every(({ line, column }) => columns.has(column) || isColumnName(line.text)) &&
    under.length >= 2 * columns.size &&
    under.every((text) => !/\p{L}/u.test(text))
  );
}

function differ(cells: readonly PlacedLine[], below: readonly (readonly PlacedLine[])[]): boolean {
  const others = beyondFirst(cells);
  if (others.length < 2) return false;
  return others.every(({ line, column }) => {
    const own = cellKind(line.text);
    const kinds = below.flatMap((row) =>
      row.filter((cell) => cell.column === column).map((cell) => cellKind(cell.line.text)),
    );
    return kinds.length > 1 && kinds.filter((kind) => kind !== own).length >= DIFFERENT * kinds.length;
  });
}

/** The rest of a date in the line below its month: `30,`. */
const DAY = /^\d{1,2},$/;

/** Whether a text can name a column: one without digits, a year, a quarter, a half, a date, a unit with a number. */
export function isColumnName(text: string): boolean {
  if (!hasNumber(text) || DAY.test(text)) return true;
  return (
    text.split(/\s+/).every((word) => isYear(word) || !hasNumber(word) || /^[QH]\d$/i.test(word)) ||
    (/\p{L}{3,}/u.test(text) && !/^[€$£¥]?\d[\d.,]*\s?\p{L}+$/u.test(text))
  );
}
