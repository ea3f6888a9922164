import { pythonJson } from '../../core/records/writing/pythonJson.ts';

/** What the cells of a column are: text, true or false, whole numbers, numbers, or values of several kinds as JSON. */
export type ColumnKind = 'text' | 'boolean' | 'whole' | 'number' | 'json';

/** A column of a table. */
export interface TableColumn {
  readonly name: string;
  readonly kind: ColumnKind;
}

/** The value of a cell; a list, an object, and a number that JSON does not have, is JSON as Python writes it. */
export type Cell = string | number | boolean | null | { readonly json: string };

/** Shorter texts are written again instead of a mark that says that they are the same as in the row before. */
const SHORTEST = 1000;

/** A cell in a line: a value, JSON in a list, or an empty list for the value of the row before. */
type WrittenCell = string | number | boolean | null | readonly string[];

/**
 * Turns rows into lines that can be kept in a file, while it finds out which columns they have and of which kinds: the
 * kind of a column is known only after the last row.
 */
export class TableSpool {
  readonly #measures: ReadonlySet<string>;
  readonly #columns = new Map<string, { readonly at: number; kind: ColumnKind | null }>();
  /** The value of each column in the row before. */
  #before: unknown[] = [];

  /** @param measures the names of columns whose numbers may have fractions, even if none has */
  constructor(measures: readonly string[]) {
    this.#measures = new Set(measures);
  }

  /** The line of a row. */
  line(row: Readonly<Record<string, unknown>>): string {
    const cells: WrittenCell[] = [];
    const values: unknown[] = [];
    for (const [name, value] of Object.entries(row)) {
      if (value === undefined) continue;
      const column = this.#column(name);
      const kind = kindOf(value);
      if (kind !== null) column.kind = column.kind === null ? kind : together(column.kind, kind);
      values[column.at] = value;
      cells[column.at] = this.#isAsBefore(value, column.at) ? [] : writtenCell(value);
    }
    this.#before = values;
    return `${JSON.stringify(Array.from(cells, (cell) => cell ?? null))}\n`;
  }

  /** The columns of all rows so far. */
  columns(): readonly TableColumn[] {
    return [...this.#columns].map(([name, { kind }]) => ({
      name,
      kind: kind === 'whole' && this.#measures.has(name) ? 'number' : (kind ?? 'text'),
    }));
  }

  #column(name: string): { readonly at: number; kind: ColumnKind | null } {
    let column = this.#columns.get(name);
    if (column === undefined) this.#columns.set(name, (column = { at: this.#columns.size, kind: null }));
    return column;
  }

  /** Whether a value is that of the row before, as the record of several samples is. */
  #isAsBefore(value: unknown, at: number): boolean {
    const before = this.#before[at];
    if (typeof value === 'string') return value.length >= SHORTEST && value === before;
    return typeof value === 'object' && value !== null && value === before;
  }
}

/** Reads the lines of a `TableSpool`, in order. */
export class SpooledRows {
  #before: readonly Cell[] = [];

  /** The cells of the next line. */
  cells(line: string): readonly Cell[] {
    const written = JSON.parse(line) as readonly WrittenCell[];
    this.#before = written.map((cell, at): Cell => {
      if (cell === null || typeof cell !== 'object') return cell;
      const [json] = cell;
      return json === undefined ? (this.#before[at] ?? null) : { json };
    });
    return this.#before;
  }
}

function kindOf(value: unknown): ColumnKind | null {
  switch (typeof value) {
    case 'string':
      return 'text';
    case 'boolean':
      return 'boolean';
    case 'number':
      return Number.isSafeInteger(value) && !Object.is(value, -0) ? 'whole' : 'number';
    default:
      return value === null ? null : 'json';
  }
}

/** The kind of a column that has cells of two kinds. */
function together(one: ColumnKind, other: ColumnKind): ColumnKind {
  if (one === other) return one;
  const isNumber = (kind: ColumnKind): boolean => kind === 'whole' || kind === 'number';
  return isNumber(one) && isNumber(other) ? 'number' : 'json';
}

function writtenCell(value: unknown): WrittenCell {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number' && Number.isFinite(value) && !Object.is(value, -0)) return value;
  return [pythonJson(value)];
}
