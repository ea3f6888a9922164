import { Buffer, isUtf8 } from 'node:buffer';
import fs from 'node:fs';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../../core/errors.ts';
import type { FieldMap } from '../../core/records/fieldMap.ts';
import type { RecordProblem } from '../../core/records/problemReason.ts';
import { readRecord } from '../../core/records/recordSamples.ts';
import type { Sample } from '../../core/records/sample.ts';
import type { RunFile } from '../index/model.ts';
import { fileBytes } from '../reading/bytes.ts';
import { readInputs, WITHOUT_OPTIONS, type InputItem, type Place } from '../reading/inputs.ts';
import { HEAD_END, LONGEST_HEAD, readHead, type LineHead } from '../packed/placedLine.ts';
import { LONGEST_PIECE, tooLongSentence, type ByteRange } from '../reading/pieces.ts';
import { readJson } from '../reading/readJson.ts';
import { recognizeFile, type InputForm } from '../reading/recognize.ts';
import { isTableKind, placeOfRecord } from '../reading/placedRecord.ts';
import { readRecordAt } from '../reading/recordAt.ts';
import type { FoundRecord } from '../reading/recordSource.ts';
import { readTable } from '../reading/tableRecords.ts';
import { stepOfFile } from '../reading/stepOfFile.ts';
import { ItemReader } from './itemReader.ts';
import type { RowPlace } from './rowTable.ts';
import type { UnpackedPlace } from './unpackedPlace.ts';

/** A sample that was read again, or why there is none, with its place if only the reader knows all of it. */
export type ReadAgain =
  | { readonly sample: Sample; readonly format: string | null; readonly place?: Place }
  | (RecordProblem & { readonly place?: Place });

/** A file of a run, whose handle is kept open while rows are looked at. */
export class SourceFile {
  readonly path: string;
  /** The training step that its name says. */
  readonly step: number | null;
  readonly fields: FieldMap;
  form: InputForm | null = null;
  #isPacked = false;
  status: RunFile['status'] = 'waiting';
  problem: string | null = null;
  format: string | null = null;
  /** The profile that scores its samples, or null for none; undefined before that is known. */
  profile: string | null | undefined = undefined;
  bytes = 0;
  #items: ItemReader | null = null;
  #handle: Promise<fs.promises.FileHandle> | null = null;
  #unpacked: UnpackedPlace | null = null;
  #lines: Promise<fs.promises.FileHandle> | null = null;

  constructor(path: string, fields: FieldMap) {
    this.path = path;
    this.step = stepOfFile(path);
    this.fields = fields;
  }

  /** Whether its records are lines of UTF-8, which are indexed without being read as a whole. */
  get hasPlainLines(): boolean {
    return this.#unpacked !== null || this.hasOwnLines;
  }

  /** Whether these lines are in the file itself, so that it is followed when it grows. */
  get hasOwnLines(): boolean {
    const { form } = this;
    return form?.kind === 'lines' && form.encoding.name === 'utf-8' && !this.#isPacked;
  }

  /** Whether reading it from the cache is faster: its records are at no places in bytes, or in another encoding. */
  get isUnpackable(): boolean {
    const { form } = this;
    if (form === null || form.kind === 'trajectory' || this.hasOwnLines) return false;
    return this.#isPacked || isTableKind(form.kind) || form.kind === 'lines';
  }

  /** The text that it was unpacked to, which its rows are read from; null if they are read from the file itself. */
  get unpacked(): UnpackedPlace | null {
    return this.#unpacked;
  }

  /** Reads rows from the text that the file was unpacked to, or again from the file itself. */
  readFrom(unpacked: UnpackedPlace | null): void {
    this.#unpacked = unpacked;
    const before = this.#lines;
    this.#lines = null;
    void before?.then((handle) => handle.close()).catch(() => undefined);
  }

  get description(): RunFile {
    const { path: file, format, bytes, status, problem } = this;
    return { file, format, bytes, status, problem };
  }

  /** The open file. */
  handle(): Promise<fs.promises.FileHandle> {
    this.#handle ??= openRegular(this.path);
    return this.#handle;
  }

