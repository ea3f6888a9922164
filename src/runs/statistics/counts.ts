/** How often a name occurred. */
export interface Count {
  readonly name: string;
  readonly count: number;
  /** The number of samples in which it occurs. */
  readonly samples: number;
  /** The sum of its amounts. */
  readonly paid: number;
}

interface Entry {
  count: number;
  samples: number;
  paid: number;
  /** The number of the last sample that has the name. */
  last: number;
}

/** Counts names, and sorts them by frequency. */
export class Counts {
  readonly #counts = new Map<string, Entry>();
  /** The number of samples whose names were added. */
  #added = 0;

  /** Adds the names of one sample. */
  add(names: readonly string[]): void {
    this.#added += 1;
    for (const name of names) this.#count(name, 0);
  }

  /** Adds the names of one sample, each with an amount. */
  addPaid(found: Iterable<readonly [name: string, paid: number]>): void {
    this.#added += 1;
    for (const [name, paid] of found) this.#count(name, paid);
  }

  #count(name: string, paid: number): void {
    let entry = this.#counts.get(name);
    if (entry === undefined) this.#counts.set(name, (entry = { count: 0, samples: 0, paid: 0, last: 0 }));
    entry.count += 1;
    entry.paid += paid;
    if (entry.last === this.#added) return;
    entry.last = this.#added;
    entry.samples += 1;
  }

  /** The most frequent first. */
  sorted(): readonly Count[] {
    return [...this.#counts]
      .map(([name, { count, samples, paid }]) => ({ name, count, samples, paid }))
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  }
}
