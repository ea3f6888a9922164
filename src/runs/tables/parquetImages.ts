import { t } from '@vscode/l10n';
import {
  asyncBufferFromFile,
  parquetMetadataAsync,
  parquetReadObjects,
  type AsyncBuffer,
  type FileMetaData,
} from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import type { HeldImage } from '../../core/datasets/model.ts';
import { PageTraceError } from '../../core/errors.ts';
import { isJsonObject } from '../../core/records/fieldPath.ts';
import { keptSlices } from './keptSlices.ts';
import { unreadableParquet } from './parquet.ts';

/** Bytes of a column chunk that are read at once; one that is larger would take too much memory. */
const MOST_BYTES = 1024 * 1024 * 1024;

interface OpenTable {
  readonly buffer: AsyncBuffer;
  readonly metadata: FileMetaData;
}

/** Reads images out of Parquet files, one at a time; never all of a file is in memory, but a column of a row group. */
export class ParquetImages {
  readonly #open = new Map<string, Promise<OpenTable>>();
  readonly #most: number;

  constructor(most = MOST_BYTES) {
    this.#most = most;
  }

  /**
   * The bytes of an image.
   * @throws PageTraceError `file-unreadable`
   */
  async read({ file, row, column, index }: HeldImage): Promise<Uint8Array> {
    let cell: unknown;
    try {
      const { buffer, metadata } = await this.#table(file);
      requireRoom(file, metadata, row, column, this.#most);
      const [found] = await parquetReadObjects({
        file: buffer,
        metadata,
        columns: [column],
        rowStart: row,
        rowEnd: row + 1,
        useOffsetIndex: true,
        compressors,
        utf8: false,
      });
      cell = found?.[column];
    } catch (error) {
      throw error instanceof PageTraceError ? error : unreadableParquet(file, error);
    }
    const item: unknown = index === null ? cell : Array.isArray(cell) ? cell[index] : undefined;
    const bytes: unknown = item instanceof Uint8Array || !isJsonObject(item) ? item : item['bytes'];
    if (bytes instanceof Uint8Array) return bytes;
    throw new PageTraceError(
      'file-unreadable',
      t('Row {0} of {1} has no image in the column {2}.', row + 1, file, column),
      { hint: t('Check that the file did not change since it was read.') },
    );
  }

  #table(file: string): Promise<OpenTable> {
    const known = this.#open.get(file);
    if (known !== undefined) return known;
    const opened = openTable(file);
    this.#open.set(file, opened);
    opened.catch(() => {
      this.#open.delete(file);
    });
    return opened;
  }
}

async function openTable(file: string): Promise<OpenTable> {
  const buffer = keptSlices(await asyncBufferFromFile(file));
  return { buffer, metadata: await parquetMetadataAsync(buffer) };
}

function requireRoom(
  file: string,
  { row_groups }: FileMetaData,
  row: number,
  column: string,
  most: number,
): void {
  let first = 0;
  for (const { num_rows, columns } of row_groups) {
    first += Number(num_rows);
    if (row >= first) continue;
    const chunk = columns.find(({ meta_data }) => meta_data?.path_in_schema[0] === column);
    const size = Number(chunk?.meta_data?.total_compressed_size ?? 0);
    if (size <= most || chunk?.offset_index_offset !== undefined) return;
    throw new PageTraceError(
      'file-unreadable',
      t(
        'A row group of {0} has {1} MB of images, which are read together.',
        file,
        Math.ceil(size / 1024 / 1024),
      ),
      { hint: t('Write the file again with 100 rows in a row group, or with a page index.') },
    );
  }
}