  /** The open file that lines are read from. */
  lines(): Promise<fs.promises.FileHandle> {
    if (this.#unpacked === null) return this.handle();
    this.#lines ??= openRegular(this.#unpacked.path);
    return this.#lines;
  }

  async close(): Promise<void> {
    await this.#items?.close();
    for (const opened of [this.#handle, this.#lines]) await (await opened?.catch(() => null))?.close();
    this.#handle = null;
    this.#lines = null;
  }

  /** The place of a row as a person has it: in the file itself, wherever the row is read. */
  placeOf({ line, bytes, sample }: RowPlace): Place {
    const { path: file } = this;
    if (this.#unpacked === null || bytes === null) return { file, line, bytes, sample };
    return { file, line, bytes: null, sample, ...(this.#unpacked.isPlaced ? {} : { unpacked: bytes }) };
  }

  /**
   * Recognizes what is in the file.
   * @throws PageTraceError `file-not-found` or `file-unreadable`
   */
  async recognize(): Promise<InputForm> {
    const { isPacked, ...form } = await recognizeFile(this.path, null);
    this.form = form;
    this.#isPacked = isPacked;
    return form;
  }

  /**
   * All its items, as every other reader of files has them.
   * @param longest bytes of the longest record that is loaded
   * @param size bytes of the file that are read
   */
  items(signal: AbortSignal, longest = LONGEST_PIECE, size = Infinity): AsyncGenerator<readonly InputItem[]> {
    const bytesOf = (file: string): AsyncIterable<Buffer> => firstBytes(fileBytes(file, signal), size);
    const options = { ...WITHOUT_OPTIONS, fields: this.fields, readTable, signal, longest, bytesOf };
    return readInputs([this.path], options);
  }

  /**
   * Reads the sample at a place again.
   * @param longest bytes of the longest record that is loaded
   * @throws PageTraceError `file-not-found` or `file-unreadable`, also if another record is there by now
   */
  async sampleAt(place: RowPlace, longest = LONGEST_PIECE): Promise<ReadAgain> {
    const { bytes } = place;
    if (bytes === null) return this.#itemAt(place);
    if (bytes.length > longest) {
      const head = this.#unpacked?.isPlaced === true ? await this.#headAt(place, bytes) : this.placeOf(place);
      return { problem: tooLongSentence(longest), reason: 'too_long', place: head };
    }
    if (!this.hasPlainLines)
      return this.#sampleOf(place, await this.#recordAt({ line: place.line ?? 1, bytes }));
    return this.sampleIn(place, await this.#read(bytes, bytes.length));
  }

  /**
   * The sample at a place of a file of lines whose bytes are at hand.
   * @throws PageTraceError `file-unreadable` if another record is there by now
   */
  sampleIn(place: RowPlace, text: Buffer): ReadAgain {
    const isPlaced = this.#unpacked?.isPlaced === true;
    const record = isPlaced ? text.subarray(text.indexOf(HEAD_END) + 1) : text;
    const head = isPlaced ? this.#headIn(text) : null;
    const line = head?.place.line ?? place.line ?? 1;
    const found = head?.fault ?? recordOfLine(line, place.bytes ?? { start: 0, length: 0 }, record);
    const at = head === null ? this.placeOf(place) : this.#placeOfHead(head, place);
    return { ...this.#sampleOf(place, found), place: at };
  }

  async #headAt(place: RowPlace, { start, length }: ByteRange): Promise<Place> {
    const beginning = await this.#read({ start, length }, Math.min(length, LONGEST_HEAD));
    return this.#placeOfHead(this.#headIn(beginning), place);
  }

  #headIn(text: Buffer): LineHead {
    const head = readHead(text.toString('utf8', 0, Math.max(0, text.indexOf(HEAD_END))));
    if (head === null) throw this.#changedError();
    return head;
  }

  #placeOfHead(head: LineHead, { sample }: RowPlace): Place {
    return { file: this.path, sample, ...placeOfRecord(head.place) };
  }

  /** The first bytes of a range of the lines. */
  async #read({ start }: ByteRange, length: number): Promise<Buffer> {
    const text = Buffer.allocUnsafe(length);
    const { bytesRead } = await (await this.lines()).read(text, 0, length, start);
    if (bytesRead < length) throw this.#changedError();
    return text;
  }

  #sampleOf(place: RowPlace, found: FoundRecord | RecordProblem): ReadAgain {
    if ('problem' in found) return found;
    const reading = readRecord(found.record, this.fields);
    if ('problem' in reading) return reading;
    const { samples, lost = [] } = reading;
    const number = (place.sample ?? 1) - 1;
    const sample = samples[number];
    if (sample === undefined) {
      const problem = lost[number - samples.length];
      if (problem === undefined) throw this.#changedError();
      return problem;
    }
    const { step } = this;
    return {
      sample: sample.step === null && step !== null ? { ...sample, step } : sample,
      format: reading.format?.name ?? null,
    };
  }

  async #recordAt(place: {
    readonly line: number;
    readonly bytes: { readonly start: number; readonly length: number };
  }): Promise<FoundRecord> {
    const { form } = this;
    if (form === null || form.kind === 'trajectory' || isTableKind(form.kind)) throw this.#changedError();
    return readRecordAt(this.path, { ...form, kind: form.kind }, place);
  }

  async #itemAt({ item: position }: RowPlace): Promise<ReadAgain> {
    this.#items ??= new ItemReader(() => this.items(new AbortController().signal));
    const item = await this.#items.item(position ?? 0);
    if (item === null) throw this.#changedError();
    if ('sample' in item) return { sample: item.sample, format: item.format, place: item.place };
    const { problem, reason = 'no_response', place: at, partial } = item;
    return { problem, reason, place: at, ...(partial === undefined ? {} : { partial }) };
  }

  #changedError(): PageTraceError {
    return new PageTraceError('file-unreadable', t('{0} has changed since it was read.', this.path), {
      hint: t('Read it again.'),
    });
  }
}

/** Opens a file without waiting, as for a pipe's writer, and only if it is a regular one. */
async function openRegular(file: string): Promise<fs.promises.FileHandle> {
  const handle = await fs.promises.open(file, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new PageTraceError('file-unreadable', t('{0} is not a file.', file));
}

/** So many bytes at the beginning of a file. */
async function* firstBytes(bytes: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let left = size;
  for await (const chunk of bytes) {
    yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left <= 0) return;
  }
}

/** The record of a line, as readRecordAt returns it. */
function recordOfLine(line: number, bytes: FoundRecord['bytes'], text: Buffer): FoundRecord {
  if (!isUtf8(text)) return { line, bytes, problem: t('This is not UTF-8 text.'), reason: 'encoding' };
  const reading = readJson(text.toString('utf8'));
  return 'problem' in reading
    ? { line, bytes, problem: reading.problem, reason: reading.reason }
    : { line, bytes, record: reading.value };
}
