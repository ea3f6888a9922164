import type { Numbers } from './groupMembers.ts';

/** Numbers of rows of which many are equal: two bytes a row, four if there are many different ones. */
export class DistinctNumbers implements Numbers {
  readonly #ids = new Map<number, number>();
  /** The different numbers; a row without one has the position 0. */
  readonly #values: (number | null)[] = [null];
  #ofRow: Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer> = new Uint16Array(64);

  /** Sets the number of a row; null removes it. */
  set(row: number, value: number | null): void {
    const id = value === null ? 0 : this.#idOf(value);
    if (id === 0 && row >= this.#ofRow.length) return;
    this.#reserve(row, id);
    this.#ofRow[row] = id;
  }

  /** The number of a row; null if it has none. */
  at(row: number): number | null {
    return this.#values[this.#ofRow[row] ?? 0] ?? null;
  }

  #idOf(value: number): number {
    let id = this.#ids.get(value);
    if (id === undefined) {
      id = this.#values.length;
      this.#ids.set(value, id);
      this.#values.push(value);
    }
    return id;
  }

  #reserve(row: number, id: number): void {
    const isWide = this.#ofRow instanceof Uint32Array;
    const length = row < this.#ofRow.length ? this.#ofRow.length : Math.ceil((row + 1) * 1.25);
    const needsWide = isWide || id > 0xffff;
    if (length === this.#ofRow.length && needsWide === isWide) return;
    const larger = needsWide ? new Uint32Array(length) : new Uint16Array(length);
    larger.set(this.#ofRow);
    this.#ofRow = larger;
  }
}
