import { t } from '@vscode/l10n';
import { joinList } from '../../joinList.ts';
import { from, type FieldMap } from '../fieldMap.ts';
import { isJsonObject, valueAt, type JsonObject } from '../fieldPath.ts';
import { shapeOf, type RecordShape } from '../recordShape.ts';
import {
  CHAT_ANSWERS,
  MATHVISTA,
  MMLONGBENCH,
  MMMU,
  PREDICTION,
  SLIDEVQA,
  VLMEVALKIT,
  VRAG,
} from './evaluations.ts';
import { MESSAGES, SHAREGPT } from './conversations.ts';
import { INSPECT } from './inspect.ts';
import { KEPT } from './kept.ts';
import { LM_EVAL, LMMS_EVAL } from './lmEval.ts';
import { isTexts, type RecordFormat, type ValueKind } from './model.ts';
import { ASK, BATCH } from './own.ts';
import { PROMPTFOO, PROMPTFOO_TABLE } from './promptfoo.ts';
import { EVISRAG, LANG2ACT, VG_REFINER, VG_REFINER_TEXT } from './papers.ts';
import { TRACES } from './traces.ts';
import {
  COMPLETION,
  EASYR1,
  GROUNDING_INPUT,
  LLAMA_FACTORY,
  OPENRLHF,
  RESPONSE_LIST,
  REWARD_INPUT_FORMAT,
  SWIFT,
  SWIFT_TABLE,
  VERIFIERS,
  VERL,
  VERL_TABLE,
} from './trainers.ts';

/** Where the fields of a retrieval are, in records of any form. */
export const RETRIEVAL_FIELDS: FieldMap = {
  // The second name is the one in VRAG-RL's data.
  retrieved_images: from('retrieved_images', 'retrievaled_images'),
  file_name: from('file_name', 'extra_info.file_name', 'meta_info.file_name'),
  reference_page: from('reference_page', 'extra_info.reference_page', 'meta_info.reference_page'),
};

/** Every form that is recognized by its keys, the most specific first. */
export const RECORD_FORMATS: readonly RecordFormat[] = [
  KEPT,
  ASK,
  BATCH,
  TRACES,
  LANG2ACT,
  EVISRAG,
  VG_REFINER,
  VG_REFINER_TEXT,
  VERL,
  VERL_TABLE,
  INSPECT,
  LM_EVAL,
  LMMS_EVAL,
  PROMPTFOO,
  EASYR1,
  OPENRLHF,
  SWIFT_TABLE,
  SWIFT,
  LLAMA_FACTORY,
  VERIFIERS,
  COMPLETION,
  CHAT_ANSWERS,
  MMLONGBENCH,
  MATHVISTA,
  MMMU,
  VRAG,
  VLMEVALKIT,
  SLIDEVQA,
  GROUNDING_INPUT,
  REWARD_INPUT_FORMAT,
  RESPONSE_LIST,
  PREDICTION,
  PROMPTFOO_TABLE,
  MESSAGES,
  SHAREGPT,
];

/** What each form requires, in lists that take no time to go through. */
const REQUIREMENTS = RECORD_FORMATS.map((format) => ({
  format,
  matches: format.matches,
  paths: Object.entries(format.requires).map(([path, kind]) => ({
    path,
    kind,
    isKey: !path.includes('.'),
  })),
}));

/** The forms that records of a shape may have. */
const ofShapes = new WeakMap<RecordShape, typeof REQUIREMENTS>();

function requirementsOf(shape: RecordShape | null): typeof REQUIREMENTS {
  if (shape === null) return REQUIREMENTS;
  let possible = ofShapes.get(shape);
  if (possible === undefined) {
    possible = REQUIREMENTS.filter(({ paths }) => paths.every(({ path }) => shape.mayHave(path)));
    ofShapes.set(shape, possible);
  }
  return possible;
}

/** The form of a record, recognized by its keys; null if none matches. */
export function formatOf(record: JsonObject, shape = shapeOf(record)): RecordFormat | null {
  for (const { format, paths, matches } of requirementsOf(shape)) {
    let fits = true;
    for (const { path, kind, isKey } of paths) {
      // A key that is not there is the usual case.
      const value = isKey ? (Object.hasOwn(record, path) ? record[path] : undefined) : valueAt(record, path);
      if (value !== undefined && isOfKind(value, kind)) continue;
      fits = false;
      break;
    }
    if (fits && (matches === undefined || matches(record))) return format;
  }
  return null;
}

function isOfKind(value: unknown, kind: ValueKind): boolean {
  switch (kind) {
    case 'any':
      return true;
    case 'text':
      return typeof value === 'string';
    case 'list':
      return Array.isArray(value);
    case 'object':
      return isJsonObject(value);
    case 'texts':
      return isTexts(value);
  }
}

/** A sentence that names the first few keys of a record. */
export function describeKeys(record: unknown): string {
  const keys = isJsonObject(record) ? Object.keys(record) : [];
  const [only] = keys;
  if (only === undefined) return t('The record has no keys.');
  if (keys.length === 1) return t('The record has only the key {0}.', only);
  const named = keys.slice(0, 8);
  return keys.length > named.length
    ? t('The record has the keys {0} and {1} more.', named.join(', '), keys.length - named.length)
    : t('The record has the keys {0}.', joinList(named));
}
