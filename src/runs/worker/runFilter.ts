import { decideFilter } from '../../core/filter/decideFilter.ts';
import type { Filter } from '../../core/filter/model.ts';
import { evaluateOnColumns, testProblem, type AtomSource } from './atomColumns.ts';

/** What is not known yet. */
const OPEN = 2;

/** A filter over the rows of a run. Its atoms that read texts are evaluated when the records have been read. */
export class RunFilter {
  readonly text: string;
  readonly #filter: Filter;
  readonly #source: AtomSource;
  /** By atom that reads texts: 0 or 1 for each row, OPEN if it has not been read. */
  readonly #texts = new Map<number, Uint8Array>();
  #open = new Uint32Array(0);

  constructor(text: string, filter: Filter, source: AtomSource) {
    this.text = text;
    this.#filter = filter;
    this.#source = source;
    filter.atoms.forEach((atom, index) => {
      if (atom.scope === 'text') this.#texts.set(index, new Uint8Array(0));
    });
  }

  /** The rows whose texts decide, as of the last evaluation. */
  get open(): Uint32Array {
    return this.#open;
  }

  /** Evaluates the filter for all rows: 1 where it holds, 0 where it does not or is not known yet. */
  evaluate(): Uint8Array {
    const { rows } = this.#source;
    const { atoms, tree } = this.#filter;
    const count = rows.count;
    const matches = new Uint8Array(count);
    if (tree === null) return matches.fill(1);
    const values = atoms.map((atom, index) =>
      atom.scope === 'text' ? this.#textsOf(index, count) : evaluateOnColumns(atom, this.#source),
    );
    const open = new Uint32Array(this.#texts.size === 0 ? 0 : count);
    let opened = 0;
    let row = 0;
    const holds = (atom: number): boolean | null => {
      const value = values[atom]?.[row] ?? 0;
      return value === OPEN ? null : value === 1;
    };
    for (; row < count; row += 1) {
      const decided = decideFilter(tree, holds);
      if (decided === null) open[opened++] = row;
      else matches[row] = Number(decided);
    }
    this.#open = open.slice(0, opened);
    return matches;
  }

  /** Takes what reading rows has found out, by atom. */
  take(rows: Uint32Array, found: ReadonlyMap<number, Uint8Array>): void {
    for (const [atom, holds] of found) {
      const values = this.#textsOf(atom, this.#source.rows.count);
      rows.forEach((row, position) => {
        values[row] = holds[position] ?? 0;
      });
    }
  }

  /** What is found in rows that cannot be read. */
  nothing(count: number): ReadonlyMap<number, Uint8Array> {
    return new Map([...this.#texts.keys()].map((atom) => [atom, new Uint8Array(count)]));
  }

  /** The values of an atom that reads texts. Rows without a sample have no texts to read. */
  #textsOf(index: number, count: number): Uint8Array {
    const before = this.#texts.get(index) ?? new Uint8Array(0);
    const atom = this.#filter.atoms[index];
    const values = before.length >= count ? before : new Uint8Array(count).fill(OPEN);
    if (values !== before) values.set(before);
    if (atom !== undefined)
      for (let row = 0; row < count; row += 1)
        if (values[row] === OPEN && this.#source.rows.reason(row) !== null)
          values[row] = Number(testProblem(atom, row, this.#source));
    this.#texts.set(index, values);
    return values;
  }
}
