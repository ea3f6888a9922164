import { t } from '@vscode/l10n';
import { from, RECORD_FIELDS, type FieldMap, type RecordField } from './fieldMap.ts';
import { isJsonObject, valueAt, type JsonObject } from './fieldPath.ts';
import { readColumns, readSource } from './fieldValues.ts';
import { KEPT } from './formats/kept.ts';
import { writtenResponse } from './formats/messages.ts';
import { isResponses, type RecordFormat, type SampleFields } from './formats/model.ts';
import { describeKeys, formatOf, RETRIEVAL_FIELDS } from './formats/registry.ts';
import { readKept } from './keptSamples.ts';
import type { RecordProblem } from './problemReason.ts';
import { readSample, type HeldReference, type SampleReader } from './readSample.ts';
import {
  broken,
  describeAmbiguous,
  describeMissingText,
  describeRequest,
  failed,
  failureOf,
} from './recordProblems.ts';
import { shapeOf } from './recordShape.ts';
import type { Sample } from './sample.ts';
import { rowsOf } from './tableRecords.ts';

/** The result of reading a record: its samples, or why there are none. */
export type RecordReading =
  | {
      /** At least one. */
      readonly samples: readonly Sample[];
      readonly format: RecordFormat | null;
      /** Why other samples of the record have no response; missing if all have one. */
      readonly lost?: readonly RecordProblem[];
    }
  | (RecordProblem & {
      /** Set if the problem is a field that no known key holds: a map of fields can name its key. */
      readonly lacks?: 'response';
    });

/** Where the fields of records of no known form are, if the person says where the response is. */
export const GENERIC: FieldMap = {
  ground_truth: from('ground_truth', 'reference'),
  num_images: from('num_images'),
  tool_results: from('tool_results'),
  response_length: from('response_length'),
  verdict: from('verdict'),
  prompt: from('prompt', 'question'),
  id: from('id'),
};

/** Where every form of records says which training step it belongs to. */
const STEP: FieldMap = { step: from('step', 'global_step', 'global_steps', 'gen_step') };

/** Where records say what was paid, unless their form has another place. */
const SCORE: FieldMap = { score: from('score') };

const NO_FIELDS: FieldMap = {};

/** The maps of all forms, by the fields that override them: a run has one map for each form, not one for each record. */
const maps = new WeakMap<FieldMap, Map<RecordFormat | null, FieldMap>>();

/** Where the fields of records of a form are. */
function mapOf(format: RecordFormat | null, fields: FieldMap): FieldMap {
  let known = maps.get(fields);
  if (known === undefined) maps.set(fields, (known = new Map<RecordFormat | null, FieldMap>()));
  let map = known.get(format);
  if (map === undefined)
    known.set(
      format,
      (map = { ...STEP, ...RETRIEVAL_FIELDS, ...SCORE, ...(format?.fields ?? GENERIC), ...fields }),
    );
  return map;
}

/**
 * Reads the samples of a record. Its form is recognized by its keys; `fields` overrides where fields are. Never throws
 * for a record with at most `MOST_DEPTH` levels.
 * @param held finds what another file has for the id of a record
 * @param found told which fields have a value in the record
 */
export function readRecord(
  record: unknown,
  fields: FieldMap = NO_FIELDS,
  held: (id: string) => HeldReference | null = () => null,
  found: (field: RecordField) => void = () => undefined,
): RecordReading {
  if (!isJsonObject(record)) return broken(t('A record must be a JSON object with keys.'));
  const rows = rowsOf(record);
  if (rows !== null) return readTable(record, rows, (row) => readRecord(row, fields, held, found));
  const shape = shapeOf(record);
  const format = formatOf(record, shape);
  if (format === null && fields.response === undefined) {
    const failed = failureOf(record);
    if (failed !== null) return failed;
    const request = describeRequest(record);
    if (request !== null) return broken(request);
    const missing = describeMissingText(record);
    // The response of an aborted request is null: no other key has it.
    if (missing?.isNull === true) return broken(missing.problem);
    const said = describeAmbiguous(record) ?? t('No text of a response was found under a known key.');
    const problem = missing?.problem ?? `${describeKeys(record)} ${said}`;
    return { reason: 'no_response', problem, lacks: 'response' };
  }
  const map = mapOf(format, fields);
  const reader: SampleReader = {
    map,
    within: map,
    shape: null,
    format,
    numbersGroups: format?.numbersGroups === true && fields.group === undefined,
    namesGroupsOfStep: format?.namesGroupsOfStep === true && fields.group === undefined,
    held,
    found,
  };
  if (format === KEPT) return readWhole(record, readKept(record), fields, reader);
  const { response } = fields;
  if (response !== undefined) {
    const texts = readSource([record], response);
    const [path = 'response'] = response.paths;
    if (!isResponses(texts)) return together([readSample([record], reader)], reader);
    return together(
      texts.map((text) => readSample([{ [path]: text }, record], reader)),
      reader,
    );
  }
  if (format?.expand !== undefined) return readExpanded(record, format.expand(record), fields, reader);
  if (format?.samples == null) {
    const within = shape?.mapWithin(map) ?? map;
    return together([readSample([record], { ...reader, within, shape })], reader);
  }
  const holders = valueAt(record, format.samples);
  if (!Array.isArray(holders) || holders.length === 0)
    return failureOf(record) ?? broken(t('The record has no response.'));
  return together(
    holders.map((holder: unknown) => readSample([holder, record], reader)),
    reader,
  );
}

