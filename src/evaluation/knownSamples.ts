import { isJsonObject } from '../core/records/fieldPath.ts';
import type { ByteRange } from '../runs/reading/pieces.ts';
import { SampleNumbers } from './sampleNumbers.ts';
import { TextRows } from './textRows.ts';

/** The record of a sample whose request failed. */
export interface FailedSample {
  /** The sentence why. */
  readonly message: string;
  /** Where it is in the run, without its line feed. */
  readonly range: ByteRange;
}

/** Samples whose requests failed, by item and sample, in constant memory. */
class FailedSamples {
  /** 1 for a sample that has not ended since, where its record is, and the position of its message. */
  readonly #rows = new TextRows(4);
  /** The sentences, of which a run has few. */
  readonly #messages: string[] = [];
  readonly #positions = new Map<string, number>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  get(key: string): FailedSample | null {
    const row = this.#rows.find(key);
    if (row === null || this.#rows.get(row, 0) === 0) return null;
    return {
      range: { start: this.#rows.get(row, 1), length: this.#rows.get(row, 2) },
      message: this.#messages[this.#rows.get(row, 3)] ?? '',
    };
  }

  set(key: string, { message, range: { start, length } }: FailedSample): void {
    const row = this.#rows.add(key);
    if (this.#rows.get(row, 0) === 0) this.#count += 1;
    [1, start, length, this.#positionOf(message)].forEach((number, column) => {
      this.#rows.set(row, column, number);
    });
  }

  delete(key: string): void {
    const row = this.#rows.find(key);
    if (row === null || this.#rows.get(row, 0) === 0) return;
    this.#rows.set(row, 0, 0);
    this.#count -= 1;
  }

  close(): void {
    this.#rows.close();
  }

  #positionOf(message: string): number {
    const known = this.#positions.get(message);
    if (known !== undefined) return known;
    const position = this.#messages.push(message) - 1;
    this.#positions.set(message, position);
    return position;
  }
}

/**
 * What is known of the samples of a run: which have ended, which failed, and how many pass. Close it when it is no longer
 * needed.
 */
export class KnownSamples {
  readonly #ended = new SampleNumbers();
  readonly #failed = new FailedSamples();
  /** The content that questions were answered about, by the paths of the documents. */
  readonly #documents = new Map<string, string>();
  #passed = 0;
  #decided = 0;

  /** Whether a sample of an item has ended. */
  has(item: string, sample: number): boolean {
    return this.#ended.has(item, sample);
  }

  /** The record of a sample that failed, and has not ended since; null if there is none. */
  failedSample(item: string, sample: number): FailedSample | null {
    return this.#failed.get(keyOf(item, sample));
  }

  /** The SHA-256 of the document at a path that questions were answered about; null if there was none. */
  documentHash(path: string): string | null {
    return this.#documents.get(path) ?? null;
  }

  get ended(): number {
    return this.#ended.count;
  }

  get failed(): number {
    return this.#failed.count;
  }

  /** Samples that pass by the rule of their item. */
  get passed(): number {
    return this.#passed;
  }

  /** Samples of which it is known whether they pass. */
  get decided(): number {
    return this.#decided;
  }

  /**
   * Adds what a record says of its sample; a record that another program wrote says nothing.
   * @param range where the record is
   * @returns the record that it replaces: of an earlier failure of the same sample; null if there is none
   */
  add(record: unknown, range: ByteRange): ByteRange | null {
    const named = namedSample(record);
    if (named === null) return null;
    const { item, sample, failure, passed, documents } = named;
    const before = this.failedSample(item, sample)?.range ?? null;
    if (failure !== null) {
      // A sample that has ended does not fail any more.
      if (this.has(item, sample)) return range;
      this.#failed.set(keyOf(item, sample), { message: failure, range });
      return before;
    }
    this.#failed.delete(keyOf(item, sample));
    // A record that somebody has copied counts once.
    if (this.has(item, sample)) return before;
    this.#ended.add(item, sample);
    if (passed !== null) this.#decided += 1;
    if (passed === true) this.#passed += 1;
    for (const { path, sha256 } of documents)
      if (!this.#documents.has(path)) this.#documents.set(path, sha256);
    return before;
  }

  close(): void {
    this.#ended.close();
    this.#failed.close();
  }
}

const keyOf = (item: string, sample: number): string => `${sample} ${item}`;

/** What a record says of the sample of an evaluation that it is of. */
interface NamedSample {
  readonly item: string;
  readonly sample: number;
  /** Why its request failed; null if it did not. */
  readonly failure: string | null;
  readonly passed: boolean | null;
  readonly documents: readonly { readonly path: string; readonly sha256: string }[];
}

/** Null for another record. */
function namedSample(record: unknown): NamedSample | null {
  if (!isJsonObject(record) || !isJsonObject(record['record'])) return null;
  const { evaluation, documents } = record['record'];
  if (!isJsonObject(evaluation)) return null;
  const { item, sample } = evaluation;
  if (typeof item !== 'string' || !isSampleNumber(sample)) return null;
  const { error, numbers } = record;
  const passed = isJsonObject(numbers) ? numbers['passed'] : undefined;
  return {
    item,
    sample,
    failure: error === undefined ? null : isJsonObject(error) ? String(error['message']) : '',
    passed: typeof passed === 'number' ? passed === 1 : null,
    documents: Array.isArray(documents) ? documents.flatMap(namedDocument) : [],
  };
}

const isSampleNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 1;

function namedDocument(document: unknown): NamedSample['documents'] {
  if (!isJsonObject(document)) return [];
  const { path, sha256 } = document;
  return typeof path === 'string' && typeof sha256 === 'string' ? [{ path, sha256 }] : [];
}
