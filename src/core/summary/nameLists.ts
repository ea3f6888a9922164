import type { NameColumn } from './sampleTable.ts';

/** Lists of names of rows: a name is stored once, and so is a list that many rows have. */
export class NameLists implements NameColumn {
  readonly #ids = new Map<string, number>();
  readonly #names: string[] = [];
  /** The names of each list, as their numbers. */
  readonly #lists: Uint32Array[] = [];
  readonly #byKey = new Map<string, number>();
  #listOf = new Uint32Array(64);
  #rows = 0;

  /** Adds the names of the next row. */
  add(names: readonly string[]): void {
    if (this.#rows === this.#listOf.length) {
      const larger = new Uint32Array(this.#listOf.length * 2);
      larger.set(this.#listOf);
      this.#listOf = larger;
    }
    this.#listOf[this.#rows++] = this.#numberOf(names);
  }

  get lists(): number {
    return this.#lists.length;
  }

  listOf(row: number): number {
    return this.#listOf[row] ?? 0;
  }

  namesOf(list: number): readonly string[] {
    const names: string[] = [];
    for (const id of this.#lists[list] ?? []) names.push(this.#names[id] ?? '');
    return names;
  }

  /** How often each name occurs, and in how many rows: the most frequent first, then by name. */
  counts(): readonly { readonly name: string; readonly count: number; readonly rows: number }[] {
    const rowsOf = new Float64Array(this.#lists.length);
    for (let row = 0; row < this.#rows; row += 1) {
      const list = this.listOf(row);
      rowsOf[list] = (rowsOf[list] ?? 0) + 1;
    }
    const counts = new Float64Array(this.#names.length);
    const rows = new Float64Array(this.#names.length);
    this.#lists.forEach((ids, list) => {
      const own = rowsOf[list] ?? 0;
      for (const id of ids) counts[id] = (counts[id] ?? 0) + own;
      for (const id of new Set(ids)) rows[id] = (rows[id] ?? 0) + own;
    });
    return this.#names
      .map((name, id) => ({ name, count: counts[id] ?? 0, rows: rows[id] ?? 0 }))
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  }

  #numberOf(names: readonly string[]): number {
    const ids = Uint32Array.from(names, (name) => this.#idOf(name));
    const key = ids.join();
    let list = this.#byKey.get(key);
    if (list === undefined) {
      list = this.#lists.length;
      this.#byKey.set(key, list);
      this.#lists.push(ids);
    }
    return list;
  }

  #idOf(name: string): number {
    let id = this.#ids.get(name);
    if (id === undefined) {
      id = this.#names.length;
      this.#ids.set(name, id);
      this.#names.push(name);
    }
    return id;
  }
}
