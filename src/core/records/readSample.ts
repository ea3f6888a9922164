import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { from, type FieldMap, type FieldSource, type RecordField } from './fieldMap.ts';
import { isJsonObject, valueAt } from './fieldPath.ts';
import {
  readCount,
  readLength,
  readColumns,
  readNumber,
  readScore,
  plainText,
  promptText,
  questionText,
  referenceTexts,
  readSource,
  readStep,
  readTexts,
  readVerdict,
  unwrapTruth,
} from './fieldValues.ts';
import { writtenResponse } from './formats/messages.ts';
import type { RecordFormat } from './formats/model.ts';
import { describeKeys } from './formats/registry.ts';
import type { RecordProblem } from './problemReason.ts';
import { broken, failureOf } from './recordProblems.ts';
import type { RecordShape } from './recordShape.ts';
import { retrievalOf } from './sample.ts';
import type { Sample } from './sample.ts';
import { dialectSchema, rewardSchema } from './schemas.ts';

/** The reference answers of a question from another file. */
export interface HeldReference {
  /** The question, if the other file has it. */
  readonly question?: string | null;
  readonly references: readonly string[];
  readonly sufficient: boolean | null;
}

/** What reading a sample needs beside its records. */
export interface SampleReader {
  readonly map: FieldMap;
  /** The same map, perhaps without paths at which the records have no value. */
  readonly within: FieldMap;
  /** The shape of the only record; null if it has none, or there are several records. */
  readonly shape: RecordShape | null;
  readonly format: RecordFormat | null;
  /** Whether groups have the names of the format, which numbers them within a file. */
  readonly numbersGroups: boolean;
  /** Whether groups have the names of the format, which belong to one training step. */
  readonly namesGroupsOfStep: boolean;
  /** Finds what another file has for the id of a record. */
  readonly held: (id: string) => HeldReference | null;
  /** Told which fields have a value in the record. */
  readonly found: (field: RecordField) => void;
}

