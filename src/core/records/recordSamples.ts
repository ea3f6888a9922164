import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { from, RECORD_FIELDS, type FieldMap, type FieldSource, type RecordField } from './fieldMap.ts';
import { isJsonObject, valueAt, type JsonObject } from './fieldPath.ts';
import {
  readCount,
  readLength,
  readColumns,
  readNumber,
  plainText,
  promptText,
  questionText,
  referenceTexts,
  responseText,
  readSource,
  readTexts,
  readVerdict,
  unwrapTruth,
} from './fieldValues.ts';
import type { RecordFormat } from './formats/model.ts';
import { describeKeys, formatOf, RECORD_FORMATS, RETRIEVAL_FIELDS } from './formats/registry.ts';
import type { RecordProblem } from './problemReason.ts';
import { retrievalOf } from './sample.ts';
import type { Sample } from './sample.ts';
import { dialectSchema, rewardSchema } from './schemas.ts';

/** The result of reading a record: its samples, or why there are none. */
export type RecordReading =
  | { readonly samples: readonly Sample[]; readonly format: RecordFormat | null }
  | (RecordProblem & {
      /** Set if the problem is a field that no known key holds: a map of fields can name its key. */
      readonly lacks?: 'response';
    });

/** The reference answers of a question from another file. */
export interface HeldReference {
  /** The question, if the other file has it. */
  readonly question?: string | null;
  readonly references: readonly string[];
  readonly sufficient: boolean | null;
}

const GENERIC: FieldMap = {
  ground_truth: from('ground_truth', 'reference'),
  num_images: from('num_images'),
  tool_results: from('tool_results'),
  response_length: from('response_length'),
  verdict: from('verdict'),
  prompt: from('prompt', 'question'),
  id: from('id'),
};

/** Where every form of records says which training step it belongs to. */
const STEP: FieldMap = { step: from('step', 'global_step', 'global_steps') };

const NO_FIELDS: FieldMap = {};

/** The maps of all forms, by the fields that override them: a run has one map for each form, not one for each record. */
const maps = new WeakMap<FieldMap, Map<RecordFormat | null, FieldMap>>();

/** Where the fields of records of a form are. */
function mapOf(format: RecordFormat | null, fields: FieldMap): FieldMap {
  let known = maps.get(fields);
  if (known === undefined) maps.set(fields, (known = new Map<RecordFormat | null, FieldMap>()));
  let map = known.get(format);
  if (map === undefined)
    known.set(format, (map = { ...STEP, ...RETRIEVAL_FIELDS, ...(format?.fields ?? GENERIC), ...fields }));
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
  const format = formatOf(record);
  if (format === null && fields.response === undefined) {
    const failed = failureOf(record);
    if (failed !== null) return failed;
    const missing = describeMissingText(record) ?? describeAmbiguous(record);
    if (missing !== null) return broken(missing);
    return {
      reason: 'no_response',
      problem: `${describeKeys(record)} ${t('No text of a response was found under a known key.')}`,
      lacks: 'response',
    };
  }
  if (format?.expand !== undefined && fields.response === undefined) {
    const expanded = readExpanded(record, format, fields, held, found);
    return 'problem' in expanded ? expanded : { samples: expanded, format };
  }
  const map = mapOf(format, fields);
  const holders =
    format?.samples == null || fields.response !== undefined ? [null] : samplesOf(record, format.samples);
  if (holders.length === 0) return failureOf(record) ?? broken(t('The record has no response.'));
  const samples: Sample[] = [];
  for (const holder of holders) {
    const sample = readSample(holder === null ? [record] : [holder, record], map, format, held, found);
    if ('problem' in sample) return sample;
    samples.push(sample);
  }
  return { samples, format };
}

/** The fields of the samples that a form expands a record to, under their own names. */
const EXPANDED: FieldMap = Object.fromEntries(RECORD_FIELDS.map((field) => [field, from(field)]));

const noSentence = (): string => t('The record has no response.');

