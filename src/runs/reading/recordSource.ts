import type { Buffer } from 'node:buffer';
import { GenerationsLog, type BrokenGeneration, type Generation } from '../../core/records/generationsLog.ts';
import type { RecordProblem } from '../../core/records/problemReason.ts';
import { isKnownRecord } from './isKnownRecord.ts';
import { JsonSplitter } from './jsonSplitter.ts';
import { LineSplitter } from './lineSplitter.ts';
import type { ByteRange, Piece, PiecePlace, SplitOptions, Splitter } from './pieces.ts';
import { readEntry, readJson } from './readJson.ts';
import type { TextKind } from './recognize.ts';

/** A record in its file, or why it cannot be read, with its place. */
export type FoundRecord = PiecePlace & ({ readonly record: unknown } | RecordProblem);

/** Splits the bytes of a file into records as they arrive. */
export interface RecordSource {
  push(chunk: Buffer): FoundRecord[];
  /** The records that end with the file. */
  end(): FoundRecord[];
}

/** The kinds of files that contain records rather than one trajectory. */
export type RecordsKind = Exclude<TextKind, 'trajectory'>;

/** How records are found. */
export interface RecordSourceOptions extends SplitOptions {
  /** Whether a value within an object is a record; by default, if it is of a known form. */
  readonly isRecord?: (value: unknown) => boolean;
}

/** Creates the source of records for a kind of file. */
export function createRecordSource(kind: RecordsKind, options: RecordSourceOptions): RecordSource {
  switch (kind) {
    case 'lines':
      return new JsonRecords(new LineSplitter(options));
    case 'values':
      // Bytes from the middle of a file are values: a list there is itself a value, not the list around the values.
      return new JsonRecords(
        options.from === undefined
          ? new JsonSplitter({ isRecord: isKnownRecord, ...options })
          : new JsonSplitter({ ...options, isOne: true }),
      );
    case 'generations':
      return new GenerationRecords(new LineSplitter(options));
  }
}

/** Records in JSON, one in each piece. Pieces of white space are skipped. */
class JsonRecords implements RecordSource {
  readonly #splitter: Splitter;

  constructor(splitter: Splitter) {
    this.#splitter = splitter;
  }

  push(chunk: Buffer): FoundRecord[] {
    return read(this.#splitter.push(chunk));
  }

  end(): FoundRecord[] {
    return read(this.#splitter.end());
  }
}

function read(pieces: readonly Piece[]): FoundRecord[] {
  const found: FoundRecord[] = [];
  for (const piece of pieces) {
    if ('problem' in piece) found.push(piece);
    else if (/\S/.test(piece.text)) {
      // Only a record under a key begins with a string.
      const reading = piece.text.startsWith('"') ? readEntry(piece.text) : readJson(piece.text);
      const { line, bytes } = piece;
      found.push(
        'problem' in reading
          ? { line, bytes, problem: reading.problem, reason: reading.reason }
          : { line, bytes, record: reading.value },
      );
    }
  }
  return found;
}

/** Records of EasyR1's `generations.log`, under the names of its marks. */
class GenerationRecords implements RecordSource {
  readonly #splitter: Splitter;
  readonly #log = new GenerationsLog();
  /** The bytes of each line of the current record, by line number. */
  readonly #lines = new Map<number, ByteRange>();

  constructor(splitter: Splitter) {
    this.#splitter = splitter;
  }

  push(chunk: Buffer): FoundRecord[] {
    return this.#read(this.#splitter.push(chunk));
  }

  end(): FoundRecord[] {
    const found = this.#read(this.#splitter.end());
    const last = this.#log.end();
    return last === null ? found : [...found, this.#toFoundRecord(last)];
  }

  #read(pieces: readonly Piece[]): FoundRecord[] {
    const found: FoundRecord[] = [];
    for (const piece of pieces) {
      if ('problem' in piece) {
        found.push(piece);
        continue;
      }
      const { line, bytes, text } = piece;
      const ended = this.#log.push(line, text);
      if (ended !== null) found.push(this.#toFoundRecord(ended));
      if (this.#lines.size > 0 || /\S/.test(text)) this.#lines.set(line, bytes);
    }
    return found;
  }

  #toFoundRecord(ended: Generation | BrokenGeneration): FoundRecord {
    const { line, lastLine } = ended;
    const first = this.#lines.get(line) ?? { start: 0, length: 0 };
    const last = this.#lines.get(lastLine) ?? first;
    this.#lines.clear();
    const bytes: ByteRange = { start: first.start, length: last.start + last.length - first.start };
    if ('problem' in ended) return { line, bytes, problem: ended.problem, reason: 'no_response' };
    const { prompt, output, ground_truth, score } = ended;
    return { line, bytes, record: { prompt, output, ground_truth, score } };
  }
}
