import { once } from '../once.ts';
import { boxAround, holdsPoint, horizontalOverlap, verticalOverlap, type PageBox } from '../geometry/box.ts';
import { layOutDirections } from '../layout/directions.ts';
import type { Head, Pair, Table, TableRow } from '../layout/model.ts';
import { formsOf, formsOfHead, type LabelForms } from './labelForms.ts';
import { findMention, type Mention } from './mentions.ts';
import type { CellLabels, PageWords } from './model.ts';
import type { Tokens } from './tokens.ts';

/** A row that args can select, or a label with its value. */
interface SelectableRow {
  /** The label as the page writes it; empty if there is none. */
  readonly name: string;
  readonly label: LabelForms;
  /** Index of the column of the label; null if it has none. */
  readonly labelColumn: number | null;
  readonly section: LabelForms;
  readonly box: PageBox;
  readonly cells: readonly { readonly columns: readonly number[]; readonly box: PageBox }[];
}

/** A table that args can select places of, or a label with its value. */
export interface SelectableTable {
  readonly title: LabelForms;
  readonly rows: readonly SelectableRow[];
  /** The heads over each column; no columns for a label with its value. */
  readonly columns: readonly {
    /** The head as the page writes it; empty if there is none. */
    readonly name: string;
    readonly heads: readonly LabelForms[];
    readonly headBoxes: readonly PageBox[];
    readonly box: PageBox;
  }[];
  readonly box: PageBox;
  /** Whether its rows run across the page; those of a sideways table run up or down. */
  readonly runsAcross: boolean;
}

/** The places of a page that args can select. */
export type SelectablePlaces = readonly SelectableTable[];

/** A cell that args select. */
export interface SelectedCell extends CellLabels {
  readonly box: PageBox;
}

/** A place that args select. */
export interface SelectedPlace {
  readonly kind: 'cell' | 'row' | 'column' | 'table';
  /** Where it is; several if the args do not say which of several equal ones is meant. */
  readonly boxes: readonly PageBox[];
  /** The cells that it is, and the value beside a label; empty for other rows, columns and tables. */
  readonly cells: readonly SelectedCell[];
  /** How many words of the args name it. */
  readonly words: number;
  /** Indices of the tokens of the args that name it. */
  readonly named: ReadonlySet<number>;
  /** The tables that it is in, one for each way to select it. */
  readonly tables: readonly SelectableTable[];
}

/** A page of more words is not searched for tables. */
const MAX_WORDS = 20_000;

/** The rows, columns and values of a page that args can select. Takes as long as finding the layout of the page. */
export function findPlaces({ words }: PageWords): SelectablePlaces {
  if (words.length > MAX_WORDS) return [];
  return layOutDirections(words).flatMap(({ direction, layout: { tables, pairs } }) => [
    ...tables.map((table) => toSelectable(table, direction === 'across')),
    ...pairs.map(ofPair),
  ]);
}

function toSelectable(table: Table<'point'>, runsAcross: boolean): SelectableTable {
  const rows = table.rows.map((row): SelectableRow => ({
    name: row.label?.text ?? '',
    label: labelsOf(row).flatMap(formsOf),
    labelColumn: row.label?.column ?? null,
    section: formsOf(row.section),
    box: row.box,
    cells: row.cells
      .filter((cell) => cell !== row.label)
      .map(({ column, box }) => ({ columns: [column], box })),
  }));
  const columns = table.headers.map((header, column) => {
    const named = table.heads.filter((head) => head.columns.includes(column));
    const heads = header === '' && named.length === 0 ? headInFirstRow(table, column) : named;
    const boxes = [
      ...heads.filter(({ columns: over }) => over.length === 1).map(({ box }) => box),
      ...table.rows.flatMap(({ cells }) =>
        cells.filter((cell) => cell.column === column).map(({ box }) => box),
      ),
    ];
    return {
      name: header === '' ? (heads[0]?.text ?? '') : header,
      heads: [formsOf(header), ...heads.flatMap(formsOfHead)],
      headBoxes: heads.map((head) => head.box),
      box: boxAround(boxes),
    };
  });
  const title = formsOf((table.title ?? table.caption)?.text ?? '');
  return { title, rows, columns, box: table.box, runsAcross };
}

