import type { SchemaElement } from 'hyparquet';
import { ParquetWriter } from 'hyparquet-writer';
import { isJsonObject, type JsonObject } from '../../../core/records/fieldPath.ts';
import { byteWriter } from '../../../runs/tables/parquetFile.ts';

const text = (name: string): SchemaElement => ({
  name,
  type: 'BYTE_ARRAY',
  converted_type: 'UTF8',
  repetition_type: 'OPTIONAL',
});

const struct = (name: string, fields: readonly SchemaElement[]): readonly SchemaElement[] => [
  { name, num_children: fields.length, repetition_type: 'OPTIONAL' },
  ...fields,
];

const list = (name: string, fields: readonly SchemaElement[]): readonly SchemaElement[] => [
  { name, num_children: 1, converted_type: 'LIST', repetition_type: 'OPTIONAL' },
  { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
  ...struct('element', fields),
];

const COLUMNS = ['data_source', 'prompt', 'images', 'ability', 'reward_model', 'extra_info'] as const;

/** The columns that verl reads, with images as Hugging Face writes them. */
const SCHEMA: SchemaElement[] = [
  { name: 'schema', num_children: COLUMNS.length },
  text('data_source'),
  ...list('prompt', [text('role'), text('content')]),
  ...list('images', [{ name: 'bytes', type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL' }, text('path')]),
  text('ability'),
  ...struct('reward_model', [text('style'), text('ground_truth')]),
  ...struct('extra_info', [
    text('split'),
    { name: 'index', type: 'INT64', repetition_type: 'OPTIONAL' },
    text('id'),
    text('question'),
  ]),
];

/** Rows of a row group; its images are in memory while it is written. */
const ROWS = 100;

/** Writes training records of verl to a Parquet file, a row group at a time. */
export class VerlTable {
  readonly #writer: ParquetWriter;
  #rows: JsonObject[] = [];

  /** @param write takes the bytes of the file, in order */
  constructor(write: (bytes: Uint8Array) => Promise<void>) {
    this.#writer = new ParquetWriter({ writer: byteWriter(write), schema: SCHEMA, createdBy: 'pagetrace' });
  }

  async add(row: JsonObject): Promise<void> {
    this.#rows.push(row);
    if (this.#rows.length >= ROWS) await this.#writeGroup();
  }

  /** Writes the rest of the file. */
  async finish(): Promise<void> {
    await this.#writeGroup();
    await this.#writer.finish();
  }

  async #writeGroup(): Promise<void> {
    const rows = this.#rows;
    this.#rows = [];
    if (rows.length === 0) return;
    await this.#writer.write({
      columnData: COLUMNS.map((name) => ({ name, data: rows.map((row) => exact(row[name])) })),
      rowGroupSize: rows.length,
    });
  }
}

/** A value with its whole numbers as the library takes them. */
function exact(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, typeof each === 'number' ? BigInt(each) : each]),
  );
}
