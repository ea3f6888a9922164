import type { InputItem } from '../reading/inputs.ts';

/** Items that are kept: some screens of rows. */
const KEPT = 1000;

/**
 * Reads items of a file by their position, for files whose records have no place in bytes: what is packed, tables, and
 * trajectories. Reading goes on where it stopped, so that rows that follow each other are read once.
 */
export class ItemReader {
  readonly #open: () => AsyncGenerator<readonly InputItem[]>;
  readonly #kept = new Map<number, InputItem>();
  #reading: AsyncGenerator<readonly InputItem[]> | null = null;
  /** The position of the item that is read next. */
  #next = 0;
  /** Settles when the item that was asked for last was read. */
  #last: Promise<unknown> = Promise.resolve();

  /** @param open begins to read all items of the file */
  constructor(open: () => AsyncGenerator<readonly InputItem[]>) {
    this.#open = open;
  }

  /**
   * The item at a position, from 0; null if the file has fewer.
   * @throws PageTraceError whatever reading throws
   */
  item(position: number): Promise<InputItem | null> {
    const found = this.#last.then(() => this.#read(position));
    this.#last = found.catch(() => undefined);
    return found;
  }

  async close(): Promise<void> {
    const reading = this.#reading;
    this.#reading = null;
    await reading?.return(undefined);
  }

  async #read(position: number): Promise<InputItem | null> {
    const kept = this.#kept.get(position);
    if (kept !== undefined) return kept;
    if (this.#reading === null || this.#next > position) await this.#restart();
    while (this.#reading !== null) {
      const result = await this.#reading.next();
      if (result.done === true) {
        this.#reading = null;
        return null;
      }
      for (const item of result.value) {
        this.#keep(this.#next, item, position);
        this.#next += 1;
      }
      if (this.#next > position) return this.#kept.get(position) ?? null;
    }
    return null;
  }

  async #restart(): Promise<void> {
    await this.close();
    this.#reading = this.#open();
    this.#next = 0;
  }

  /** Keeps an item, but none so far before the one that is sought that it would take the place of a later one. */
  #keep(at: number, item: InputItem, sought: number): void {
    if (at < sought - KEPT / 2) return;
    this.#kept.set(at, item);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= KEPT || oldest === sought) return;
      this.#kept.delete(oldest);
    }
  }
}
