/** Stands for a row without a number. NaN is one, because trainers write it. */
export const NO_NUMBER = -1.7976931348623157e308;

/** The numbers of rows under a name: eight bytes a row, from the first row that has one. */
class RowNumbers {
  #values = new Float64Array(256).fill(NO_NUMBER);
  #length = 0;
  #count = 0;
  #least = Infinity;
  #greatest = -Infinity;

  /** Sets the number of a row. */
  set(row: number, value: number): void {
    if (row >= this.#values.length) {
      const larger = new Float64Array(Math.max(row + 1, Math.ceil(this.#values.length * 1.25)));
      larger.set(this.#values);
      larger.fill(NO_NUMBER, this.#values.length);
      this.#values = larger;
    }
    if (this.#values[row] === NO_NUMBER) this.#count += 1;
    this.#values[row] = value;
    if (row >= this.#length) this.#length = row + 1;
    if (!Number.isFinite(value)) return;
    if (value < this.#least) this.#least = value;
    if (value > this.#greatest) this.#greatest = value;
  }

  /** Removes the number of a row. */
  clear(row: number): void {
    if (this.at(row) === null) return;
    this.#values[row] = NO_NUMBER;
    this.#count -= 1;
  }

  /** The number of a row; null if it has none. */
  at(row: number): number | null {
    const value = row < this.#length ? (this.#values[row] ?? NO_NUMBER) : NO_NUMBER;
    return value === NO_NUMBER ? null : value;
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

  /** Removes all numbers of a row. */
  clear(row: number): void {
    for (const column of this.#columns.values()) column.clear(row);
  }

  /** The column with a name; undefined if there is none. */
  find(name: string): RowNumbers | undefined {
    return this.#columns.get(name);
  }
}
