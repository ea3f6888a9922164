import type { Buffer } from 'node:buffer';
import { asPageTraceError } from '../../core/errors.ts';
import type { FieldMap } from '../../core/records/fieldMap.ts';
import type { RecordFormat } from '../../core/records/formats/model.ts';
import { readRecord, type RecordReading } from '../../core/records/recordSamples.ts';
import { JoinedRecords } from '../reading/joinedRecords.ts';
import type { PiecePlace } from '../reading/pieces.ts';
import { readJson } from '../reading/readJson.ts';
import type { LineSink } from './lineScan.ts';
import type { RowPlace, RowTable } from './rowTable.ts';
import { shortenRecord } from './shortenRecord.ts';

/** Puts the numbers and groups of JSON lines into a table of rows. */
export class LineRecords implements LineSink {
  readonly #rows: RowTable;
  readonly #file: number;
  readonly #fields: FieldMap;
  readonly #step: number | null;
  /** Keys of responses, whose texts belong to no group. */
  readonly #unhashed = new Set<string>();
  readonly #joined = new JoinedRecords();
  /** The first row of the samples of records that are joined, by the key that these share. */
  readonly #firstRows = new Map<string, number>();
  #format: string | null = null;

  /** @param step the training step that the file's name says */
  constructor(rows: RowTable, file: number, fields: FieldMap, step: number | null) {
    this.#rows = rows;
    this.#file = file;
    this.#fields = fields;
    this.#step = step;
  }

  /** The name of the format of the first record that has one; null before. */
  get format(): string | null {
    return this.#format;
  }

  line(piece: PiecePlace, text: string, start: number, end: number, isUtf8: boolean): void {
    const place = this.#placeOf(piece, null);
    if (!isUtf8) {
      this.#rows.addProblem(place, 'encoding');
      return;
    }
    const short = shortenRecord(text, start, end, this.#unhashed);
    if (!/\S/.test(short)) return;
    const json = readJson(short);
    const reading = 'problem' in json ? json : this.#read(json.value);
    if ('problem' in reading) {
      this.#rows.addProblem(place, reading.reason);
      return;
    }
    if (this.#format === null) this.#learn(reading.format);
    const { samples, lost = [] } = reading;
    const key = 'value' in json ? this.#joined.keyOf(reading.format, json.value) : null;
    if (key !== null && 'value' in json && this.#joined.isKnown(reading.format, json.value)) {
      this.#rows.addJoined(this.#firstRows.get(key) ?? 0, samples);
      return;
    }
    if (key !== null && !this.#firstRows.has(key)) this.#firstRows.set(key, this.#rows.count);
    const isOnly = samples.length + lost.length === 1;
    samples.forEach((sample, index) => {
      this.#rows.addSample(this.#placeOf(piece, isOnly ? null : index + 1), sample, this.#step);
    });
    lost.forEach(({ reason }, index) => {
      this.#rows.addProblem(this.#placeOf(piece, samples.length + index + 1), reason);
    });
  }

  /** The samples of a record. A fault in reading it is a problem of this record alone. */
  #read(record: unknown): RecordReading {
    try {
      return readRecord(record, this.#fields);
    } catch (error) {
      return { problem: asPageTraceError(error).message, reason: 'no_response' };
    }
  }

  /** The last line, which no line feed ends. Returns false if it is not a whole record. */
  lastLine(place: PiecePlace, bytes: Buffer, isUtf8: boolean, isSettled: boolean): boolean {
    const text = bytes.toString('latin1');
    if (!isSettled && 'problem' in readJson(shortenRecord(text, 0, text.length, this.#unhashed)))
      return false;
    this.line(place, text, 0, text.length, isUtf8);
    return true;
  }

  longLine(piece: PiecePlace): void {
    this.#rows.addProblem(this.#placeOf(piece, null), 'too_long');
  }

  #placeOf({ line, bytes }: PiecePlace, sample: number | null): RowPlace {
    return { file: this.#file, line, bytes, sample, item: null };
  }

  #learn(format: RecordFormat | null): void {
    this.#format = format?.name ?? 'fields';
    const map = { ...format?.fields, ...this.#fields };
    const others = [map.prompt, map.ground_truth, map.group, map.id].flatMap((source) => source?.paths ?? []);
    for (const path of map.response?.paths ?? [])
      if (!path.includes('.') && !others.includes(path)) this.#unhashed.add(path);
  }
}
