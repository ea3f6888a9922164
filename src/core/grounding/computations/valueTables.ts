import { holdsPoint, type PageBox } from '../../geometry/box.ts';
import { once } from '../../once.ts';
import type { SelectableTable } from '../cell.ts';
import type { ComputedCell, PageReference } from '../model.ts';
import type { PageIndex } from '../pageIndex.ts';
import type { Tokens } from '../tokens.ts';
import { sizedCells } from './negativeRows.ts';

/** A number in a cell of a table. */
export interface ValueCell {
  readonly on: PageReference;
  readonly box: PageBox;
  /** As the page writes it, without brackets. */
  readonly text: string;
  /** Without the sign that brackets stand for. */
  readonly value: number;
  readonly isPercent: boolean;
  /** Whether it stands in brackets: an expense, or less than zero. */
  readonly isBracketed: boolean;
}

/** A cell without what its number means, as a computation names it. */
export function computedCell({ on, box, text }: ValueCell): ComputedCell {
  return { on, box, text };
}

/** A row or a column of a table, by what names it. */
export interface Line {
  readonly index: number;
  /** The tokens of its label or head, as it is and without what is in brackets. */
  readonly forms: readonly (readonly string[])[];
  /** Its label or head as the page writes it. */
  readonly nameOf: () => string;
  /** The year that is its name; null if it is none. */
  readonly year: number | null;
  /** Whether it is the sum of others. */
  readonly isTotal: boolean;
}

/** A table whose rows and columns have names and numbers. */
export interface ValueTable {
  readonly on: PageReference;
  /** Of its page. */
  readonly tokens: Tokens;
  readonly title: readonly string[];
  /** The tokens of the head over the labels of its rows, which says what the rows are. */
  readonly rowHead: readonly string[];
  readonly rows: readonly Line[];
  /** Without the column of the labels. */
  readonly columns: readonly Line[];
  /** The tokens that say what the table is about: title, labels, heads, and the lines above it. */
  readonly words: ReadonlySet<string>;
  /** Null if there is no number, or one that can be read in several ways. */
  readonly cellAt: (row: Line, column: Line) => ValueCell | null;
}

/** Larger tables, and more of them, are not read. */
const MOST_ROWS = 200;
const MOST_COLUMNS = 20;
const MOST_TABLES = 20;
/** A page of more tokens is not read. */
const MOST_TOKENS = 6000;
const TOTAL =
  /^(?:(?:grand |sub|group |overall )?total|sum|all|gesamt|summe|insgesamt|alle)(?![a-zäöüß])|gesamt$|(?<![a-z])total$|^(?:合 ?计|总 ?计|共 ?计|总 ?和)|^(?:full |whole )?year(?![a-z])|^(?:gesamt)?jahr(?![a-z])|^全 ?年/iu;
const YEAR = /^(?:fy ?)?((?:19|20)\d\d)(?: ?年)?$/iu;

/** The tables of some pages that can be computed with. Takes as long as finding the layout of the pages. */
export function readValueTables(pages: readonly PageIndex[]): ValueTable[] {
  return pages
    .filter(({ tokens }) => tokens.keys.length <= MOST_TOKENS)
    .flatMap((index) => index.places().flatMap((table) => valueTableOf(table, index) ?? []))
    .slice(0, MOST_TABLES);
}

function valueTableOf(table: SelectableTable, index: PageIndex): ValueTable | null {
  const { title, rows, columns, runsAcross } = table;
  if (!runsAcross || rows.length === 0 || rows.length > MOST_ROWS) return null;
  if (columns.length < 2 || columns.length > MOST_COLUMNS) return null;
  const labelColumn = rows.find((row) => row.labelColumn !== null)?.labelColumn ?? null;
  const { document, page } = index.page;
  const tokensOfRow = rows.map(({ box }) => once(() => index.tokensIn(box)));
  const signedAt = (row: Line, column: Line): ValueCell | null => {
    const cells = rows[row.index]?.cells.filter(({ columns: over }) => over.includes(column.index)) ?? [];
    const [cell] = cells;
    if (cell === undefined || cells.length > 1) return null;
    const tokens = (tokensOfRow[row.index]?.() ?? []).filter((token) => {
      const middle = middleOf(token, index);
      return middle !== null && holdsPoint(cell.box, middle.x, middle.y);
    });
    const read = readCell(tokens, index);
    return read === null ? null : { ...read, on: { document, page }, box: cell.box };
  };
  const headed = columns.map(({ heads, headBoxes }, at) => ({ at, headBoxes, forms: heads.flat() }));
  const named = withWholeYears(
    headed
      .filter(({ at, forms }) => at !== labelColumn && forms.length > 0)
      .map(({ at, forms, headBoxes }) =>
        lineOf(at, forms, () =>
          wordsOf(
            forms[0] ?? [],
            headBoxes.flatMap((box) => index.tokensIn(box)),
            index,
          ),
        ),
      ),
  );
  return {
    on: { document, page },
    tokens: index.tokens,
    title: title[0] ?? [],
    rowHead: labelColumn === null ? [] : (headed[labelColumn]?.forms[0] ?? []),
    rows: withOwnForms(
      rows.map(({ label }, at) =>
        lineOf(at, label, () => wordsOf(label[0] ?? [], tokensOfRow[at]?.() ?? [], index)),
      ),
    ),
    columns: named,
    words: index.wordsAbout(table),
    cellAt: sizedCells(named, signedAt),
  };
}