/** Rows with more texts before their first value have no label that tells them apart. */
const MAX_TEXTS = 2;

/** The label of a row, and the texts between it and the first value: a code, a description. */
function labelsOf({ label, cells }: TableRow<'point'>): string[] {
  const first = cells.findIndex((cell) => cell !== label && VALUE.test(cell.text));
  const texts = cells.slice(0, Math.max(0, first)).filter((cell) => cell !== label);
  return [label?.text ?? '', ...(texts.length <= MAX_TEXTS ? texts : []).map(({ text }) => text)];
}

/** The head of a column that was read as its first cell: words or a year above values. */
function headInFirstRow(
  { rows }: Table<'point'>,
  column: number,
): Pick<Head<'point'>, 'text' | 'box' | 'columns' | 'lines'>[] {
  const [first, ...others] = rows.map(({ cells }) => cells.find((cell) => cell.column === column));
  if (first === undefined || (VALUE.test(first.text) && !YEAR.test(first.text))) return [];
  const isAboveValues = others.some((cell) => cell !== undefined && VALUE.test(cell.text));
  return isAboveValues ? [{ text: first.text, box: first.box, columns: [column], lines: first.lines }] : [];
}

const VALUE = /^[\p{Sc}(+\u2212-]?\s?\d/u;
const YEAR = /^(?:19|20)\d\d\s?年?$/;

function ofPair({ label, value, box }: Pair<'point'>): SelectableTable {
  const cells = [{ columns: [0], box: value.box }];
  const row = { name: label.text, label: formsOf(label.text), labelColumn: null, section: [], box, cells };
  return { title: [], rows: [row], columns: [], box, runsAcross: true };
}

/**
 * The place that args select on a page: the row whose label, and the column whose heads, are the longest runs of their
 * words; one of them alone selects the row or the column. Of equal ones, the section of the row, then the title of the
 * table decides. Null if they select nothing.
 */
export function selectPlace(places: SelectablePlaces, args: Tokens): SelectedPlace | null {
  const ranked = places.flatMap((table) =>
    selectInTable(table, args).map((place) => ({ place, score: place.words + rank(table.title, args) })),
  );
  const highest = Math.max(...ranked.map(({ score }) => score));
  const [first, ...others] = ranked.filter(({ score }) => score === highest).map(({ place }) => place);
  if (first === undefined) return null;
  const equal = others.filter(({ kind }) => kind === first.kind);
  const all = [first, ...equal];
  return {
    ...first,
    boxes: all.flatMap(({ boxes }) => boxes),
    cells: all.flatMap(({ cells }) => cells),
    tables: all.flatMap(({ tables }) => tables),
  };
}

/** How much a section or a title counts: less than any word of a label. */
const RANK = 0.1;

function rank(forms: LabelForms, args: Tokens): number {
  const words = new Set(args.keys);
  const [whole = []] = forms;
  const known = whole.filter((key) => words.has(key)).length;
  return whole.length === 0 ? 0 : (RANK * known) / whole.length;
}

function selectInTable(table: SelectableTable, args: Tokens): SelectedPlace[] {
  const { rows, columns, runsAcross } = table;
  const tables = [table];
  const found: SelectedPlace[] = [];
  const named = rows.flatMap((row) => {
    const mention = findMention(args, row.label, NONE);
    return mention === null ? [] : [{ row, mention, score: mention.weight + 2 * rank(row.section, args) }];
  });
  const longest = Math.max(0, ...named.map(({ score }) => score));
  for (const { row, mention } of named.filter(({ score }) => score === longest)) {
    const named = selectColumn(columns, args, mention.tokens);
    // The head over the labels says what the rows are: `item A-2230` is a row.
    const column = named?.indices.every((index) => index === row.labelColumn) === true ? null : named;
    const score = longest + (column?.weight ?? 0);
    const tokens = new Set([...mention.tokens, ...(column?.tokens ?? [])]);
    const place = { words: score, named: tokens, tables };
    if (column === null) {
      const cells =
        columns.length > 0 ? [] : row.cells.map(({ box }) => ({ row: row.name, column: '', box }));
      found.push({ kind: 'row', boxes: [row.box], cells, ...place });
      continue;
    }
    const cells = column.indices.flatMap((index): SelectedCell[] => {
      const labels = { row: row.name, column: columns[index]?.name ?? '' };
      return cellBoxes(row, index, columns[index]?.box, runsAcross).map((box) => ({ ...labels, box }));
    });
    found.push({ kind: 'cell', boxes: cells.map(({ box }) => box), cells, ...place });
  }
  const alone = selectColumn(columns, args, NONE);
  if (alone !== null && alone.weight > longest) {
    const boxes = alone.indices.flatMap((index) => columns[index]?.box ?? []);
    found.push({ kind: 'column', boxes, cells: [], words: alone.weight, named: alone.tokens, tables });
  }
  return found;
}

const NONE: ReadonlySet<number> = new Set();

/** A row of a table, or a label with its value, that some words of a page are part of. */
export interface RowOfWords {
  readonly box: PageBox;
  /** Those of the heads over the words. */
  readonly headBoxes: readonly PageBox[];
  /** Whether a text names it, another row of its table, or none of them. */
  readonly named: 'this' | 'another' | 'none';
}

/**
 * For each point of a page the rows that hold it, and whether a text names them. The labels are compared with the text
 * once for all points.
 */
export function rowsNamedBy(places: SelectablePlaces, text: Tokens): (x: number, y: number) => RowOfWords[] {
  const namedRows = once(
    () =>
      new Map(
        places.map((table) => [
          table,
          new Set(table.rows.filter(({ label }) => findMention(text, label, NONE) !== null)),
        ]),
      ),
  );
  return (x, y) =>
    places.flatMap((table) => {
      const here = table.rows.find(({ box }) => holdsPoint(box, x, y));
      if (here === undefined) return [];
      const rows = namedRows().get(table) ?? new Set();
      const named = rows.has(here) ? 'this' : rows.size > 0 ? 'another' : 'none';
      const cell = here.cells.find(({ box }) => holdsPoint(box, x, y));
      const headBoxes = cell?.columns.flatMap((column) => table.columns[column]?.headBoxes ?? []) ?? [];
      return [{ box: here.box, headBoxes, named }];
    });
}

/** Whether a point of the page is in a row of a table, or in a label with its value. */
export function holdsRow(places: SelectablePlaces, x: number, y: number): boolean {
  return places.some(({ rows }) => rows.some(({ box }) => holdsPoint(box, x, y)));
}

/** The labels of the cell of a table that holds a point of the page; null if none with a label and a head does. */
export function cellLabelsAt(places: SelectablePlaces, x: number, y: number): CellLabels | null {
  for (const { rows, columns } of places) {
    const row = rows.find(({ box }) => holdsPoint(box, x, y));
    const cell = row?.cells.find(({ box }) => holdsPoint(box, x, y));
    const column = columns[cell?.columns[0] ?? -1]?.name ?? '';
    if (row !== undefined && row.name !== '' && column !== '') return { row: row.name, column };
  }
  return null;
}

/** The columns whose heads the args name with most words. */
function selectColumn(
  columns: SelectableTable['columns'],
  args: Tokens,
  taken: ReadonlySet<number>,
): (Mention & { readonly indices: readonly number[] }) | null {
  let best: (Mention & { readonly indices: number[] }) | null = null;
  for (const [index, { heads }] of columns.entries()) {
    const tokens = new Set<number>();
    let weight = 0;
    for (const head of heads) {
      const mention = findMention(args, head, new Set([...taken, ...tokens]));
      if (mention === null) continue;
      weight += mention.weight;
      for (const token of mention.tokens) tokens.add(token);
    }
    if (weight === 0) continue;
    if (best === null || weight > best.weight) best = { indices: [index], weight, tokens };
    else if (weight === best.weight) best.indices.push(index);
  }
  return best;
}

function cellBoxes(
  row: SelectableRow,
  column: number,
  columnBox: PageBox | undefined,
  runsAcross: boolean,
): PageBox[] {
  const cells = row.cells.filter(({ columns }) => columns.includes(column));
  if (cells.length > 0) return cells.map(({ box }) => box);
  const overlap = runsAcross ? horizontalOverlap : verticalOverlap;
  if (columnBox === undefined || overlap(columnBox, row.box) <= 0) return [];
  const { left, top, right, bottom } = columnBox;
  return [runsAcross ? { ...row.box, left, right } : { ...row.box, top, bottom }];
}
