import type { Buffer } from 'node:buffer';
import { GenerationsLog, type Generation } from '../../core/records/generationsLog.ts';
import type { Piece, Splitter } from './pieces.ts';
import { readJson } from './readJson.ts';

/** A record as its file has it, or why it cannot be read. Lines count from 1. */
export type FoundRecord =
  { readonly line: number; readonly record: unknown } | { readonly line: number; readonly problem: string };

/** Takes the bytes of a file as they come apart into records. */
export interface RecordSource {
  push(chunk: Buffer): FoundRecord[];
  /** What is left where the file ends. */
  end(): FoundRecord[];
}

/** Records that stand in a file as JSON, one a piece; pieces of nothing but white space are none. */
export class JsonRecords implements RecordSource {
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
      const reading = readJson(piece.text);
      found.push({
        line: piece.line,
        ...('problem' in reading ? reading : { record: reading.value }),
      });
    }
  }
  return found;
}

/** Records of EasyR1's `generations.log`, under the keys of a rollout dump of verl. */
export class GenerationRecords implements RecordSource {
  readonly #splitter: Splitter;
  readonly #log = new GenerationsLog();

  constructor(splitter: Splitter) {
    this.#splitter = splitter;
  }

  push(chunk: Buffer): FoundRecord[] {
    return this.#taken(this.#splitter.push(chunk));
  }

  end(): FoundRecord[] {
    const found = this.#taken(this.#splitter.end());
    const last = this.#log.end();
    return last === null ? found : [...found, asRecord(last)];
  }

  #taken(pieces: readonly Piece[]): FoundRecord[] {
    const found: FoundRecord[] = [];
    for (const piece of pieces) {
      if ('problem' in piece) found.push(piece);
      else {
        const ended = this.#log.push(piece.line, piece.text);
        if (ended !== null) found.push(asRecord(ended));
      }
    }
    return found;
  }
}

function asRecord(found: Generation | { readonly line: number; readonly problem: string }): FoundRecord {
  if ('problem' in found) return found;
  const { line, prompt, output, ground_truth, score } = found;
  return { line, record: { input: prompt, output, gts: ground_truth, score } };
}
