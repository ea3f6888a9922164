/** How often a name occurred. */
export interface Count {
  readonly name: string;
  readonly count: number;
  /** The number of samples in which it occurs. */
  readonly samples: number;
  /** The sum of its amounts. */
  readonly paid: number;
}

/** Counts names, and sorts them by frequency. */
export class Counts {
  readonly #counts = new Map<string, { count: number; samples: number; paid: number }>();

  /** Adds the names of one sample. */
  add(found: Iterable<readonly [name: string, paid: number]>): void {
    const seen = new Set<string>();
    for (const [name, paid] of found) {
      let entry = this.#counts.get(name);
      if (entry === undefined) this.#counts.set(name, (entry = { count: 0, samples: 0, paid: 0 }));
      entry.count += 1;
      entry.paid += paid;
      if (!seen.has(name)) entry.samples += 1;
      seen.add(name);
    }
  }

  /** The most frequent first. */
  sorted(): readonly Count[] {
    return [...this.#counts]
      .map(([name, counts]) => ({ name, ...counts }))
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  }
}
