import type { Stats } from 'node:fs';
import { asPageTraceError } from '../../core/errors.ts';
import { readInputs, type InputItem, type InputOptions } from '../reading/inputs.ts';
import { recognizeFile } from '../reading/recognize.ts';
import { isTableKind } from '../reading/placedRecord.ts';
import { GrowingBytes } from './growingBytes.ts';

/** What became of a followed file, if it can no longer be followed. */
export type FollowingEnd = 'replaced' | 'changed' | 'gone';

/** How a file is followed. */
export interface FollowOptions {
  readonly inputs: InputOptions;
  /** Milliseconds without a change after which a file that has to be read as a whole is complete. */
  readonly settleTime: number;
  readonly now: () => number;
}

/**
 * A file of a run that may still be written. Lines, and lists of records in JSON, are read as they come, and never again.
 * What can be read only as a whole (packed files, tables, single trajectories) is read once it no longer changes.
 */
export class FollowedFile {
  readonly path: string;
  readonly #options: FollowOptions;
  #bytes: GrowingBytes | null = null;
  #portions: AsyncIterator<readonly InputItem[]> | null = null;
  /** The portion that is waited for. */
  #pending: Promise<IteratorResult<readonly InputItem[]>> | null = null;
  #seen: { readonly ino: number; readonly size: number; readonly mtimeMs: number } | null = null;
  #kind: 'grows' | 'whole' | null = null;
  #isRead = false;
  #isAtEnd = false;
  #isEnded = false;

  constructor(path: string, options: FollowOptions) {
    this.path = path;
    this.#options = options;
  }

  /** Whether nothing of it is read any more. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /**
   * Looks at the file.
   * @param stats what the system says of it; null if it is not there
   * @returns why it is not followed any more, once
   */
  look(stats: Pick<Stats, 'ino' | 'size' | 'mtimeMs'> | null): FollowingEnd | null {
    const before = this.#seen;
    if (this.#isEnded) return null;
    if (stats === null) return before === null ? null : this.#end('gone');
    const { ino, size, mtimeMs } = stats;
    this.#seen = { ino, size, mtimeMs };
    if (before === null) return null;
    if (this.#bytes !== null && (ino !== before.ino || size < this.#bytes.position))
      return this.#end('replaced');
    const isSame = ino === before.ino && size === before.size && mtimeMs === before.mtimeMs;
    return this.#kind === 'whole' && this.#isRead && !isSame ? this.#end('changed') : null;
  }

  /** The portions that have come since the last call. */
  async *read(): AsyncGenerator<readonly InputItem[]> {
    if (this.#isEnded || this.#seen === null || this.#seen.size === 0) return;
    this.#kind ??= await this.#recognize();
    if (this.#kind === 'whole') yield* this.#readWhole();
    else if (this.#kind === 'grows') yield* this.#readGrowth();
  }

  /** What the last line holds, if all before it was read: nothing has ended it yet. Nothing is read after that. */
  async *finish(): AsyncGenerator<readonly InputItem[]> {
    if (this.#isEnded || this.#bytes === null || this.#portions === null || !this.#isAtEnd) return;
    this.#isEnded = true;
    this.#bytes.finish();
    for (;;) {
      const result = await (this.#pending ?? this.#portions.next());
      this.#pending = null;
      if (result.done === true) return;
      // A line that is half written is no problem.
      yield result.value.filter((item) => 'sample' in item);
    }
  }

  async #recognize(): Promise<'grows' | 'whole' | null> {
    try {
      const { kind, isPacked } = await recognizeFile(this.path, this.#options.inputs.kind);
      return isPacked || isTableKind(kind) || kind === 'trajectory' ? 'whole' : 'grows';
    } catch (error) {
      // It was deleted since the last look; the next one says so.
      if (asPageTraceError(error).reason === 'file-not-found') return null;
      // Its beginning may not be written yet; if it stays so, reading it says what is wrong.
      return this.#isSettled() ? 'whole' : null;
    }
  }

  #isSettled(): boolean {
    const { now, settleTime } = this.#options;
    return this.#seen !== null && now() - this.#seen.mtimeMs >= settleTime;
  }

  async *#readWhole(): AsyncGenerator<readonly InputItem[]> {
    if (this.#isRead || !this.#isSettled()) return;
    this.#isRead = true;
    yield* readInputs([this.path], this.#options.inputs);
  }

  async *#readGrowth(): AsyncGenerator<readonly InputItem[]> {
    const bytes = (this.#bytes ??= new GrowingBytes(this.path));
    this.#portions ??= readInputs([this.path], {
      ...this.#options.inputs,
      bytesOf: () => bytes.read(),
    })[Symbol.asyncIterator]();
    this.#isAtEnd = false;
    bytes.resume();
    for (;;) {
      this.#pending ??= this.#portions.next();
      const result = await Promise.race([this.#pending, bytes.atEnd]);
      if (result === null) {
        this.#isAtEnd = true;
        return;
      }
      this.#pending = null;
      if (result.done === true) {
        this.#isEnded = true;
        return;
      }
      yield result.value;
    }
  }

  #end(why: FollowingEnd): FollowingEnd {
    this.#isEnded = true;
    return why;
  }
}
