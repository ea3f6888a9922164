import type { LeftOutReason } from './model.ts';

/** What was exported and what was not. */
export interface ExportCounts {
  /** All samples that were read. */
  readonly samples: number;
  /** Records that were written. */
  readonly written: number;
  /** Samples that are not in the export, by why. */
  readonly leftOut: Readonly<Partial<Record<LeftOutReason, number>>>;
  /** Groups with a record, and the fewest, mean and most records of one. */
  readonly groups: {
    readonly count: number;
    readonly least: number;
    readonly mean: number;
    readonly most: number;
  };
  /** The rewards of the samples that were written; null if none is known. For pairs, of the better ones. */
  readonly rewards: { readonly least: number; readonly mean: number; readonly most: number } | null;
  /** Records by the files that their samples come from. */
  readonly sources: readonly { readonly file: string; readonly records: number }[];
}

/** Counts what is exported. */
export class ExportTally {
  #samples = 0;
  #written = 0;
  #rewarded = 0;
  #sum = 0;
  #least = Infinity;
  #most = -Infinity;
  readonly #leftOut = new Map<LeftOutReason, number>();
  readonly #groups = new Map<string, number>();
  readonly #sources = new Map<string, number>();

  /** Counts a sample that was read. */
  read(): void {
    this.#samples += 1;
  }

  /** Counts a sample that is not exported. */
  leaveOut(reason: LeftOutReason): void {
    this.#leftOut.set(reason, (this.#leftOut.get(reason) ?? 0) + 1);
  }

  /** Counts a record. */
  write(file: string, group: string | null, reward: number | null): void {
    this.#written += 1;
    this.#sources.set(file, (this.#sources.get(file) ?? 0) + 1);
    if (group !== null) this.#groups.set(group, (this.#groups.get(group) ?? 0) + 1);
    if (reward === null) return;
    this.#rewarded += 1;
    this.#sum += reward;
    this.#least = Math.min(this.#least, reward);
    this.#most = Math.max(this.#most, reward);
  }

  get counts(): ExportCounts {
    let [least, most, grouped] = [Infinity, 0, 0];
    for (const records of this.#groups.values()) {
      least = Math.min(least, records);
      most = Math.max(most, records);
      grouped += records;
    }
    const count = this.#groups.size;
    return {
      samples: this.#samples,
      written: this.#written,
      leftOut: Object.fromEntries(this.#leftOut),
      groups: {
        count,
        least: count === 0 ? 0 : least,
        mean: count === 0 ? 0 : grouped / count,
        most,
      },
      rewards:
        this.#rewarded === 0
          ? null
          : { least: this.#least, mean: this.#sum / this.#rewarded, most: this.#most },
      sources: [...this.#sources].map(([file, records]) => ({ file, records })),
    };
  }
}