/** Reads a sample from the first of some records that has each field, or says why it has no response. */
export function readSample(
  records: readonly unknown[],
  { map, within, shape, format, numbersGroups, namesGroupsOfStep, held, found }: SampleReader,
): Sample | RecordProblem {
  const value = (field: RecordField): unknown => {
    const source = within[field];
    const holds = source === undefined ? undefined : readSource(records, source);
    if (holds !== undefined) found(field);
    return holds;
  };
  const named = <T>(schema: v.GenericSchema<unknown, T>, name: 'dialect' | 'reward'): T | null => {
    const path = format?.names?.[name];
    const read = path === undefined ? null : v.safeParse(schema, valueAt(records.at(-1), path));
    return read?.success === true ? read.output : null;
  };
  const response = writtenResponse(value('response'));
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
  const imagePath = foundPath(records, within.num_images);
  const numImages = readCount(images) ?? (isImage(images, imagePath) ? 1 : null);
  // NaN is what pandas writes for no list of images.
  const hasNone = images === undefined || images === '' || (Number.isNaN(images) && isImageKey(imagePath));
  if (numImages === null && !hasNone) {
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
  const id = nameText(value('id'));
  const other = id === null ? null : held(id);
  const sufficient = value('sufficient');
  const group = nameText(value('group'));
  const question = questionText(value('prompt')) ?? other?.question ?? null;
  const sample: Sample = {
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
    question,
    sentPrompt: promptText(sentPrompt(records, within)),
    id,
    group,
    groupKeys: groupKeysOf(records, within, group === null ? QUESTION_FIELDS : GROUP_FIELD),
    score: readScore(value('score')),
    step: readStep(value('step')),
    expected: null,
    columns: format?.samples == null ? columnsOf(records.at(-1), map, format, shape) : {},
    finishReason: finishReasonOf(records, shape),
    iou: readNumber(value('iou')),
    toolIou: readNumber(value('tool_iou')),
    isRefinement: within.iou?.paths.some((path) => valueAt(records.at(-1), path) !== undefined) ?? false,
    sufficient: typeof sufficient === 'boolean' ? sufficient : (other?.sufficient ?? null),
    dialect: named(dialectSchema, 'dialect'),
    reward: named(rewardSchema, 'reward') ?? format?.profile ?? null,
    record: records.at(-1),
  };
  if (group === null || question === null || !(numbersGroups || namesGroupsOfStep)) return sample;
  return {
    ...sample,
    ...(numbersGroups ? { groupScope: `${question.length} ${question.slice(0, 100)}` } : {}),
    ...(namesGroupsOfStep ? { questionKeys: groupKeysOf(records, within, QUESTION_FIELDS) } : {}),
  };
}

/** A name as text; null for an empty one, as cells of tables without a name are. */
function nameText(value: unknown): string | null {
  const text = plainText(value);
  return text === '' ? null : text;
}

/** Keys that hold images rather than their number. */
const IMAGE_KEYS: ReadonlySet<string> = new Set(['images', 'image', 'imgs']);

const isImageKey = (path: string | null): boolean => path !== null && IMAGE_KEYS.has(path);

/** Whether a value is one image: its path, its address, its data, or an object. */
function isImage(value: unknown, path: string | null): boolean {
  return isImageKey(path) && (isJsonObject(value) || typeof value === 'string') && value !== '';
}

/** Where records say why generation ended. */
const FINISH = from('finish_reason', 'stop_reason');
const IS_TRUNCATED = 'is_truncated';

/** Why generation ended; null if no record says it. */
function finishReasonOf(records: readonly unknown[], shape: RecordShape | null): string | null {
  if (shape !== null && !FINISH.paths.some((path) => shape.mayHave(path)) && !shape.mayHave(IS_TRUNCATED))
    return null;
  const said = readSource(records, FINISH);
  return plainText(said ?? (valueAt(records.at(-1), IS_TRUNCATED) === true ? 'length' : null));
}

/** The numbers of a record under other keys than those of its fields, also within objects of metrics. */
function columnsOf(
  record: unknown,
  map: FieldMap,
  format: RecordFormat | null,
  shape: RecordShape | null,
): Sample['columns'] {
  const all = readColumns(record, map, shape?.columnKeys(map));
  const asked = format?.asked;
  const columns =
    asked === undefined ? all : Object.fromEntries(Object.entries(all).filter(([key]) => !asked.test(key)));
  if (format?.columns === undefined) return columns;
  const within = format.columns.map((path) => readColumns(valueAt(record, path), map));
  return Object.assign({}, ...within, columns) as Sample['columns'];
}

const GROUP_FIELD: readonly RecordField[] = ['group'];
const QUESTION_FIELDS: readonly RecordField[] = ['prompt', 'ground_truth'];

/** The last list of keys that was returned for some fields: a run has a few of them, not one for each record. */
const lastKeys = new Map<readonly RecordField[], readonly string[]>();

/** The keys of some records that hold the fields that make a group. */
function groupKeysOf(
  records: readonly unknown[],
  map: FieldMap,
  fields: readonly RecordField[],
): readonly string[] {
  const keys: string[] = [];
  for (const field of fields) {
    const path = foundPath(records, map[field]);
    if (path !== null) keys.push(path);
  }
  const last = lastKeys.get(fields);
  if (last?.length === keys.length && last.every((key, at) => key === keys[at])) return last;
  lastKeys.set(fields, keys);
  return keys;
}

/** The first path of a field that has a value in one of some records, otherwise the first that is null; null if none. */
function foundPath(records: readonly unknown[], source: FieldSource | undefined): string | null {
  let empty: string | null = null;
  for (const path of source?.paths ?? []) {
    for (const record of records) {
      const value = valueAt(record, path);
      if (value !== undefined && value !== null) return path;
      if (value === null) empty ??= path;
    }
  }
  return empty;
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
