import type { JsonObject } from '../records/fieldPath.ts';
import type { ReadItem } from './model.ts';
import { readOwnItem } from './ownItem.ts';
import { paperFormOf } from './paperItems.ts';

/** A question of a data set, in PageTrace's own form or in that of a paper's test records. */
export function readItem(record: JsonObject): ReadItem {
  const form = paperFormOf(record);
  return form === null ? readOwnItem(record) : form.read(record);
}
