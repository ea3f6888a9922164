import type { BrokenReason } from '../../../core/records/problemReason.ts';
import type { InputItem, Place } from '../../../runs/reading/inputs.ts';
import type { RunProblem, RunRecords } from './runsJson.ts';

/** What is at a place in a file: a sample, or why there is none. */
type CountedItem =
  | { readonly place: Place; readonly format: string }
  | Extract<InputItem, { readonly problem: string }>;

/** The most problems that are listed. */
const MOST_PROBLEMS = 1000;

/** Counts the records of files, and keeps why some have no sample. */
export class RecordCounter {
  readonly #broken: Record<BrokenReason, number> = {
    json: 0,
    encoding: 0,
    no_response: 0,
    too_deep: 0,
    too_long: 0,
  };
  readonly #formats = new Map<string, Set<string>>();
  readonly #problems: RunProblem[] = [];
  #records = 0;
  #failed = 0;
  #unread = 0;
  #last: Place | null = null;

  /** Counts what is at a place: a sample of a record, or why there is none. */
  add(item: CountedItem): void {
    const { place } = item;
    if ('format' in item) {
      this.#addFormat(item.format, place.file);
      if (!isSameRecord(this.#last, place)) this.#records += 1;
    } else {
      const { reason } = item;
      if (reason === undefined) this.#unread += 1;
      else if (!isSameRecord(this.#last, place)) this.#records += 1;
      if (reason === 'failed') this.#failed += 1;
      else if (reason !== undefined) this.#broken[reason] += 1;
      if (this.#problems.length < MOST_PROBLEMS) {
        const { file, line, item: position } = place;
        this.#problems.push({
          file,
          line,
          ...(position === undefined ? {} : { item: position }),
          reason: reason ?? 'file',
          message: item.problem,
        });
      }
    }
    this.#last = place;
  }

  /** Counts a record whose samples an earlier record has too. */
  addJoined(): void {
    this.#records += 1;
  }

  /** Whether a record is broken or a file cannot be read. */
  get hasFaults(): boolean {
    return this.#unread > 0 || Object.values(this.#broken).some((count) => count > 0);
  }

  /** The counts so far. */
  counts(files: number, bytes: number): RunRecords {
    return {
      files,
      bytes,
      formats: new Map([...this.#formats].map(([format, of]) => [format, of.size])),
      records: this.#records,
      failed: this.#failed,
      broken: { ...this.#broken },
      problems: this.#problems,
    };
  }

  #addFormat(format: string, file: string): void {
    const files = this.#formats.get(format);
    if (files === undefined) this.#formats.set(format, new Set([file]));
    else files.add(file);
  }
}

/** Whether two samples are of one record: the second and later samples of a record follow the first. */
function isSameRecord(last: Place | null, { file, line, sample }: Place): boolean {
  return sample !== null && sample > 1 && last?.file === file && last.line === line;
}
