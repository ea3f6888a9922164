import { isJsonObject, type JsonObject } from '../records/fieldPath.ts';
import { readTextList } from '../textList.ts';
import type { ItemDocument } from './model.ts';

/** What a record has in place of bytes of a Parquet file: how many there are. They stay in the file. */
export interface HeldBytes {
  readonly held_bytes: number;
}

/** The Parquet file and the row, from 0, that a record comes from. */
export interface RowOrigin {
  readonly file: string;
  readonly row: number;
}

/** Whether a value stands for bytes in a Parquet file. */
const isHeldBytes = (value: unknown): value is HeldBytes =>
  isJsonObject(value) && typeof value['held_bytes'] === 'number' && Object.keys(value).length === 1;

/**
 * The images under a key of a record: a path, a list of paths, and in rows of Parquet also bytes, alone or as Hugging Face
 * writes them: `{bytes, path}`. Null if there is none, or something else.
 */
export function imagesAt(
  record: JsonObject,
  key: string,
  origin: RowOrigin | null,
): readonly ItemDocument[] | null {
  const value = readTextList(record[key]);
  const isList = Array.isArray(value);
  const items: readonly unknown[] = isList ? value : [value];
  const images = items.map((item, at) => imageOf(item, key, isList ? at : null, origin));
  return images.length > 0 && images.every((image) => image !== null) ? images : null;
}

/** Whether a record has bytes of images under a key. */
export const holdsImages = (record: JsonObject, key: string): boolean =>
  [record[key]].flat().some((item) => isHeldBytes(isJsonObject(item) ? (item['bytes'] ?? item) : item));

function imageOf(
  item: unknown,
  column: string,
  index: number | null,
  origin: RowOrigin | null,
): ItemDocument | null {
  if (typeof item === 'string') return item.trim() === '' ? null : { path: item, pages: null };
  if (!isJsonObject(item)) return null;
  const path = typeof item['path'] === 'string' && item['path'].trim() !== '' ? item['path'] : null;
  if (origin !== null && isHeldBytes(item['bytes'] ?? item)) {
    const held = { file: origin.file, row: origin.row, column, index };
    // Images without a name of their own are told apart by their places.
    const place = [column, origin.row + 1, ...(index === null ? [] : [index + 1])].join('-');
    return { path: path ?? place, pages: null, held };
  }
  return path === null ? null : { path, pages: null };
}
