import { createHash } from 'node:crypto';
import { RowFile } from './rowFile.ts';

/** The most entries for each row of the table: more of them would make every look-up long. */
const FULLEST = 0.7;

/** How large a table may be. */
export interface TableLimits {
  /** Rows at first, a power of two. */
  readonly fewest: number;
  /** Bytes in memory; more are in a file, where a look-up takes several times as long. */
  readonly mostInMemory: number;
}

const LIMITS: TableLimits = { fewest: 1024, mostInMemory: 16 * 1024 * 1024 };

/** Bits of the first half of a hash, which says where its row belongs. */
const HASH_BITS = 48;

/** What is before the numbers of a row: the halves of a hash, of which the first is 0 in an empty row. */
const HASH_COLUMNS = 2;

/**
 * Numbers by texts, for any number of texts in constant memory: from some hundred thousand texts on, they are in a
 * temporary file. Only 96 bits of the hash of a text are kept; two of 10 million texts are taken for the same with a
 * probability of 1 to 10¹⁵. Close it when it is no longer needed.
 */
export class TextRows {
  readonly #width: number;
  readonly #limits: TableLimits;
  #size = 0;
  #rows: RowFile;
  /** What was looked up last, which is often looked up again. */
  #last: HashedText = { text: '', halves: halvesOf('') };

  /** @param width numbers for each text */
  constructor(width: number, limits = LIMITS) {
    this.#width = width;
    this.#limits = limits;
    this.#rows = this.#make(limits.fewest);
  }

  /** How many texts have numbers. */
  get size(): number {
    return this.#size;
  }

  /** The row of a text; null if it has none. It is valid until another text gets a row. */
  find(text: string): number | null {
    if (this.#size === 0) return null;
    const row = this.#rowOf(...this.#halvesOf(text));
    return this.#rows.get(row, 0) === 0 ? null : row;
  }

  /**
   * The row of a text, whose numbers are 0 if the text is new. It is valid until another text gets a row.
   * @throws PageTraceError `file-unwritable`
   */
  add(text: string): number {
    const [first, second] = this.#halvesOf(text);
    const row = this.#rowOf(first, second);
    if (this.#rows.get(row, 0) !== 0) return row;
    this.#size += 1;
    if (this.#size > this.#rows.count * FULLEST) {
      this.#grow();
      return this.#take(this.#rowOf(first, second), first, second);
    }
    return this.#take(row, first, second);
  }

  get(row: number, column: number): number {
    return this.#rows.get(row, HASH_COLUMNS + column);
  }

  /** @throws PageTraceError `file-unwritable` */
  set(row: number, column: number, number: number): void {
    this.#rows.set(row, HASH_COLUMNS + column, number);
  }

  close(): void {
    this.#rows.close();
  }

  #make(count: number): RowFile {
    return new RowFile(count, HASH_COLUMNS + this.#width, this.#limits.mostInMemory);
  }

  #halvesOf(text: string): Halves {
    if (text !== this.#last.text) this.#last = { text, halves: halvesOf(text) };
    return this.#last.halves;
  }

  #take(row: number, first: number, second: number): number {
    this.#rows.set(row, 0, first);
    this.#rows.set(row, 1, second);
    return row;
  }

  /** The row of a hash, or the empty one where it belongs. Rows are in the order of hashes, so that growing reads on. */
  #rowOf(first: number, second: number): number {
    const { count } = this.#rows;
    let row = Math.floor((first - 1) / (2 ** HASH_BITS / count));
    for (;;) {
      const found = this.#rows.get(row, 0);
      if (found === 0 || (found === first && this.#rows.get(row, 1) === second)) return row;
      row = (row + 1) % count;
    }
  }

  #grow(): void {
    const before = this.#rows;
    this.#rows = this.#make(before.count * 2);
    for (let row = 0; row < before.count; row += 1) {
      const first = before.get(row, 0);
      if (first === 0) continue;
      const second = before.get(row, 1);
      const to = this.#take(this.#rowOf(first, second), first, second);
      for (let column = 0; column < this.#width; column += 1)
        this.set(to, column, before.get(row, HASH_COLUMNS + column));
    }
    before.close();
  }
}

/** The halves of a hash, each a whole number of 48 bits, and 1 added to the first, since 0 is an empty row. */
type Halves = readonly [first: number, second: number];

interface HashedText {
  readonly text: string;
  readonly halves: Halves;
}

function halvesOf(text: string): Halves {
  const hash = createHash('sha256').update(text).digest();
  return [hash.readUIntBE(0, 6) + 1, hash.readUIntBE(6, 6)];
}