/** The samples of a record whose form expands it. What the person maps is looked up in the record itself. */
function readExpanded(
  record: JsonObject,
  format: RecordFormat,
  fields: FieldMap,
  held: (id: string) => HeldReference | null,
  found: (field: RecordField) => void,
): readonly Sample[] | RecordProblem {
  const expanded = format.expand?.(record) ?? [];
  if (expanded.length === 0) return failureOf(record) ?? broken(noSentence());
  const samples: Sample[] = [];
  for (const holder of expanded) {
    const own = Object.fromEntries(
      (Object.keys(fields) as RecordField[]).map((field) => [
        field,
        readSource([record], fields[field] ?? from(field)),
      ]),
    );
    const sample = readSample([{ ...holder, ...own }], EXPANDED, format, held, found);
    if ('problem' in sample) return sample;
    const { columns, group_keys: groupKeys } = holder;
    samples.push({
      ...sample,
      groupKeys: groupKeys ?? sample.groupKeys,
      columns: columns === undefined ? {} : readColumns(columns, EXPANDED),
      record,
    });
  }
  return samples;
}

/** A record without a response that can be used. */
function broken(problem: string): RecordProblem {
  return { problem, reason: 'no_response' };
}

/** Keys that contain the text of a response in some form of records. */
const TEXTS = [
  ...new Set(
    RECORD_FORMATS.flatMap(({ samples, fields }) => (samples === null ? (fields.response?.paths ?? []) : [])),
  ),
].filter((path) => !path.includes('.'));

/** The problem of a record whose response is present but not a text, such as the null of an aborted request. */
function describeMissingText(record: JsonObject): string | null {
  const key = TEXTS.find((each) => Object.hasOwn(record, each) && typeof record[each] !== 'string');
  if (key === undefined) return null;
  const value = record[key];
  if (value === null) return t('The value of "{0}" is null, not the text of a response.', key);
  if (Array.isArray(value)) return t('The value of "{0}" is a list, not the text of a response.', key);
  switch (typeof value) {
    case 'number':
      return t('The value of "{0}" is a number, not the text of a response.', key);
    case 'boolean':
      return t('The value of "{0}" is true or false, not the text of a response.', key);
    default:
      return t('The value of "{0}" is an object, not the text of a response.', key);
  }
}

/**
 * The problem of a record with an answer to a question and nothing beside it: in submissions to DocVQA that is the
 * response, in other files the reference.
 */
function describeAmbiguous(record: JsonObject): string | null {
  const isAnswer =
    typeof record['answer'] === 'string' && (record['questionId'] ?? record['question_id']) !== undefined;
  return isAnswer
    ? t(
        '"answer" may be the response, as in submissions to DocVQA, or the reference. Say which it is: map the field response or ground_truth to it.',
      )
    : null;
}

function samplesOf(record: unknown, path: string): readonly unknown[] {
  const samples = valueAt(record, path);
  return Array.isArray(samples) ? samples : [];
}

/** Where servers and evaluations put why a request failed. */
const FAILURES = [
  'error.message',
  'error.error.message',
  'response.body.error.message',
  'response.body.message',
  'response.error.message',
  'response.error',
  'error',
];

/** The problem of a record whose request failed, in the words of the server. */
function failureOf(record: unknown): RecordProblem | null {
  const said = FAILURES.map((path) => valueAt(record, path)).find(
    (each) => typeof each === 'string' && each.trim() !== '',
  );
  if (typeof said !== 'string') return null;
  return { problem: t('The request failed, so there is no response: {0}', said), reason: 'failed' };
}

