import { isJsonObject } from '../../core/records/fieldPath.ts';
import { formatOf } from '../../core/records/formats/registry.ts';
import { rowsOf } from '../../core/records/tableRecords.ts';

/** Whether a JSON value is a record of a known form, or a table of such records. */
export function isKnownRecord(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const [row = value] = rowsOf(value) ?? [];
  return formatOf(row) !== null;
}
