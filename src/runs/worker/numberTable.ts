/** Stands for a row without a number; NaN is a number here, which trainers write. */
const NONE = -1.7976931348623157e308;

/** The numbers of rows under a name: eight bytes a row, from the first row that has one. */
class RowNumbers {
  #values = new Float64Array(256).fill(NONE);
  #length = 0;
  #count = 0;
  #least = Infinity;
  #greatest = -Infinity;

  /** Sets the number of a row. */
  set(row: number, value: number): void {
    if (row >= this.#values.length) {
      const larger = new Float64Array(Math.max(row + 1, Math.ceil(this.#values.length * 1.25)));
      larger.set(this.#values);
      larger.fill(NONE, this.#values.length);
      this.#values = larger;
    }
    if (this.#values[row] === NONE) this.#count += 1;
    this.#values[row] = value;
    if (row >= this.#length) this.#length = row + 1;
    if (!Number.isFinite(value)) return;
    if (value < this.#least) this.#least = value;
    if (value > this.#greatest) this.#greatest = value;
  }

  /** The number of a row; null if it has none. */
  at(row: number): number | null {
    const value = row < this.#length ? (this.#values[row] ?? NONE) : NONE;
    return value === NONE ? null : value;
  }

  /** The rows that have a number, and the least and the greatest that was finite. */
  get range(): { readonly count: number; readonly least: number | null; readonly greatest: number | null } {
    const { count } = this;
    return this.#least === Infinity
      ? { count, least: null, greatest: null }
      : { count, least: this.#least, greatest: this.#greatest };
  }

  /** The rows that have a number. */
  get count(): number {
    return this.#count;
  }
}

/** Columns of numbers by name. */
export class NumberTable {
  readonly #columns = new Map<string, RowNumbers>();

  get names(): readonly string[] {
    return [...this.#columns.keys()];
  }

  /** The column with a name, which is added if there is none. */
  column(name: string): RowNumbers {
    let column = this.#columns.get(name);
    if (column === undefined) this.#columns.set(name, (column = new RowNumbers()));
    return column;
  }

  /** The column with a name; undefined if there is none. */
  find(name: string): RowNumbers | undefined {
    return this.#columns.get(name);
  }
}
