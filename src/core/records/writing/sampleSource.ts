import type { FieldMap } from '../fieldMap.ts';
import { isJsonObject, type JsonObject } from '../fieldPath.ts';
import { readSource } from '../fieldValues.ts';
import { writtenResponse } from '../formats/messages.ts';
import type { SampleFields } from '../formats/model.ts';
import { KEPT } from '../formats/kept.ts';
import { formatOf, RECORD_FORMATS } from '../formats/registry.ts';
import { readImages } from '../namedPages.ts';
import { GENERIC, readRecord } from '../recordSamples.ts';
import type { Sample } from '../sample.ts';
import { rowsOf } from '../tableRecords.ts';
import { otherKeys, type OtherKeys } from './otherKeys.ts';

/** What the record of a sample has beyond the sample, for forms with a place for it. */
export interface SampleSource {
  /** The prompt as the record has it: a text, or messages. */
  readonly prompt: unknown;
  /** The response as the record has it: a text, or messages. */
  readonly response: unknown;
  /** Paths of the page images that the record lists; null if it lists none. */
  readonly images: readonly string[] | null;
  readonly others: OtherKeys;
}

/** A record, or a row of a table that is a record, and which of its samples one is, from 0. */
interface Row {
  readonly record: JsonObject;
  readonly index: number;
}

const FORMATS = new Map(RECORD_FORMATS.map((format) => [format.name, format]));

/** The name of no form: the person says where the fields are. */
const UNKNOWN_FORM = 'fields';

const NONE: OtherKeys = { whole: {}, parts: [] };

/** Finds what records have beyond their samples. The samples of a record come one after the other. */
export class SampleSources {
  readonly #fields: FieldMap;
  #last: { readonly record: unknown; readonly rows: readonly Row[] | null } = { record: null, rows: null };
  #expanded: { readonly record: unknown; readonly samples: readonly SampleFields[] } | null = null;

  /** @param fields where the person says that fields are */
  constructor(fields: FieldMap) {
    this.#fields = fields;
  }

  /**
   * The source of a sample.
   * @param form the name of the form of its record
   * @param index which sample of its record it is, from 0
   */
  of(sample: Sample, form: string, index: number): SampleSource {
    const sent = sample.sentPrompt ?? sample.question;
    const found = this.#row(sample.record, index);
    if (found === null) return { prompt: sent, response: sample.response, images: null, others: NONE };
    const { record } = found;
    // What PageTrace kept has the record that it came from.
    const origin = form === KEPT.name ? (formatOf(record)?.name ?? UNKNOWN_FORM) : form;
    const { own, prompt, response } = this.#parts(sample, origin, found);
    return {
      prompt: prompt ?? sent,
      response: response ?? sample.response,
      images: readImages(record),
      others: otherKeys(own, origin, this.#fields),
    };
  }

  #row(record: unknown, index: number): Row | null {
    if (!isJsonObject(record)) return null;
    if (this.#last.record !== record) this.#last = { record, rows: this.#rows(record) };
    const { rows } = this.#last;
    return rows === null ? { record, index } : (rows[index] ?? null);
  }

  /** The rows of a table that is a record, one for each sample; null for another record. */
  #rows(record: JsonObject): readonly Row[] | null {
    const rows = rowsOf(record);
    return (
      rows?.flatMap((row) => {
        const reading = readRecord(row, this.#fields);
        const count = 'samples' in reading ? reading.samples.length : 0;
        return Array.from({ length: count }, (_, index) => ({ record: row, index }));
      }) ?? null
    );
  }

  #parts(
    sample: Sample,
    form: string,
    { record, index }: Row,
  ): { readonly own: JsonObject; readonly prompt: unknown; readonly response: unknown } {
    const format = FORMATS.get(form);
    const map: FieldMap = { ...(format?.fields ?? GENERIC), ...this.#fields };
    const read = (field: 'prompt' | 'response'): unknown => {
      const source = map[field];
      return source === undefined ? undefined : readSource([record], source);
    };
    if (format?.expand === undefined || this.#fields.response !== undefined)
      return { own: record, prompt: read('prompt'), response: read('response') };
    if (this.#expanded?.record !== record) {
      const samples = format.expand(record).filter((each) => writtenResponse(each.response) !== null);
      this.#expanded = { record, samples };
    }
    const holder =
      [this.#expanded.samples[index], ...this.#expanded.samples].find(
        (each) => writtenResponse(each?.response) === sample.response,
      ) ?? {};
    // Each key of such a record is a column with a value for each of its samples.
    const own = form === 'ms-swift-table' ? (holder.columns ?? record) : record;
    return { own, prompt: holder.prompt, response: holder.response };
  }
}
