import { GrowingArray } from './growingArray.ts';
import type { DistinctTexts } from './scoringCalls.ts';

/** Separates the names of a list in one text: no name contains it. */
export const NAME_SEPARATOR = '\n';

/** The names in the text of a list. */
export function namesIn(text: string): readonly string[] {
  return text === '' ? [] : text.split(NAME_SEPARATOR);
}

/** Texts of rows of which many are equal: four bytes a row. A row that was not set has the empty text. */
export class DistinctColumn {
  readonly #ids = new Map<string, number>([['', 0]]);
  readonly #texts: string[] = [''];
  readonly #ofRow = new GrowingArray((size) => new Uint32Array(size));

  /** Every text that a row has had, by its number. */
  get texts(): readonly string[] {
    return this.#texts;
  }

  /** The number of a row's text. */
  idOf(row: number): number {
    return this.#ofRow.at(row);
  }

  at(row: number): string {
    return this.#texts[this.idOf(row)] ?? '';
  }

  set(row: number, text: string): void {
    this.#ofRow.set(row, this.#number(text));
  }

  /** Sets the texts of rows that follow each other. */
  setAll(first: number, { texts, ofRow }: DistinctTexts): void {
    const ids = texts.map((text) => this.#number(text));
    ofRow.forEach((text, position) => {
      this.#ofRow.set(first + position, ids[text] ?? 0);
    });
  }

  /** The texts of the first rows, to be sent to another thread or written. */
  collect(count: number): DistinctTexts {
    const ofRow = new Uint32Array(count);
    for (let row = 0; row < count; row += 1) ofRow[row] = this.idOf(row);
    return { texts: this.#texts, ofRow };
  }

  #number(text: string): number {
    let id = this.#ids.get(text);
    if (id === undefined) {
      id = this.#texts.length;
      this.#ids.set(text, id);
      this.#texts.push(text);
    }
    return id;
  }
}
