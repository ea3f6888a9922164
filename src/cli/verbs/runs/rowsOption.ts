import { PageTraceError } from '../../../core/errors.ts';

/** A range of rows, both ends included. A row counts from 1, or from the end if it is negative: -1 is the last one. */
interface RowRange {
  readonly first: number;
  readonly last: number;
}

/** The rows that `--rows` names. */
export class RowChoice {
  readonly #text: string;
  readonly #ranges: readonly RowRange[];

  /**
   * Reads `1,5-8,-1`.
   * @throws PageTraceError `bad-input` for text that is not a list of rows and ranges
   */
  constructor(text: string) {
    this.#text = text;
    this.#ranges = text.split(',').map((part) => readRange(part.trim(), text));
  }

  /** Whether a row, from 1, is chosen whatever the number of rows is. */
  hasFromStart(row: number): boolean {
    return this.#ranges.some(({ first, last }) => first > 0 && row >= first && (last < 0 || row <= last));
  }

  /** How many of the last rows have to be kept until the number of rows is known. */
  get fromEnd(): number {
    return Math.max(
      0,
      ...this.#ranges.flatMap(({ first, last }) =>
        [first, last].filter((each) => each < 0).map((each) => -each),
      ),
    );
  }

  /** Whether a row, from 1, is chosen among `count` rows. */
  has(row: number, count: number): boolean {
    const place = (each: number): number => (each < 0 ? count + 1 + each : each);
    return this.#ranges.some(({ first, last }) => row >= place(first) && row <= place(last));
  }

  /** A sentence about rows that it names and that are not among `count` rows; null if all are. */
  beyond(count: number): string | null {
    // From the first row to the last one are all rows, whether there are any or not.
    const named = this.#ranges.filter(({ first, last }) => first !== 1 || last !== -1);
    if (!named.some(({ first, last }) => Math.max(Math.abs(first), Math.abs(last)) > count)) return null;
    const last = count === 0 ? 'there are none' : `the last one is row ${count}`;
    return `--rows ${this.#text} names rows that do not exist: ${last}.`;
  }
}

function readRange(part: string, text: string): RowRange {
  const [, from, to] = /^(-?[1-9]\d{0,14})(?:-(-?[1-9]\d{0,14}))?$/.exec(part) ?? [];
  const first = Number(from);
  const last = to === undefined ? first : Number(to);
  const isInOrder = first > 0 === last > 0 ? first <= last : first > 0;
  if (from !== undefined && isInOrder) return { first, last };
  throw new PageTraceError('bad-input', `--rows "${text}" does not name rows.`, {
    hint: 'Write row numbers and ranges with commas between them, such as 1,5-8,-1; -1 is the last row.',
  });
}
