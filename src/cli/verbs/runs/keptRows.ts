import type { RowChoice } from './rowsOption.ts';

/** Keeps the rows that `--rows` names while all rows pass by, and no more of the others than have to wait. */
export class KeptRows<Row> {
  readonly #choice: RowChoice;
  readonly #kept = new Map<number, Row>();
  readonly #last: { readonly number: number; readonly row: Row }[] = [];
  #count = 0;

  constructor(choice: RowChoice) {
    this.#choice = choice;
  }

  /** Adds the next row; `make` is called if the row may be needed. */
  add(make: () => Row): void {
    const number = ++this.#count;
    const { fromEnd } = this.#choice;
    const isSure = this.#choice.hasFromStart(number);
    if (!isSure && fromEnd === 0) return;
    const row = make();
    if (isSure) this.#kept.set(number, row);
    if (fromEnd === 0) return;
    this.#last.push({ number, row });
    if (this.#last.length > fromEnd) this.#last.shift();
  }

  /** The chosen rows, in order. */
  rows(): readonly Row[] {
    for (const { number, row } of this.#last) this.#kept.set(number, row);
    return [...this.#kept]
      .filter(([number]) => this.#choice.has(number, this.#count))
      .sort(([a], [b]) => a - b)
      .map(([, row]) => row);
  }
}