function readSample(
  records: readonly unknown[],
  map: FieldMap,
  format: RecordFormat | null,
  held: (id: string) => HeldReference | null,
  found: (field: RecordField) => void,
): Sample | RecordProblem {
  const value = (field: RecordField): unknown => {
    const source = map[field];
    const holds = source === undefined ? undefined : readSource(records, source);
    if (holds !== undefined) found(field);
    return holds;
  };
  const named = <T>(schema: v.GenericSchema<unknown, T>, name: 'dialect' | 'reward'): T | null => {
    const path = format?.names?.[name];
    const read = path === undefined ? null : v.safeParse(schema, valueAt(records.at(-1), path));
    return read?.success === true ? read.output : null;
  };
  const response = responseText(value('response'));
  if (response === null) {
    const where = map.response?.paths.join(', ') ?? 'response';
    return (
      failureOf(records.at(-1)) ??
      broken(`${t('There is no text of a response at {0}.', where)} ${describeKeys(records[0])}`)
    );
  }
  const said = value('verdict');
  const verdict = readVerdict(said);
  if (verdict === null) {
    return broken(
      t('The verdict {0} is neither right nor wrong (true or false, 1 or 0).', JSON.stringify(said)),
    );
  }
  const images = value('num_images');
  const numImages = readCount(images);
  if (numImages === null && images !== undefined && images !== '') {
    const said = typeof images === 'number' ? String(images) : JSON.stringify(images);
    return broken(
      t(
        'The number of images is {0}, which is neither a whole number of at least 0 nor a list of images.',
        said,
      ),
    );
  }
  const retrieved = value('retrieved_images');
  const retrievedImages = readTexts(retrieved);
  if (retrievedImages === null && retrieved !== undefined)
    return broken(describeWrongTexts('retrieved_images', retrieved));
  const pages = value('reference_page');
  const referencePages = readTexts(pages);
  if (referencePages === null && pages !== undefined)
    return broken(describeWrongTexts('reference_page', pages));
  const given = value('ground_truth');
  const truth = unwrapTruth(given);
  const id = plainText(value('id'));
  const other = id === null ? null : held(id);
  const sufficient = value('sufficient');
  const group = plainText(value('group'));
  const keysOf = (...fields: readonly RecordField[]): readonly string[] =>
    fields.flatMap((field) => foundPath(records, map[field]) ?? []);
  const step = value('step');
  return {
    response,
    numImages,
    reference: plainText(truth) ?? (other?.references.length === 1 ? (other.references[0] ?? null) : null),
    references: truth === undefined ? (other?.references ?? []) : referenceTexts(truth),
    groundTruth: given,
    toolResults: plainText(value('tool_results')),
    responseLength: readLength(value('response_length')),
    retrieval: retrievalOf({
      images: retrievedImages,
      fileName: plainText(value('file_name')),
      pages: referencePages,
    }),
    verdict,
    question: questionText(value('prompt')) ?? other?.question ?? null,
    sentPrompt: promptText(sentPrompt(records, map)),
    id,
    group,
    groupKeys: group === null ? keysOf('prompt', 'ground_truth') : keysOf('group'),
    score: readNumber(value('score')),
    step: Array.isArray(step) ? null : readCount(step),
    expected: null,
    columns: format?.samples == null ? columnsOf(records.at(-1), map, format) : {},
    finishReason: plainText(
      readSource(records, FINISH) ?? (valueAt(records.at(-1), 'is_truncated') === true ? 'length' : null),
    ),
    iou: readNumber(value('iou')),
    toolIou: readNumber(value('tool_iou')),
    isRefinement: map.iou?.paths.some((path) => valueAt(records.at(-1), path) !== undefined) ?? false,
    sufficient: typeof sufficient === 'boolean' ? sufficient : (other?.sufficient ?? null),
    dialect: named(dialectSchema, 'dialect'),
    reward: named(rewardSchema, 'reward') ?? format?.profile ?? null,
    record: records.at(-1),
  };
}

/** Where records say why generation ended. */
const FINISH = from('finish_reason', 'stop_reason');

/** The numbers of a record under other keys than those of its fields, also within objects of metrics. */
function columnsOf(record: unknown, map: FieldMap, format: RecordFormat | null): Sample['columns'] {
  const columns = readColumns(record, map);
  if (format?.columns === undefined) return columns;
  const within = format.columns.map((path) => readColumns(valueAt(record, path), map));
  return Object.assign({}, ...within, columns) as Sample['columns'];
}

/** The first path of a field that has a value in one of some records; null if none has. */
function foundPath(records: readonly unknown[], source: FieldSource | undefined): string | null {
  return source?.paths.find((path) => records.some((record) => valueAt(record, path) != null)) ?? null;
}

/** Keys that hold the question without the rest of the prompt. */
const QUESTION_KEYS: ReadonlySet<string> = new Set(['question', 'query']);

/** The prompt that was sent, as the record has it; undefined if it has no more than the question. */
function sentPrompt(records: readonly unknown[], { prompt }: FieldMap): unknown {
  for (const path of prompt?.paths ?? []) {
    if (QUESTION_KEYS.has(path)) continue;
    const sent = readSource(records, from(path));
    if (sent !== undefined) return sent;
  }
  return undefined;
}

/** The problem of a field that is not text, a number, or a list of these. */
function describeWrongTexts(name: RecordField, list: unknown): string {
  return t(
    'The value of "{0}" must be text, a number, or a list of these, not {1}.',
    name,
    JSON.stringify(list),
  );
}
