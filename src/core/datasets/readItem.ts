import type { JsonObject } from '../records/fieldPath.ts';
import type { RowOrigin } from './heldImages.ts';
import type { ReadItem } from './model.ts';
import { readOwnItem } from './ownItem.ts';
import { paperFormOf } from './paperItems.ts';

/**
 * A question of a data set, in PageTrace's own form or in that of a paper's test records.
 * @param origin the row of a Parquet file that the record comes from; null for other files
 */
export function readItem(record: JsonObject, origin: RowOrigin | null = null): ReadItem {
  const form = paperFormOf(record);
  return form === null ? readOwnItem(record, origin) : form.read(record, origin);
}
