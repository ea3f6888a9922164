import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import type { DatasetItem } from '../../core/datasets/model.ts';
import { unreadableParquet } from '../../runs/tables/parquet.ts';

/** The rows of the images of Lang2Act's test sets, which are beside their records as `images.parquet`. */
export class ImageTable {
  readonly #file: string;
  readonly #rows: ReadonlyMap<string, number>;

  private constructor(file: string, rows: ReadonlyMap<string, number>) {
    this.#file = file;
    this.#rows = rows;
  }

  /**
   * Reads which image is in which row: the key is (`uid`, `relpath`), and `image` has the bytes (NEUIR/Lang2Act,
   * src/predict.py). The images themselves are not read.
   * @throws PageTraceError `file-unreadable`
   */
  static async open(file: string): Promise<ImageTable> {
    try {
      const found = await parquetReadObjects({
        file: await asyncBufferFromFile(file),
        columns: ['uid', 'relpath'],
        compressors,
      });
      return new ImageTable(file, new Map(found.map(({ uid, relpath }, row) => [keyOf(uid, relpath), row])));
    } catch (error) {
      throw unreadableParquet(file, error);
    }
  }

  /** A question with the places of its images in the table; those that the table lacks are files. */
  place(item: DatasetItem): DatasetItem {
    return {
      ...item,
      documents: item.documents.map((document) => {
        const row = this.#rows.get(keyOf(item.id, document.path));
        if (row === undefined) return document;
        return { ...document, held: { file: this.#file, row, column: 'image', index: null } };
      }),
    };
  }
}

const keyOf = (uid: unknown, path: unknown): string => JSON.stringify([String(uid), String(path)]);
