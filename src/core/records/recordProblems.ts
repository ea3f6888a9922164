import { t } from '@vscode/l10n';
import { isJsonObject, valueAt, type JsonObject } from './fieldPath.ts';
import { RECORD_FORMATS } from './formats/registry.ts';
import type { RecordProblem } from './problemReason.ts';

/** A record without a response that can be used. */
export function broken(problem: string): RecordProblem {
  return { problem, reason: 'no_response' };
}

/** Keys that hold a response in a few forms, and something else in others. */
const ELSEWHERE: ReadonlySet<string> = new Set(['answer', 'text']);

/** Keys that contain the text of a response in some form of records. */
const TEXTS = [
  ...new Set(
    RECORD_FORMATS.flatMap(({ samples, fields }) => (samples === null ? (fields.response?.paths ?? []) : [])),
  ),
].filter((path) => !path.includes('.') && !ELSEWHERE.has(path));

/** The problem of a record whose response is present but not a text, such as the null of an aborted request. */
export function describeMissingText(
  record: JsonObject,
): { readonly problem: string; readonly isNull: boolean } | null {
  const key = TEXTS.find((each) => Object.hasOwn(record, each) && typeof record[each] !== 'string');
  if (key === undefined) return null;
  const value = record[key];
  return { problem: describeNoText(key, value), isNull: value === null };
}

function describeNoText(key: string, value: unknown): string {
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
export function describeAmbiguous(record: JsonObject): string | null {
  const isAnswer =
    typeof record['answer'] === 'string' && (record['questionId'] ?? record['question_id']) !== undefined;
  return isAnswer
    ? t(
        '"answer" may be the response, as in submissions to DocVQA, or the reference. Say which it is: map the field response or ground_truth to it.',
      )
    : null;
}

/** The problem of a record that is a request of a batch, not its answer; null for any other record. */
export function describeRequest(record: JsonObject): string | null {
  const isRequest =
    record['custom_id'] !== undefined && isJsonObject(record['body']) && !('response' in record);
  return isRequest
    ? t('This is a request of a batch, not its answer. Name this file as the references of the answers.')
    : null;
}

/** Where servers and evaluations put why a request failed. */
const FAILURES = [
  'error',
  'response.body.error',
  'response.body.message',
  'response.error',
  'response.body.detail',
  'errors',
];

/** The key of the error of a record under which an evaluation keeps what had arrived of the response. */
export const PARTIAL_KEY = 'partial_response';

/** The problem of a record whose request failed, in the words of who failed; null if the record says nothing of it. */
export function failureOf(record: unknown): RecordProblem | null {
  for (const path of FAILURES) {
    const said = failureText(valueAt(record, path), 0);
    if (said === null) continue;
    const why = [said, ...adviceOf(record)].join(' ');
    const partial = valueAt(record, `error.${PARTIAL_KEY}`);
    return typeof partial === 'string' && partial !== '' ? brokenOff(why, partial) : failed(why);
  }
  const status = valueAt(record, 'response.status_code');
  if (typeof status === 'number' && status >= 400) return failed(t('HTTP status {0}', status));
  return null;
}

/** What the record of an evaluation says to do about a request that failed. */
function adviceOf(record: unknown): readonly string[] {
  const hint = valueAt(record, 'error.hint');
  return typeof hint === 'string' && hint !== '' ? [hint] : [];
}

/** A record whose request failed. */
export function failed(said: string): RecordProblem {
  return { problem: t('The request failed, so there is no response: {0}', said), reason: 'failed' };
}

/** A record whose request failed after a part of the response had arrived. */
function brokenOff(said: string, partial: string): RecordProblem {
  return {
    problem: t('The request failed before the response was complete: {0}', said),
    reason: 'failed',
    partial,
  };
}

/** Keys under which an error says what happened, from the most to the least. */
const WORDS = ['message', 'error_chain_repr', 'error', 'detail', 'code'];

/** The text of an error, which may be nested in objects and lists; null if there is none. */
function failureText(value: unknown, level: number): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value;
  if (typeof value !== 'object' || value === null || level > 3) return null;
  const inside: readonly unknown[] = Array.isArray(value)
    ? [value.at(-1)]
    : WORDS.filter((key) => Object.hasOwn(value, key)).map((key) => (value as JsonObject)[key]);
  for (const each of inside) {
    const said = failureText(each, level + 1);
    if (said !== null) return said;
  }
  return null;
}
