import { Buffer } from 'node:buffer';
import fs from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { parquetMetadata, parquetSchema } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../scripts/lib/generatedInputs.mjs';
import { wellFormed } from '../../../../src/core/records/writing/wellFormed.ts';
import { parquetRecords } from '../../../../src/runs/tables/parquet.ts';
import { ParquetFile, type RowGroupLimits } from '../../../../src/runs/tables/parquetFile.ts';
import { SpooledRows, TableSpool } from '../../../../src/runs/tables/tableSpool.ts';
import { anyJson } from '../../../support/anySample.ts';
import { sharedFolder } from '../../../support/files.ts';

const FILE = path.join(sharedFolder(), 'a.parquet');

type Row = Readonly<Record<string, unknown>>;

/** Writes rows, and says how each column is written. */
async function write(
  rows: readonly Row[],
  { measures = [], limits }: { readonly measures?: readonly string[]; readonly limits?: RowGroupLimits } = {},
): Promise<Readonly<Record<string, string>>> {
  const spool = new TableSpool(measures);
  const lines = rows.map((row) => spool.line(row));
  const written: Uint8Array[] = [];
  const file = new ParquetFile(
    (bytes) => {
      written.push(Uint8Array.from(bytes));
      return Promise.resolve();
    },
    spool.columns(),
    limits,
  );
  const spooled = new SpooledRows();
  for (const line of lines) await file.add(spooled.cells(line));
  await file.finish();
  fs.writeFileSync(FILE, Buffer.concat(written));
  const { children } = parquetSchema(metadata());
  return Object.fromEntries(
    children.map(({ element }) => [element.name, element.converted_type ?? element.type ?? '']),
  );
}

function metadata() {
  const { buffer, byteOffset, byteLength } = fs.readFileSync(FILE);
  return parquetMetadata(buffer.slice(byteOffset, byteOffset + byteLength));
}

async function read(): Promise<readonly unknown[]> {
  const records: unknown[] = [];
  for await (const found of parquetRecords(FILE))
    for (const row of found) records.push('record' in row ? row.record : row.problem);
  return records;
}

/** A row as a table has it: a cell without a value is null. */
const inTable = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(names.map((name) => [name, Object.hasOwn(row, name) ? (row[name] ?? null) : null]));

describe('a Parquet file that is written', () => {
  it('has columns of the kinds that their values have', async () => {
    const rows = [
      { id: '007', whole: 1, part: 1, flag: true, mixed: 1, list: ['a'], score: 1, none: null },
      { id: '12345678901234567890', whole: -5, part: 0.5, flag: false, mixed: 'x', list: null, score: 0 },
      { id: '', whole: 2 ** 53 - 1, part: Number.NaN, mixed: { a: -0 }, list: [Number.NaN, 1] },
    ];
    expect(await write(rows, { measures: ['score'] })).toEqual({
      id: 'UTF8',
      whole: 'INT64',
      part: 'DOUBLE',
      flag: 'BOOLEAN',
      mixed: 'JSON',
      list: 'JSON',
      score: 'DOUBLE',
      none: 'UTF8',
    });
    const names = ['id', 'whole', 'part', 'flag', 'mixed', 'list', 'score', 'none'];
    expect(await read()).toEqual(rows.map((row) => inTable(row, names)));
  });

  it('reads as the same rows', async () => {
    const row = fc
      .array(fc.tuple(fc.constantFrom('a', 'b', 'c.d', 'e f', '', 'constructor'), anyJson), { maxLength: 4 })
      .map((entries): Row => Object.fromEntries(entries));
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 6 }), async (rows) => {
        const names = [...new Set(rows.flatMap(Object.keys))];
        fc.pre(names.length > 0);
        const columns = await write(rows, { limits: { rows: 4, characters: 1000 } });
        // A column of text has no place for halves of characters; JSON does.
        const expected = rows.map((each) =>
          Object.fromEntries(
            Object.entries(inTable(each, names)).map(([name, value]) => [
              name,
              columns[name] === 'UTF8' && typeof value === 'string' ? wellFormed(value) : value,
            ]),
          ),
        );
        expect(isDeepStrictEqual(await read(), expected)).toBe(true);
      }),
      propertyRuns(150),
    );
  });

  it('is written in row groups, of which one is in memory', async () => {
    const rows = Array.from({ length: 10 }, (_, at) => ({ at, text: 'x'.repeat(at === 2 ? 500 : 10) }));
    await write(rows, { limits: { rows: 4, characters: 500 } });
    expect(metadata().row_groups.map(({ num_rows: count }) => Number(count))).toEqual([3, 4, 3]);
    expect(await read()).toEqual(rows);
  });

  it('keeps a value that is the same as in the row before once', () => {
    const record = { texts: ['x'.repeat(2000)] };
    const spool = new TableSpool([]);
    const text = 'y'.repeat(2000);
    const lines = [{ record, text }, { record, text }, { text }, { record, text: 'short' }].map((row) =>
      spool.line(row),
    );
    expect(lines.map((line) => line.length > 1000)).toEqual([true, false, false, true]);
    const rows = new SpooledRows();
    const cells = lines.map((line) => rows.cells(line));
    const json = JSON.stringify(record);
    expect(cells).toEqual([
      [{ json }, text],
      [{ json }, text],
      [null, text],
      [{ json }, 'short'],
    ]);
  });
});
