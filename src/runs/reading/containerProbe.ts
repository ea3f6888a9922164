import { Buffer } from 'node:buffer';
import type { Piece, PieceBuilder } from './pieces.ts';
import { readEntry, readJson } from './readJson.ts';

/** How deep in an object a list of records may be: `results.results` is at depth 2. */
const DEEPEST = 3;

/** How many objects of a list, or under keys, are looked at until one is a record. */
const MOST_BEFORE = 10;

/** The longest key that is looked at, in bytes. */
const LONGEST_KEY = 64;

/** Lists that are parts of one record, although what they hold may look like records. */
const PARTS: ReadonlySet<string> = new Set([
  'traces',
  'nodes',
  'messages',
  'choices',
  'events',
  'steps',
  'turns',
]);

/** A value within an object that may be its first record. */
interface Candidate {
  readonly builder: PieceBuilder;
  readonly line: number;
  /** Brackets that are open around it. */
  readonly depth: number;
  readonly hasKey: boolean;
  /** Where its bytes begin in the current chunk. */
  from: number;
}

/** The first record within an object, as its last piece, after the objects before it in its list. */
interface FoundRecordPiece {
  readonly pieces: readonly Piece[];
  /** Whether each record of the object follows its key. */
  readonly hasKey: boolean;
}

/**
 * Looks within an object that is being read for the records that it consists of: the first objects of a list, or the
 * first objects under keys of the object itself, if one is a record. Under keys, only objects that are no JSON may stand
 * before it.
 */
export class ContainerProbe {
  readonly #isRecord: (value: unknown) => boolean;
  #candidates: Candidate[] = [];
  /** The last string at a depth where lists of records may be. */
  #text: Buffer[] | null = null;
  #name = '';
  /** Lists that are open, by their depth, whose first value is still to come. */
  readonly #awaiting = new Set<number>();
  /** Objects that were no records, by the depth of the list that is open around them. */
  readonly #before = new Map<number, readonly Piece[]>();
  /** Objects under keys that are no JSON. */
  #brokenEntries: readonly Piece[] = [];
  /** Whether an object under a key was no record, so that the others are none either. */
  #hasNoEntries: boolean;

  /** @param mayHaveEntries whether the object itself may have a record under each key */
  constructor(isRecord: (value: unknown) => boolean, mayHaveEntries = true) {
    this.#isRecord = isRecord;
    this.#hasNoEntries = !mayHaveEntries;
  }

  /** A string begins. At depth 1 it may be the key of a record. */
  beginText(depth: number, line: number, start: () => PieceBuilder, at: number): void {
    this.#awaiting.delete(depth);
    if (depth > DEEPEST) return;
    this.#text = [];
    if (depth !== 1 || this.#hasNoEntries) return;
    // The previous string was the key of something else than an object.
    this.#candidates = this.#candidates.filter(({ hasKey }) => !hasKey);
    this.#candidates.push({ builder: start(), line, depth, hasKey: true, from: at });
  }

  /** A part of a string. */
  addText(bytes: Buffer, ended: boolean): void {
    if (this.#text === null) return;
    this.#text.push(bytes.subarray(0, LONGEST_KEY));
    if (!ended) return;
    this.#name = Buffer.concat(this.#text).toString('utf8').replace(/"$/, '');
    this.#text = null;
  }

  /** A list or an object begins; `depth` counts it. */
  open(isList: boolean, depth: number, line: number, start: () => PieceBuilder, at: number): void {
    const isFirst = this.#awaiting.delete(depth - 1);
    if (isFirst && !isList)
      this.#candidates.push({ builder: start(), line, depth: depth - 1, hasKey: false, from: at });
    if (isList && depth - 1 <= DEEPEST && !PARTS.has(this.#name)) this.#awaiting.add(depth);
    // Under a key of the object itself, only objects are records.
    if (isList && depth === 2) this.#candidates = this.#candidates.filter(({ hasKey }) => !hasKey);
  }

  /** A list or an object ended; `depth` does not count it. Returns the record that ends with it. */
  close(depth: number, chunk: Buffer, at: number): FoundRecordPiece | null {
    this.#awaiting.delete(depth + 1);
    this.#before.delete(depth + 1);
    const ended = this.#candidates.find((each) => each.depth === depth);
    if (ended === undefined) return null;
    this.#candidates = this.#candidates.filter((each) => each !== ended);
    const { builder, line, hasKey, from } = ended;
    builder.hold(chunk.subarray(from, at));
    const piece = builder.take(line);
    const before = hasKey ? this.#brokenEntries : (this.#before.get(depth) ?? []);
    const pieces = [...before, piece];
    const reading = 'problem' in piece ? piece : hasKey ? readEntry(piece.text) : readJson(piece.text);
    if ('value' in reading && this.#isRecord(reading.value)) return { pieces, hasKey };
    const looksOn = pieces.length < MOST_BEFORE;
    if (!hasKey && looksOn) {
      this.#before.set(depth, pieces);
      this.#awaiting.add(depth);
    }
    if (hasKey && looksOn && 'problem' in reading) this.#brokenEntries = pieces;
    else if (hasKey) this.#hasNoEntries = true;
    return null;
  }

  /** The chunk ends. */
  hold(chunk: Buffer): void {
    for (const candidate of this.#candidates) {
      candidate.builder.hold(chunk.subarray(candidate.from));
      candidate.from = 0;
    }
  }
}
