import { isJsonObject } from '../../core/records/fieldPath.ts';
import { formatOf } from '../../core/records/formats/registry.ts';

/** Whether a JSON value is a record of a known form. */
export function isKnownRecord(value: unknown): boolean {
  return isJsonObject(value) && formatOf(value) !== null;
}
