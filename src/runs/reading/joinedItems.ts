import type { RecordFormat } from '../../core/records/formats/model.ts';
import type { Sample } from '../../core/records/sample.ts';
import { JoinedRecords } from './joinedRecords.ts';

/** The most bytes of records that are held back; the samples of a longer file keep the numbers of their first record. */
const MOST_HELD = 128 * 1024 * 1024;

/** The item of a sample. */
interface SampleItem {
  readonly place: { readonly bytes: { readonly length: number } | null };
  readonly sample: Sample;
}

/**
 * The items of a file on their way. Records that hold the same samples, as those of lm-eval do for each filter, are
 * joined: their samples are held back until the end of the file, and get the numbers of all of their records.
 */
export class JoinedItems<I extends object> {
  readonly #records = new JoinedRecords();
  /** Where the samples of a record begin in what is held, by the key that its records share. */
  readonly #starts = new Map<string, number>();
  #items: (I | (I & SampleItem))[] = [];
  #bytes = 0;
  #isHolding = false;

  /** Adds an item that no other is joined with. */
  add(item: I): void {
    this.#items.push(item);
  }

  /**
   * Adds the items of the samples of a record.
   * @returns false if an earlier record holds the samples too; their numbers are added to it
   */
  addRecord(items: readonly (I & SampleItem)[], format: RecordFormat | null, record: unknown): boolean {
    const key = this.#records.keyOf(format, record);
    if (key === null) {
      this.#items.push(...items);
      return true;
    }
    if (this.#records.isKnown(format, record)) {
      this.#addColumns(key, items);
      return false;
    }
    this.#bytes += items[0]?.place.bytes?.length ?? 0;
    this.#isHolding = this.#bytes < MOST_HELD;
    if (!this.#isHolding) this.#starts.clear();
    else if (!this.#starts.has(key)) this.#starts.set(key, this.#items.length);
    this.#items.push(...items);
    return true;
  }

  /** Takes the items that nothing can be added to any more. */
  take(): readonly I[] {
    return this.#isHolding ? [] : this.end();
  }

  /** Takes all items at the end of the file. */
  end(): readonly I[] {
    const items = this.#items;
    this.#items = [];
    return items;
  }

  #addColumns(key: string, items: readonly (I & SampleItem)[]): void {
    const start = this.#starts.get(key);
    if (start === undefined) return;
    items.forEach(({ sample: { columns } }, index) => {
      const held = this.#items[start + index];
      if (held === undefined || !('sample' in held)) return;
      const sample = { ...held.sample, columns: { ...held.sample.columns, ...columns } };
      this.#items[start + index] = { ...held, sample };
    });
  }
}
