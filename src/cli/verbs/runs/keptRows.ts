import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { PageTraceError } from '../../../core/errors.ts';
import type { RowChoice } from './rowsOption.ts';

/** The most characters of rows that are kept in memory. */
const MOST_CHARACTERS = 32 * 1024 * 1024;

interface NumberedRow {
  readonly number: number;
  readonly json: string;
}

/**
 * Keeps the rows that `--rows` names while all rows pass by, and no more of the others than have to wait. Rows that are too
 * many for memory are kept in a private temporary file.
 */
export class KeptRows<Row> {
  readonly #choice: RowChoice;
  readonly #mostCharacters: number;
  /** Rows that are chosen, if nothing else, by their number from the start. */
  #kept: NumberedRow[] = [];
  #characters = 0;
  #spool: { readonly folder: string; readonly file: string; readonly handle: number } | null = null;
  readonly #last: NumberedRow[] = [];
  #count = 0;

  constructor(choice: RowChoice, mostCharacters = MOST_CHARACTERS) {
    this.#choice = choice;
    this.#mostCharacters = mostCharacters;
  }

  /**
   * Adds the next row; `make` is called if the row may be needed.
   * @throws PageTraceError `file-unwritable` if there is no room for the temporary file
   */
  add(make: () => Row): void {
    const number = ++this.#count;
    const { fromEnd } = this.#choice;
    const isSure = this.#choice.hasFromStart(number);
    if (!isSure && fromEnd === 0) return;
    const row: NumberedRow = { number, json: JSON.stringify(make()) };
    if (isSure) this.#keep(row);
    if (fromEnd === 0) return;
    this.#last.push(row);
    if (this.#last.length > fromEnd) this.#last.shift();
  }

  /** The chosen rows, in order. */
  async *rows(): AsyncGenerator<Row> {
    const isChosen = ({ number }: NumberedRow): boolean => this.#choice.has(number, this.#count);
    const endsBefore = this.#last[0]?.number ?? Infinity;
    for await (const row of this.#spooled())
      if (row.number < endsBefore && isChosen(row)) yield JSON.parse(row.json) as Row;
    for (const row of this.#kept)
      if (row.number < endsBefore && isChosen(row)) yield JSON.parse(row.json) as Row;
    for (const row of this.#last) if (isChosen(row)) yield JSON.parse(row.json) as Row;
  }

  /** A sentence about rows that are chosen and do not exist, after all rows were added; null if all do. */
  beyond(): string | null {
    return this.#choice.beyond(this.#count);
  }

  /** Removes the temporary file. */
  dispose(): void {
    if (this.#spool === null) return;
    fs.closeSync(this.#spool.handle);
    fs.rmSync(this.#spool.folder, { recursive: true, force: true });
    this.#spool = null;
  }

  #keep(row: NumberedRow): void {
    this.#kept.push(row);
    this.#characters += row.json.length;
    if (this.#characters < this.#mostCharacters) return;
    try {
      this.#spool ??= createSpool();
      const lines = this.#kept.map(({ number, json }) => `${number} ${oneLine(json)}\n`);
      // Unlike writeSync, which may write a part where a disk is nearly full, this writes all or throws.
      fs.writeFileSync(this.#spool.handle, lines.join(''));
    } catch (error) {
      throw new PageTraceError('file-unwritable', 'The rows that --rows names could not be kept.', {
        hint: `They take more room than there is in ${os.tmpdir()}. Name fewer rows, or write all with --format jsonl.`,
        cause: error,
      });
    }
    this.#kept = [];
    this.#characters = 0;
  }

  async *#spooled(): AsyncGenerator<NumberedRow> {
    if (this.#spool === null) return;
    const input = fs.createReadStream(this.#spool.file);
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
      const space = line.indexOf(' ');
      yield { number: Number(line.slice(0, space)), json: line.slice(space + 1) };
    }
  }
}

/** JSON without the characters that readers of lines take for the end of a line, too. */
function oneLine(json: string): string {
  return json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

/** A file that only its owner can read. */
function createSpool(): { readonly folder: string; readonly file: string; readonly handle: number } {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagetrace-rows-'));
  const file = path.join(folder, 'rows');
  try {
    return { folder, file, handle: fs.openSync(file, 'wx', 0o600) };
  } catch (error) {
    fs.rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
