import { NumberColumn } from '../../core/summary/numberColumn.ts';

/** The numbers of rows under a name, from the first row that has one, with their range. */
class RowNumbers {
  readonly #numbers = new NumberColumn();
  #count = 0;
  #least = Infinity;
  #greatest = -Infinity;

  /** Sets the number of a row. */
  set(row: number, value: number): void {
    if (this.#numbers.isMissing(row)) this.#count += 1;
    this.#numbers.set(row, value);
    if (!Number.isFinite(value)) return;
    if (value < this.#least) this.#least = value;
    if (value > this.#greatest) this.#greatest = value;
  }

  /** Removes the number of a row. */
  clear(row: number): void {
    if (this.#numbers.isMissing(row)) return;
    this.#numbers.clear(row);
    this.#count -= 1;
  }

  /** The number of a row; null if it has none. */
  at(row: number): number | null {
    return this.#numbers.at(row);
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