/**
 * Columns without the year that heads several of them: one of the halves or quarters of 2024 whose own head is not known is
 * not called 2024.
 */
function withWholeYears(columns: readonly Line[]): readonly Line[] {
  const isPart = (column: Line): boolean =>
    column.year !== null &&
    columns.some((other) => other !== column && other.forms[0]?.[0] === column.forms[0]?.[0]);
  return withOwnForms(columns).map((column, at) =>
    columns[at] !== undefined && isPart(columns[at]) ? { ...column, forms: [], year: null } : column,
  );
}

/** Lines without the short forms that several have: `Quarter 4` is not called `Quarter` beside others. */
function withOwnForms(lines: readonly Line[]): readonly Line[] {
  const counts = new Map<string, number>();
  for (const { forms } of lines) {
    for (const text of new Set(forms.map((form) => form.join(' '))))
      counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return lines.map((line) => ({
    ...line,
    forms: line.forms.filter((form, at) => at === 0 || counts.get(form.join(' ')) === 1),
  }));
}

function middleOf(token: number, { page, wordAt }: PageIndex): { x: number; y: number } | null {
  const box = page.words[wordAt[token] ?? 0]?.box;
  return box === undefined ? null : { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
}

/** The words of the page that are a label; its tokens if they do not stand side by side. */
function wordsOf(
  form: readonly string[],
  tokens: readonly number[],
  { tokens: { keys }, page, wordAt }: PageIndex,
): string {
  const from = tokens.findIndex((_, at) =>
    form.every((key, offset) => keys[tokens[at + offset] ?? -1] === key),
  );
  if (from < 0 || form.length === 0) return form.join(' ');
  const words = new Set(tokens.slice(from, from + form.length).map((token) => wordAt[token] ?? 0));
  return [...words].map((at) => page.words[at]?.text ?? '').join(' ');
}

/** The whole year beside its parts, which is also called by its number alone. */
const WHOLE_YEAR = /^(?:full |whole |financial |fiscal )?(?:year|fy|jahr|geschäftsjahr) ?((?:19|20)\d\d)$/u;

function lineOf(index: number, labels: readonly (readonly string[])[], nameOf: () => string): Line {
  const label = (labels[0] ?? []).join(' ');
  const number = WHOLE_YEAR.exec(label)?.[1];
  const forms = number === undefined ? labels : [...labels, [number]];
  const year = YEAR.exec(label)?.[1];
  return {
    index,
    forms,
    nameOf: once(nameOf),
    year: year === undefined ? null : Number(year),
    isTotal: year === undefined && TOTAL.test(label),
  };
}

/** What may stand in a cell beside its number. */
const BESIDE = /^[\s(+\-)*†‡%‰\p{Sc}]*$/u;

function readCell(
  cell: readonly number[],
  { tokens: { keys, starts, ends, folded, numbers, optional } }: PageIndex,
): Omit<ValueCell, 'on' | 'box'> | null {
  const at = cell.findIndex((token) => numbers.has(token));
  const from = cell[at];
  const readings = from === undefined ? undefined : numbers.get(from);
  const reading = readings?.findLast(({ to }) => to <= (cell.at(-1) ?? 0) + 1);
  if (from === undefined || !reading?.inDigits) return null;
  const others = cell.filter((token) => token < from || token >= reading.to);
  if (others.some((token) => !optional.has(token) && !BESIDE.test(keys[token] ?? ''))) return null;
  const sizes = new Set(reading.values.map((value) => value.replace('-', '')));
  const [size] = sizes;
  if (size === undefined || sizes.size > 1) return null;
  const before = folded.text.slice(Math.max(0, (starts[from] ?? 0) - 3), starts[from]);
  const isBracketed = before.includes('(');
  const text = folded.text.slice(starts[from], ends[reading.to - 1]);
  const isNegative = !isBracketed && reading.values.every((value) => value.startsWith('-'));
  const isPercent = reading.unit?.kind === 'percent';
  return {
    text: `${isNegative ? '-' : ''}${text}${isPercent ? '%' : ''}`,
    value: (isNegative ? -1 : 1) * Number(size) * 10 ** reading.scale,
    isPercent,
    isBracketed,
  };
}

/** Whether numbers can be compared and added: those in brackets mean expenses only together. */
export function areAlike(cells: readonly ValueCell[]): boolean {
  return cells.every(
    ({ isPercent, isBracketed }) => isPercent === cells[0]?.isPercent && isBracketed === cells[0].isBracketed,
  );
}

/** The rows or columns that are of one kind with one of them: no sums, and none on the other side of a sum. */
export function peersOf(line: Line, lines: readonly Line[]): readonly Line[] {
  if (line.year !== null) return lines.filter(({ year }) => year !== null);
  const at = lines.indexOf(line);
  const from = lines.slice(0, at).findLastIndex(({ isTotal }) => isTotal) + 1;
  const after = lines.slice(at).findIndex(({ isTotal }) => isTotal);
  return lines
    .slice(from, after < 0 ? lines.length : at + after)
    .filter(({ year, isTotal }) => year === null && !isTotal);
}
