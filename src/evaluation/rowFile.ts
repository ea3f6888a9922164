import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { unwritable } from '../documents/replaceFile.ts';

const NUMBER_BYTES = Float64Array.BYTES_PER_ELEMENT;

/** The most bytes of a block, which is read and written at once; it has whole rows. */
const BLOCK_BYTES = 4096;

/**
 * Rows of numbers, which are 0 at first: few of them are in memory, and many in a temporary file of which one block is in
 * memory. The file has no name, so that it goes when the process ends, however that ends.
 */
export class RowFile {
  /** How many rows there are. */
  readonly count: number;
  readonly #width: number;
  /** Rows of a block; all rows if they are in memory. */
  readonly #blockRows: number;
  /** The numbers of the block that is in memory, or of all rows. */
  readonly #numbers: Float64Array;
  readonly #bytes: Buffer;
  readonly #file: number | null;
  #block = 0;
  #isChanged = false;

  /**
   * @param width numbers of a row
   * @param mostInMemory bytes; more of them are in a file
   * @throws PageTraceError `file-unwritable`
   */
  constructor(count: number, width: number, mostInMemory: number) {
    this.count = count;
    this.#width = width;
    const bytes = count * width * NUMBER_BYTES;
    this.#file = bytes > mostInMemory ? openTemporary(bytes) : null;
    const rowsOfBlock = Math.max(1, Math.floor(BLOCK_BYTES / (width * NUMBER_BYTES)));
    this.#blockRows = this.#file === null ? count : rowsOfBlock;
    this.#numbers = new Float64Array(this.#blockRows * width);
    this.#bytes = Buffer.from(this.#numbers.buffer);
  }

  /** A number of a row. */
  get(row: number, column: number): number {
    return this.#numbers[this.#placeOf(row) + column] ?? 0;
  }

  /** @throws PageTraceError `file-unwritable` */
  set(row: number, column: number, number: number): void {
    this.#numbers[this.#placeOf(row) + column] = number;
    this.#isChanged = true;
  }

  /** Gives the file back to the disk. */
  close(): void {
    if (this.#file !== null) fs.closeSync(this.#file);
  }

  /** Where a row begins among the numbers in memory. */
  #placeOf(row: number): number {
    if (this.#file === null) return row * this.#width;
    const block = Math.floor(row / this.#blockRows);
    if (block !== this.#block) this.#load(this.#file, block);
    return (row % this.#blockRows) * this.#width;
  }

  #load(file: number, block: number): void {
    const { length } = this.#bytes;
    if (this.#isChanged) {
      writeAll(file, this.#bytes, this.#block * length);
      this.#isChanged = false;
    }
    this.#block = block;
    // The file is as long as all rows, so that the last block may be cut.
    const read = fs.readSync(file, this.#bytes, 0, length, block * length);
    this.#bytes.fill(0, read);
  }
}

function openTemporary(bytes: number): number {
  const name = path.join(os.tmpdir(), `pagetrace-rows-${randomBytes(16).toString('hex')}`);
  try {
    const file = fs.openSync(name, 'wx+', 0o600);
    fs.rmSync(name, { force: true });
    fs.ftruncateSync(file, bytes);
    return file;
  } catch (error) {
    throw unwritable(name, error);
  }
}

function writeAll(file: number, bytes: Buffer, at: number): void {
  try {
    for (let written = 0; written < bytes.length;)
      written += fs.writeSync(file, bytes, written, bytes.length - written, at + written);
  } catch (error) {
    throw unwritable(os.tmpdir(), error);
  }
}
