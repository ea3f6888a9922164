import fs from 'node:fs/promises';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../../core/errors.ts';
import { parsedJson } from '../../core/parsedJson.ts';
import { isJsonObject, type JsonObject } from '../../core/records/fieldPath.ts';
import { notRegular } from '../../documents/regularFile.ts';
import { packingOf } from '../../runs/packed/unpack.ts';
import { readRange } from '../../runs/reading/bytes.ts';
import { TextRows } from '../textRows.ts';
import { jsonLines } from './jsonLines.ts';

/** A line of outputs that is none. */
export interface OutputProblem {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** The numbers of an output: its file, where it is there, whether it is an answer, and whether it was taken. */
const [FILE, START, LENGTH, IS_ANSWER, IS_TAKEN] = [0, 1, 2, 3, 4] as const;

/** Where the outputs of a batch are, by the ids of their requests, in constant memory. */
export class OutputIndex {
  readonly #files: string[] = [];
  readonly #rows = new TextRows(5);
  #taken = 0;
  readonly #reader = new RangeReader();
  /** Outputs of requests that an earlier output answered, or that failed again. */
  duplicates = 0;

  /**
   * Reads where the outputs in a file are. Of several for the same request, the first one with an answer counts.
   * @throws PageTraceError `file-not-found`, `file-unreadable` (also for a pipe or a device), `cancelled`; `bad-input` for a
   * packed file
   */
  async add(file: string, signal: AbortSignal, onProblem: (problem: OutputProblem) => void): Promise<void> {
    await requirePlain(file);
    const at = this.#files.push(file) - 1;
    for await (const { line, bytes, value } of jsonLines(file, signal)) {
      const id = isJsonObject(value) ? value['custom_id'] : undefined;
      if (isJsonObject(value) && typeof id === 'string')
        this.#put(id, at, bytes.start, bytes.length, isAnswer(value));
      else onProblem({ file, line, message: problemOf(value) });
    }
  }

  /** How many requests have an output. */
  get size(): number {
    return this.#rows.size;
  }

  /** How many outputs were neither taken nor left out, because no request has their id. */
  get unknown(): number {
    return this.size - this.#taken;
  }

  /** Leaves out the output of a request, if there is one: it is not that of an unknown request. */
  leaveOut(id: string): void {
    const row = this.#rows.find(id);
    if (row !== null) this.#setTaken(row);
  }

  /**
   * Reads the output of a request; null if there is none.
   * @throws PageTraceError `file-unreadable`; `bad-input` if the file was changed meanwhile
   */
  async take(id: string): Promise<JsonObject | null> {
    const row = this.#rows.find(id);
    if (row === null) return null;
    const file = this.#files[this.#rows.get(row, FILE)] ?? '';
    const bytes = await this.#reader.read(file, this.#rows.get(row, START), this.#rows.get(row, LENGTH));
    const value = parsedJson(bytes.toString('utf8'));
    if (!isJsonObject(value) || value['custom_id'] !== id)
      throw new PageTraceError('bad-input', t('{0} was changed while it was read.', file), {
        hint: t('Import again when nothing writes to it any more.'),
      });
    this.#setTaken(row);
    return value;
  }

  close(): Promise<void> {
    this.#rows.close();
    return this.#reader.close();
  }

  #setTaken(row: number): void {
    if (this.#rows.get(row, IS_TAKEN) === 0) this.#taken += 1;
    this.#rows.set(row, IS_TAKEN, 1);
  }

  #put(id: string, file: number, start: number, length: number, answers: boolean): void {
    const before = this.#rows.size;
    const row = this.#rows.add(id);
    if (this.#rows.size === before) {
      this.duplicates += 1;
      if (!answers || this.#rows.get(row, IS_ANSWER) === 1) return;
    }
    [file, start, length, answers ? 1 : 0].forEach((number, column) => {
      this.#rows.set(row, column, number);
    });
  }
}

/** Reads ranges of files, of which the last one stays open. */
class RangeReader {
  #file: string | null = null;
  #handle: fs.FileHandle | null = null;

  async read(file: string, start: number, length: number): Promise<Buffer> {
    if (file !== this.#file) {
      await this.close();
      this.#handle = await fs.open(file).catch(() => null);
      this.#file = file;
    }
    // The error of a file that is gone is worded there.
    if (this.#handle === null) return readRange(file, { start, length });
    const buffer = Buffer.alloc(length);
    const { bytesRead } = await this.#handle.read(buffer, 0, length, start);
    return buffer.subarray(0, bytesRead);
  }

  async close(): Promise<void> {
    await this.#handle?.close();
    this.#handle = null;
    this.#file = null;
  }
}

async function requirePlain(file: string): Promise<void> {
  const stats = await fs.stat(file).catch(() => null);
  if (stats?.isFile() === false) throw notRegular(file);
  const head = await readRange(file, { start: 0, length: 4 });
  if (packingOf(head) === null) return;
  throw new PageTraceError('bad-input', t('{0} is packed.', file), {
    hint: t('Unpack it: outputs are read at many places.'),
  });
}

/** Whether an output is an answer; others say why there is none. */
function isAnswer({ response, error }: JsonObject): boolean {
  const body = isJsonObject(response) ? response['body'] : null;
  return (error ?? null) === null && isJsonObject(body) && Array.isArray(body['choices']);
}

function problemOf(value: unknown): string {
  return isJsonObject(value)
    ? t('The line has no custom_id, so it is no output of a batch.')
    : t('The line is no JSON object. It may have been cut short.');
}
