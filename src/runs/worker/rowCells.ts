/** Rows that there is room for at first. */
const FIRST = 256;

/** Where a row is in its file, and what is known of it, in small numbers. */
export interface RowCell {
  readonly file: number;
  readonly start: number;
  readonly length: number;
  readonly line: number;
  readonly sample: number;
  readonly reason: number;
  readonly right: number;
}

/**
 * The numbers that every row has: 30 bytes a row. They grow together, by a quarter: a run has millions of rows, and half
 * of an array would be empty. Each array has code of its own here, which is several times as fast as code that all kinds
 * of arrays share.
 */
export class RowCells {
  #files = new Uint32Array(FIRST);
  #starts = new Float64Array(FIRST);
  #lengths = new Float64Array(FIRST);
  #lines = new Uint32Array(FIRST);
  #samples = new Uint16Array(FIRST);
  #reasons = new Uint8Array(FIRST);
  #right = new Int8Array(FIRST);
  #scored = new Uint8Array(FIRST);
  #count = 0;

  /** The number of rows. */
  get count(): number {
    return this.#count;
  }

  /** Adds a row, and returns its number. */
  push({ file, start, length, line, sample, reason, right }: RowCell): number {
    const row = this.#count;
    if (row === this.#files.length) this.#grow(Math.ceil(row * 1.25));
    this.#files[row] = file;
    this.#starts[row] = start;
    this.#lengths[row] = length;
    this.#lines[row] = line;
    this.#samples[row] = sample;
    this.#reasons[row] = reason;
    this.#right[row] = right;
    this.#count += 1;
    return row;
  }

  /** The files of all rows, and where the rows begin, without copies: what is added later may be elsewhere. */
  get order(): { readonly files: Uint32Array; readonly starts: Float64Array } {
    return { files: this.#files.subarray(0, this.#count), starts: this.#starts.subarray(0, this.#count) };
  }

  file(row: number): number {
    return this.#files[row] ?? 0;
  }

  start(row: number): number {
    return this.#starts[row] ?? 0;
  }

  length(row: number): number {
    return this.#lengths[row] ?? 0;
  }

  line(row: number): number {
    return this.#lines[row] ?? 0;
  }

  sample(row: number): number {
    return this.#samples[row] ?? 0;
  }

  reason(row: number): number {
    return this.#reasons[row] ?? 0;
  }

  setReason(row: number, reason: number): void {
    this.#reasons[row] = reason;
  }

  right(row: number): number {
    return this.#right[row] ?? 0;
  }

  setRight(row: number, right: number): void {
    this.#right[row] = right;
  }

  isScored(row: number): boolean {
    return this.#scored[row] === 1;
  }

  setScored(row: number): void {
    this.#scored[row] = 1;
  }

  #grow(size: number): void {
    this.#files = copied(this.#files, new Uint32Array(size));
    this.#starts = copied(this.#starts, new Float64Array(size));
    this.#lengths = copied(this.#lengths, new Float64Array(size));
    this.#lines = copied(this.#lines, new Uint32Array(size));
    this.#samples = copied(this.#samples, new Uint16Array(size));
    this.#reasons = copied(this.#reasons, new Uint8Array(size));
    this.#right = copied(this.#right, new Int8Array(size));
    this.#scored = copied(this.#scored, new Uint8Array(size));
  }
}

function copied<A extends { set(from: A): void }>(from: A, to: A): A {
  to.set(from);
  return to;
}
