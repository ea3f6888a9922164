import type { JsonObject } from './fieldPath.ts';
import { isTexts } from './formats/model.ts';

/**
 * The rows of a table that a record is, as W&B and pandas write it: the names of its columns, then lists of values.
 * Null if it is none.
 */
export function rowsOf({ columns, data }: JsonObject): readonly JsonObject[] | null {
  if (!isTexts(columns) || !Array.isArray(data) || data.length === 0) return null;
  const rows = data as readonly unknown[];
  if (!rows.every((row) => Array.isArray(row) && row.length === columns.length)) return null;
  return (rows as readonly (readonly unknown[])[]).map((row) =>
    Object.fromEntries(columns.map((name, at) => [name, row[at]])),
  );
}
