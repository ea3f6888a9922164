import { t } from '@vscode/l10n';
import { isJsonObject } from '../records/fieldPath.ts';
import type { RowOrigin } from './heldImages.ts';
import type { DatasetHead, ItemProblem, ReadItem } from './model.ts';
import { isHead, readHead } from './ownItem.ts';
import { readItem } from './readItem.ts';

/** What a data set without a first line of its own says of all its questions. */
export const NO_HEAD: DatasetHead = { name: null, prompt: null, pass: null };

/** A problem of a data set, at its line. */
export interface PlacedProblem extends ItemProblem {
  /** From 1. In a Parquet file, the row. */
  readonly line: number;
}

/** The line of each id of a data set, which may have more ids than a `Map` can hold. */
export interface LinesOfIds {
  readonly size: number;
  get(id: string): number | undefined;
  set(id: string, line: number): unknown;
}

/** Reads the records of a data set, one after the other, and finds what only several of them show. */
export class DatasetReader {
  readonly #lines: LinesOfIds;
  #head: DatasetHead | null = null;

  /** @param lines where the line of each id is kept */
  constructor(lines: LinesOfIds = new Map<string, number>()) {
    this.#lines = lines;
  }

  /** What the first line says of all questions. */
  get head(): DatasetHead {
    return this.#head ?? NO_HEAD;
  }

  /** The question of a record; none for the first line that says something of all questions, and if it has a mistake. */
  read(record: unknown, line: number, origin: RowOrigin | null = null): ReadItem {
    if (!isJsonObject(record)) {
      const message = t('The line is not a JSON object.');
      return { item: null, problems: [{ code: 'no-record', severity: 'error', message, path: [] }] };
    }
    if (isHead(record)) {
      if (this.#head === null && this.#lines.size === 0) {
        const { head, problems } = readHead(record);
        this.#head = head ?? NO_HEAD;
        return { item: null, problems };
      }
      const message = t('Only the first line can say something of all questions.');
      return {
        item: null,
        problems: [{ code: 'bad-value', severity: 'error', message, path: ['pagetrace_dataset'] }],
      };
    }
    const read = readItem(record, origin);
    const { item } = read;
    if (item === null) return read;
    const before = this.#lines.get(item.id);
    if (before === undefined) {
      this.#lines.set(item.id, line);
      return read;
    }
    const message = t('Line {0} has the same id, {1}. Give every question its own.', before, item.id);
    const duplicate = { code: 'duplicate-id', severity: 'error', message, path: ['id'] } as const;
    return { item: null, problems: [...read.problems, duplicate] };
  }
}
