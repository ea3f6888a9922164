import { summarizeNumbers, type FieldSummary } from '../../core/summary/fieldSummary.ts';

/** Numbers that are stored for their statistics, with eight bytes each. */
export class Numbers {
  #held = new Float64Array(64);
  #count = 0;
  #notFinite = 0;

  /** Adds a number. */
  add(value: number): void {
    if (!Number.isFinite(value)) {
      this.#notFinite += 1;
      return;
    }
    if (this.#count === this.#held.length) {
      const larger = new Float64Array(this.#held.length * 2);
      larger.set(this.#held);
      this.#held = larger;
    }
    this.#held[this.#count++] = value;
  }

  /** NumPy's mean and deviation, the smallest and the largest number; null if there are no numbers. */
  statistics(): FieldSummary | null {
    if (this.#count === 0 && this.#notFinite === 0) return null;
    return summarizeNumbers(this.#held.subarray(0, this.#count), this.#notFinite);
  }
}

/** Numbers by field, in the order in which the fields first occurred. */
export class FieldNumbers {
  readonly #fields = new Map<string, Numbers>();

  /** Adds a number of a field. */
  add(field: string, value: number): void {
    let numbers = this.#fields.get(field);
    if (numbers === undefined) this.#fields.set(field, (numbers = new Numbers()));
    numbers.add(value);
  }

  /** The statistics of each field that has a number. */
  statistics(): ReadonlyMap<string, FieldSummary> {
    return new Map(
      [...this.#fields].flatMap(([field, numbers]) => {
        const statistics = numbers.statistics();
        return statistics === null ? [] : [[field, statistics] as const];
      }),
    );
  }
}
