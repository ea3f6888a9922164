import { pairwiseMean, sampleDeviation } from '../../core/python/pairwiseSum.ts';

/** Statistics of a field over all samples that have it. */
export interface FieldStatistics {
  /** Finite numbers; the mean and the other statistics are over these. */
  readonly count: number;
  /** Null if no number is finite, as are the smallest and the largest. */
  readonly mean: number | null;
  /** Sample standard deviation (n - 1); null for fewer than two numbers. */
  readonly std: number | null;
  readonly min: number | null;
  readonly max: number | null;
  /** The number of NaN and infinite values, which are left out of the rest. */
  readonly notFinite: number;
}

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
  statistics(): FieldStatistics | null {
    if (this.#count === 0) {
      if (this.#notFinite === 0) return null;
      return { count: 0, mean: null, std: null, min: null, max: null, notFinite: this.#notFinite };
    }
    const values = this.#held.subarray(0, this.#count);
    return {
      count: values.length,
      mean: pairwiseMean(values),
      std: values.length === 1 ? null : sampleDeviation(values),
      min: values.reduce((least, value) => Math.min(least, value)),
      max: values.reduce((most, value) => Math.max(most, value)),
      notFinite: this.#notFinite,
    };
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
  statistics(): ReadonlyMap<string, FieldStatistics> {
    return new Map(
      [...this.#fields].flatMap(([field, numbers]) => {
        const statistics = numbers.statistics();
        return statistics === null ? [] : [[field, statistics] as const];
      }),
    );
  }
}
