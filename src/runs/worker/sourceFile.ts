import { Buffer, isUtf8 } from 'node:buffer';
import fs from 'node:fs';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../../core/errors.ts';
import type { FieldMap } from '../../core/records/fieldMap.ts';
import type { ProblemReason } from '../../core/records/problemReason.ts';
import { readRecord } from '../../core/records/recordSamples.ts';
import type { Sample } from '../../core/records/sample.ts';
import type { RunFile } from '../index/model.ts';
import { readInputs, WITHOUT_OPTIONS, type InputItem, type Place } from '../reading/inputs.ts';
import { LONGEST_PIECE, tooLongSentence } from '../reading/pieces.ts';
import { readJson } from '../reading/readJson.ts';
import { recognizeFile, type InputForm } from '../reading/recognize.ts';
import { isTableKind } from '../reading/placedRecord.ts';
import { readRecordAt } from '../reading/recordAt.ts';
import type { FoundRecord } from '../reading/recordSource.ts';
import { readTable } from '../reading/tableRecords.ts';
import { stepOfFile } from '../reading/stepOfFile.ts';
import { ItemReader } from './itemReader.ts';
import type { RowPlace } from './rowTable.ts';

/** A sample that was read again, or why there is none, with its place if only the reader knows all of it. */
export type ReadAgain =
  | { readonly sample: Sample; readonly format: string | null; readonly place?: Place }
  | { readonly problem: string; readonly reason: ProblemReason; readonly place?: Place };

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
  bytes = 0;
  #items: ItemReader | null = null;
  #handle: Promise<fs.promises.FileHandle> | null = null;

  constructor(path: string, fields: FieldMap) {
    this.path = path;
    this.step = stepOfFile(path);
    this.fields = fields;
  }

  /** Whether its records are lines of UTF-8, which are indexed without being read as a whole. */
  get hasPlainLines(): boolean {
    const { form } = this;
    return form?.kind === 'lines' && form.encoding.name === 'utf-8' && !this.#isPacked;
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

  async close(): Promise<void> {
    await this.#items?.close();
    const handle = this.#handle;
    this.#handle = null;
    await (await handle?.catch(() => null))?.close();
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
   */
  items(signal: AbortSignal, longest = LONGEST_PIECE): AsyncGenerator<readonly InputItem[]> {
    return readInputs([this.path], { ...WITHOUT_OPTIONS, fields: this.fields, readTable, signal, longest });
  }

  /**
   * Reads the sample at a place again.
   * @param longest bytes of the longest record that is loaded
   * @throws PageTraceError `file-not-found` or `file-unreadable`, also if another record is there by now
   */
  async sampleAt(place: RowPlace, longest = LONGEST_PIECE): Promise<ReadAgain> {
    const { bytes } = place;
    if (bytes !== null && bytes.length > longest)
      return { problem: tooLongSentence(longest), reason: 'too_long' };
    if (bytes === null) return this.#itemAt(place);
    return this.#sampleOf(place, await this.#recordAt({ line: place.line ?? 1, bytes }));
  }

  /**
   * The sample at a place of a file of lines whose bytes are at hand.
   * @throws PageTraceError `file-unreadable` if another record is there by now
   */
  sampleIn(place: RowPlace, text: Buffer): ReadAgain {
    return this.#sampleOf(place, recordOfLine(place.line ?? 1, place.bytes ?? { start: 0, length: 0 }, text));
  }

  #sampleOf(place: RowPlace, found: FoundRecord): ReadAgain {
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
    if (!this.hasPlainLines) return readRecordAt(this.path, { ...form, kind: form.kind }, place);
    const { line, bytes } = place;
    const text = Buffer.allocUnsafe(bytes.length);
    const { bytesRead } = await (await this.handle()).read(text, 0, bytes.length, bytes.start);
    if (bytesRead < bytes.length) throw this.#changedError();
    return recordOfLine(line, bytes, text);
  }

  async #itemAt({ item: position }: RowPlace): Promise<ReadAgain> {
    this.#items ??= new ItemReader(() => this.items(new AbortController().signal));
    const item = await this.#items.item(position ?? 0);
    if (item === null) throw this.#changedError();
    if ('sample' in item) return { sample: item.sample, format: item.format, place: item.place };
    return { problem: item.problem, reason: item.reason ?? 'no_response', place: item.place };
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

/** The record of a line, as readRecordAt returns it. */
function recordOfLine(line: number, bytes: FoundRecord['bytes'], text: Buffer): FoundRecord {
  if (!isUtf8(text)) return { line, bytes, problem: t('This is not UTF-8 text.'), reason: 'encoding' };
  const reading = readJson(text.toString('utf8'));
  return 'problem' in reading
    ? { line, bytes, problem: reading.problem, reason: reading.reason }
    : { line, bytes, record: reading.value };
}
