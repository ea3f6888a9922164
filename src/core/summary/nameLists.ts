import type { NameColumn } from './sampleTable.ts';

/** Lists of names, one a row, as numbers in one array: a name is stored once. */
export class NameLists implements NameColumn {
  readonly #ids = new Map<string, number>();
  readonly #names: string[] = [];
  #listed = new Uint32Array(64);
  #count = 0;
  #ends = new Uint32Array(64);
  #rows = 0;

  /** Adds the names of the next row. */
  add(names: readonly string[]): void {
    for (const name of names) {
      let id = this.#ids.get(name);
      if (id === undefined) {
        id = this.#names.length;
        this.#ids.set(name, id);
        this.#names.push(name);
      }
      if (this.#count === this.#listed.length) this.#listed = enlarged(this.#listed);
      this.#listed[this.#count++] = id;
    }
    if (this.#rows === this.#ends.length) this.#ends = enlarged(this.#ends);
    this.#ends[this.#rows++] = this.#count;
  }

  /** The number of lists: each row has its own. */
  get lists(): number {
    return this.#rows;
  }

  listOf(row: number): number {
    return row;
  }

  /** The names of a row, in order. */
  namesOf(row: number): readonly string[] {
    if (row >= this.#rows) return [];
    const start = row === 0 ? 0 : (this.#ends[row - 1] ?? 0);
    return Array.from(this.#listed.subarray(start, this.#ends[row]), (id) => this.#names[id] ?? '');
  }

  /** How often each name occurs, and in how many rows: the most frequent first, then by name. */
  counts(): readonly { readonly name: string; readonly count: number; readonly rows: number }[] {
    const counts = new Float64Array(this.#names.length);
    const rows = new Float64Array(this.#names.length);
    const last = new Int32Array(this.#names.length).fill(-1);
    let start = 0;
    for (let row = 0; row < this.#rows; row += 1) {
      const end = this.#ends[row] ?? start;
      for (let at = start; at < end; at += 1) {
        const id = this.#listed[at] ?? 0;
        counts[id] = (counts[id] ?? 0) + 1;
        if (last[id] !== row) rows[id] = (rows[id] ?? 0) + 1;
        last[id] = row;
      }
      start = end;
    }
    return this.#names
      .map((name, id) => ({ name, count: counts[id] ?? 0, rows: rows[id] ?? 0 }))
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  }
}

function enlarged(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}
