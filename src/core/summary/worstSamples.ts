/** A sample that is paid little. */
export interface WorstSample<Item> {
  readonly item: Item;
  readonly paid: number;
}

/**
 * Finds the samples that are paid least while all samples pass by: one of each question, so that a question that is never
 * answered does not take all places. Of those that are paid the same, the first.
 */
export class WorstSamples<Item> {
  readonly #most: number;
  /** Sorted by what they are paid. */
  readonly #found: { readonly question: number | string | null; readonly worst: WorstSample<Item> }[] = [];

  /** @param most how many are found */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Takes a sample.
   * @param question what the samples of a question have in common; null for a sample that shares its question with none
   * @param paid null, NaN and infinities are left out
   */
  add(item: Item, question: number | string | null, paid: number | null): void {
    if (paid === null || !Number.isFinite(paid) || this.#most === 0) return;
    const last = this.#found.at(-1);
    if (this.#found.length === this.#most && last !== undefined && paid >= last.worst.paid) return;
    const same = question === null ? -1 : this.#found.findIndex((each) => each.question === question);
    if (same !== -1) {
      if ((this.#found[same]?.worst.paid ?? 0) <= paid) return;
      this.#found.splice(same, 1);
    }
    const at = this.#found.findIndex(({ worst }) => worst.paid > paid);
    const found = { question, worst: { item, paid } };
    this.#found.splice(at === -1 ? this.#found.length : at, 0, found);
    if (this.#found.length > this.#most) this.#found.pop();
  }

  /** Those that are paid least, the worst first. */
  get found(): readonly WorstSample<Item>[] {
    return this.#found.map(({ worst }) => worst);
  }
}
