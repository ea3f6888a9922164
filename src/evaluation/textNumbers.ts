import { TextRows } from './textRows.ts';

/** A number for each of any number of texts, in constant memory. Close it when it is no longer needed. */
export class TextNumbers {
  readonly #rows = new TextRows(1);

  /** How many texts have a number. */
  get size(): number {
    return this.#rows.size;
  }

  get(text: string): number | undefined {
    const row = this.#rows.find(text);
    return row === null ? undefined : this.#rows.get(row, 0);
  }

  /** @throws PageTraceError `file-unwritable` */
  set(text: string, number: number): void {
    this.#rows.set(this.#rows.add(text), 0, number);
  }

  close(): void {
    this.#rows.close();
  }
}
