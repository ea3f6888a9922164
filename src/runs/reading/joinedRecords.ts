import { isJsonObject } from '../../core/records/fieldPath.ts';
import type { RecordFormat } from '../../core/records/formats/model.ts';

/** Knows which records of a file hold the same samples, as those of a document do for each filter of lm-eval. */
export class JoinedRecords {
  /** The part that was seen first, by the key that the records share. */
  readonly #parts = new Map<string, string>();

  /** The key that the records of the same samples share; null for a record of its own. */
  keyOf(format: RecordFormat | null, record: unknown): string | null {
    return format?.joins === undefined || !isJsonObject(record) ? null : (format.joins(record)?.key ?? null);
  }

  /** Whether an earlier record holds the samples of this one. */
  isKnown(format: RecordFormat | null, record: unknown): boolean {
    if (format?.joins === undefined || !isJsonObject(record)) return false;
    const join = format.joins(record);
    if (join === null) return false;
    const first = this.#parts.get(join.key);
    if (first === undefined) this.#parts.set(join.key, join.part);
    // The same part again is another sample of the document.
    return first !== undefined && first !== join.part;
  }
}
