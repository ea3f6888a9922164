import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { Cell, ColumnKind, TableColumn } from './tableSpool.ts';

/** The most rows of a row group, and the most characters of their cells: a row group is in memory while it is written. */
const MOST_ROWS = 50_000;
const MOST_CHARACTERS = 16 * 1024 * 1024;

/** How large a row group may be. */
export interface RowGroupLimits {
  readonly rows: number;
  readonly characters: number;
}

/** Writes rows to a Parquet file as they come, a row group at a time. */
export class ParquetFile {
  readonly #columns: readonly TableColumn[];
  readonly #limits: RowGroupLimits;
  readonly #writer: ParquetWriter;
  #data: unknown[][];
  #rows = 0;
  #characters = 0;

  /**
   * @param write takes the bytes of the file, in order
   * @param columns at least one
   */
  constructor(
    write: (bytes: Uint8Array) => Promise<void>,
    columns: readonly TableColumn[],
    limits: RowGroupLimits = { rows: MOST_ROWS, characters: MOST_CHARACTERS },
  ) {
    this.#columns = columns;
    this.#limits = limits;
    this.#data = columns.map(() => []);
    // JSON is encoded as the text that it is.
    const schema = [rootOf(columns), ...columns.map((column) => elementOf(column, 'UTF8'))];
    this.#writer = new ParquetWriter({ writer: byteWriter(write), schema, createdBy: 'pagetrace' });
  }

  /**
   * Adds a row; a full row group is written.
   * @param cells a cell for each column; missing ones have no value
   */
  async add(cells: readonly Cell[]): Promise<void> {
    this.#columns.forEach(({ kind }, at) => {
      const value = valueOf(cells[at] ?? null, kind);
      if (typeof value === 'string') this.#characters += value.length;
      this.#data[at]?.push(value);
    });
    this.#rows += 1;
    const { rows, characters } = this.#limits;
    if (this.#rows >= rows || this.#characters >= characters) await this.#writeGroup();
  }

  /** Writes the rest of the file. */
  async finish(): Promise<void> {
    await this.#writeGroup();
    this.#writer.schema = [
      rootOf(this.#columns),
      ...this.#columns.map((column) => elementOf(column, 'JSON')),
    ];
    await this.#writer.finish();
  }

  async #writeGroup(): Promise<void> {
    if (this.#rows === 0) return;
    const data = this.#data;
    const rows = this.#rows;
    this.#data = this.#columns.map(() => []);
    this.#rows = 0;
    this.#characters = 0;
    await this.#writer.write({
      columnData: this.#columns.map(({ name, kind }, at) => ({
        name,
        data: data[at] ?? [],
        // The smallest and the largest text say nothing, and could be long.
        statistics: kind !== 'json',
      })),
      rowGroupSize: rows,
    });
  }
}

/** The value of a cell as the library writes it. */
function valueOf(cell: Cell, kind: ColumnKind): unknown {
  if (cell === null) return null;
  if (kind === 'json') return typeof cell === 'object' ? cell.json : JSON.stringify(cell);
  if (kind === 'whole') return BigInt(Number(cell));
  // What JSON has no number for: NaN, the infinities, and -0.0.
  return typeof cell === 'object' ? Number(cell.json) : cell;
}

function rootOf(columns: readonly TableColumn[]): SchemaElement {
  return { name: 'schema', num_children: columns.length };
}

function elementOf({ name, kind }: TableColumn, json: 'UTF8' | 'JSON'): SchemaElement {
  const element = { name, repetition_type: 'OPTIONAL' } as const;
  switch (kind) {
    case 'boolean':
      return { ...element, type: 'BOOLEAN' };
    case 'whole':
      return { ...element, type: 'INT64' };
    case 'number':
      return { ...element, type: 'DOUBLE' };
    case 'text':
      return { ...element, type: 'BYTE_ARRAY', converted_type: 'UTF8' };
    case 'json':
      return { ...element, type: 'BYTE_ARRAY', converted_type: json };
  }
}

/** A writer that hands its bytes on after each row group, so that no more than one is in memory. */
export function byteWriter(write: (bytes: Uint8Array) => Promise<void>): ByteWriter {
  const writer = new ByteWriter();
  const flush = async (): Promise<void> => {
    const bytes = writer.getBytes();
    // The buffer is used again: what is written next must not change it.
    writer.index = 0;
    await write(bytes);
  };
  return Object.assign(writer, { flush, finish: flush });
}