/** What each field of a record says of its sample. */
const PARTS: Readonly<Record<RecordField, readonly (keyof Sample)[]>> = {
  response: ['response'],
  ground_truth: ['reference', 'references', 'groundTruth'],
  num_images: ['numImages'],
  tool_results: ['toolResults'],
  response_length: ['responseLength'],
  retrieved_images: ['retrieval'],
  file_name: ['retrieval'],
  reference_page: ['retrieval'],
  verdict: ['verdict'],
  prompt: ['question', 'sentPrompt'],
  id: ['id'],
  group: ['group', 'groupKeys'],
  score: ['score'],
  iou: ['iou', 'isRefinement'],
  tool_iou: ['toolIou'],
  sufficient: ['sufficient'],
  step: ['step'],
};

/** Samples that a record holds whole, with the fields that the person says are elsewhere in the record. */
function readWhole(
  record: JsonObject,
  held: readonly Sample[] | RecordProblem,
  fields: FieldMap,
  reader: SampleReader,
): RecordReading {
  if ('problem' in held) return held;
  const named = RECORD_FIELDS.filter((field) => fields[field] !== undefined);
  if (named.length === 0) return together(held, reader);
  const read = held.map((sample): Sample | RecordProblem => {
    const map: FieldMap = { response: from('response'), ...fields };
    const own = readSample([record, sample], { ...reader, map, within: map });
    if ('problem' in own) return own;
    const parts = named.flatMap((field) => PARTS[field]);
    return { ...sample, ...Object.fromEntries(parts.map((part) => [part, own[part]])) };
  });
  return together(read, reader);
}

/** The samples of all rows of a table; the problem of the first row if none has a sample. */
function readTable(
  record: JsonObject,
  rows: readonly JsonObject[],
  read: (row: JsonObject) => RecordReading,
): RecordReading {
  const samples: Sample[] = [];
  const lost: RecordProblem[] = [];
  let format: RecordFormat | null = null;
  let first: RecordReading | null = null;
  for (const row of rows) {
    const reading = read(row);
    first ??= reading;
    if ('problem' in reading) lost.push(reading);
    else {
      format ??= reading.format;
      for (const sample of reading.samples) samples.push({ ...sample, record });
      lost.push(...(reading.lost ?? []));
    }
  }
  if (samples.length === 0) return first ?? broken(t('The record has no response.'));
  return lost.length === 0 ? { samples, format } : { samples, format, lost };
}

/** The samples of a record together; the first problem if no sample has a response. */
function together(
  read: readonly (Sample | RecordProblem)[],
  { format }: Pick<SampleReader, 'format'>,
): RecordReading {
  const [first] = read;
  if (read.length === 1 && first !== undefined)
    return 'problem' in first ? first : { samples: [first], format };
  const samples = read.filter((each) => 'response' in each);
  const lost = read.filter((each) => 'problem' in each);
  if (samples.length === 0) return lost[0] ?? broken(t('The record has no response.'));
  return lost.length === 0 ? { samples, format } : { samples, format, lost };
}

/** The fields of a map that have a value in a record, by their names. */
function readFields(record: JsonObject, map: FieldMap): Readonly<Record<string, unknown>> {
  const entries: [string, unknown][] = [];
  for (const field of RECORD_FIELDS) {
    const source = map[field];
    const value = source === undefined ? undefined : readSource([record], source);
    if (value !== undefined) entries.push([field, value]);
  }
  return Object.fromEntries(entries);
}

/** The fields of the samples that a form expands a record to, under their own names. */
const EXPANDED: FieldMap = Object.fromEntries(RECORD_FIELDS.map((field) => [field, from(field)]));

/** The samples of a record whose form expands it. What the person maps is looked up in the record itself. */
function readExpanded(
  record: JsonObject,
  expanded: readonly SampleFields[],
  fields: FieldMap,
  reader: SampleReader,
): RecordReading {
  if (expanded.length === 0)
    return (
      failureOf(record) ??
      broken(reader.format?.describeMissing?.(record) ?? t('The record has no response.'))
    );
  const common = readFields(record, { ...STEP, ...RETRIEVAL_FIELDS });
  const own = readFields(record, fields);
  const read = expanded.map((holder): Sample | RecordProblem => {
    if (writtenResponse(holder.response) === null)
      return holder.failure === undefined
        ? (failureOf(record) ?? broken(t('The record has no response.')))
        : failed(holder.failure);
    const sample = readSample([own, holder, common], { ...reader, map: EXPANDED, within: EXPANDED });
    if ('problem' in sample) return sample;
    const { columns, group_keys: groupKeys, question_keys: questionKeys = [] } = holder;
    return {
      ...sample,
      groupKeys: fields.group?.paths ?? groupKeys ?? sample.groupKeys,
      ...(sample.questionKeys === undefined ? {} : { questionKeys }),
      columns: columns === undefined ? {} : readColumns(columns, EXPANDED),
      record,
    };
  });
  return together(read, reader);
}
