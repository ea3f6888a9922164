import type { ProfileName } from '../../rewards/names.ts';
import { from, type FieldMap, type RecordField } from '../fieldMap.ts';
import type { JsonObject } from '../fieldPath.ts';

/** What a key of a record must hold: anything, a text, a list, an object, or a list of texts. */
export type ValueKind = 'any' | 'text' | 'list' | 'object' | 'texts';

/** A sample of a record as its form presents it: its fields by name, and other numbers of the record. */
export type SampleFields = Readonly<Partial<Record<RecordField, unknown>>> & {
  readonly columns?: JsonObject;
  /** The keys of the record that make the group. */
  readonly group_keys?: readonly string[] | undefined;
  /** The keys of the record that make the question. */
  readonly question_keys?: readonly string[];
  /** Why generation ended, such as `length`. */
  readonly finish_reason?: unknown;
  /** Why there is no response, in the words of who failed. */
  readonly failure?: string | undefined;
};

/** A form of records: how it is recognized, and where its fields are. */
export interface RecordFormat {
  readonly name: string;
  /** The name that people see. */
  readonly title: string;
  /** Paths that must all have a value of the given kind for a record to have this form. */
  readonly requires: Readonly<Record<string, ValueKind>>;
  /** What a record of this form must be, beyond what `requires` says. */
  readonly matches?: (record: JsonObject) => boolean;
  readonly fields: FieldMap;
  /**
   * The path of a record's samples, if it contains several; `fields` are then looked up in each sample, then in the
   * record.
   */
  readonly samples: string | null;
  /**
   * The samples of a record whose fields are not simply at paths. An empty list means that there is no response. Never
   * throws.
   */
  readonly expand?: (record: JsonObject) => readonly SampleFields[];
  /** Why a record of this form that is expanded to nothing has no response, in a sentence; null if nothing more is known. */
  readonly describeMissing?: (record: JsonObject) => string | null;
  /** Whether groups are numbered within a file, so that only the question tells those of several files apart. */
  readonly numbersGroups?: boolean;
  /** Whether the names of groups belong to one training step, so that only the question tells groups of several steps. */
  readonly namesGroupsOfStep?: boolean;
  /** Keys whose numbers are part of the question, such as an option to choose: they measure nothing. */
  readonly asked?: RegExp;
  /** Paths of objects whose numbers belong to the sample as those of the record do. */
  readonly columns?: readonly string[];
  /**
   * A key that several records of one sample share, and what tells these records apart: they are read once. Null for a
   * record of its own.
   */
  readonly joins?: (record: JsonObject) => { readonly key: string; readonly part: string } | null;
  /** The profile that scores such records by default; null if it depends on the response. */
  readonly profile: ProfileName | null;
  /** The keys of a record that name its reward and its dialect, as a trajectory file does, in forms that have them. */
  readonly names?: { readonly reward: string; readonly dialect: string };
}

/** A format, with the parts that most have by default. */
export function defineFormat(
  format: Omit<RecordFormat, 'title' | 'fields' | 'samples' | 'profile'> &
    Partial<Pick<RecordFormat, 'fields' | 'samples' | 'profile'>> & { readonly titleOf: () => string },
): RecordFormat {
  const { titleOf, ...rest } = format;
  return {
    fields: {},
    samples: null,
    profile: null,
    ...rest,
    // The language is not known while this file loads.
    get title() {
      return titleOf();
    },
  };
}

/** Keys of the ids of records. */
export const IDS = from(
  'id',
  'uid',
  'qid',
  'example_id',
  'custom_id',
  'request_id',
  'sample_id',
  'question_id',
);

/** Keys of verdicts of records. */
export const VERDICT = from('verdict', 'llm_judge_score');

/** Keys that hold the reference answer where a response stands beside it. */
export const REFERENCES = [
  'ground_truth',
  'reference',
  'gts',
  'gt_answer',
  'reference_answer',
  'gold_answer',
  'correct_answer',
  'expected_answer',
  'answer',
  'answers',
  'solution',
  'label',
  'labels',
  'target',
] as const;

/** The first value under some keys of an object; undefined if there is none. */
export function firstOf(record: JsonObject, keys: readonly string[]): unknown {
  for (const key of keys) if (Object.hasOwn(record, key) && record[key] != null) return record[key];
  return undefined;
}

/** The score of a record under the first of some keys that has one, and the other values, which may be columns. */
export function splitScore(
  record: JsonObject,
  keys: readonly string[],
): { readonly score: unknown; readonly columns: JsonObject } {
  const [key] = keysWith(record, keys);
  if (key === undefined) return { score: undefined, columns: record };
  const { [key]: score, ...columns } = record;
  return { score, columns };
}

/** The first of some keys that has a value; none if no key has. */
export function keysWith(record: JsonObject, keys: readonly string[]): readonly string[] {
  return keys.filter((key) => Object.hasOwn(record, key) && record[key] != null).slice(0, 1);
}

/** Whether a value is a list of responses: texts, and null in place of those that are missing. */
export function isResponses(value: unknown): value is readonly (string | null)[] {
  return Array.isArray(value) && value.some((each) => typeof each === 'string') && value.every(isTextOrNull);
}

const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string';

/** Whether a value is a list of at least one text, and nothing but texts. */
export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string');
}
