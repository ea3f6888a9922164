import { t } from '@vscode/l10n';
import { joinList } from '../joinList.ts';
import type { ProfileName } from '../rewards/names.ts';
import { from, type FieldMap } from './fieldMap.ts';
import { isJsonObject, valueAt, type JsonObject } from './fieldPath.ts';

/** A form of records: how it is recognized, and where its fields are. */
export interface RecordFormat {
  readonly name: string;
  /** The name that people see. */
  readonly title: string;
  /** Paths that must all have a value of the given kind for a record to have this form. */
  readonly requires: Readonly<Record<string, 'any' | 'text' | 'list'>>;
  readonly fields: FieldMap;
  /**
   * The path of a record's samples, if it contains several; `fields` are then looked up in each sample, then in the
   * record.
   */
  readonly samples: string | null;
  /** The profile that scores such records by default; null if it depends on the response. */
  readonly profile: ProfileName | null;
  /** The keys of a record that name its reward and its dialect, as a trajectory file does, in forms that have them. */
  readonly names?: { readonly reward: string; readonly dialect: string };
}

const IDS = from('id', 'uid', 'qid', 'example_id', 'custom_id', 'request_id');
const VERDICT = from('verdict', 'llm_judge_score');

/** Where the fields of a retrieval are, in records of any form. */
export const RETRIEVAL_FIELDS: FieldMap = {
  // The second name is the one in VRAG-RL's data.
  retrieved_images: from('retrieved_images', 'retrievaled_images'),
  file_name: from('file_name', 'extra_info.file_name'),
  reference_page: from('reference_page', 'extra_info.reference_page'),
};

const REWARD_INPUT: FieldMap = {
  response: from('response'),
  ground_truth: from('ground_truth', 'reference'),
  num_images: from('num_images', 'images'),
  tool_results: from('tool_results'),
  response_length: from('response_length'),
  verdict: VERDICT,
  prompt: from('prompt', 'question'),
  id: IDS,
  group: from('group', 'group_id'),
  score: from('score', 'overall', 'reward'),
  iou: from('iou'),
  tool_iou: from('tool_iou'),
  sufficient: from('is_sufficient'),
};

/** Every form that is recognized by its keys, the most specific first. */
export const RECORD_FORMATS: readonly RecordFormat[] = [
  {
    name: 'pagetrace-ask',
    get title() {
      return t('output of pagetrace ask --json');
    },
    requires: { samples: 'list', documents: 'list', 'samples.0.text': 'text' },
    fields: {
      response: from('text'),
      ground_truth: from('reference'),
      num_images: from('page_images'),
      tool_results: from('tool_results'),
      response_length: from('response_length'),
      verdict: from('verdict'),
      prompt: from('question'),
      score: from('score.overall'),
    },
    samples: 'samples',
    profile: null,
    names: { reward: 'reward', dialect: 'dialect' },
  },
  {
    name: 'openai-batch',
    get title() {
      return t('output of an OpenAI or vLLM batch');
    },
    requires: { custom_id: 'any', 'response.body.choices': 'list' },
    fields: { response: from('message.content', 'text'), id: from('custom_id'), group: from('custom_id') },
    samples: 'response.body.choices',
    profile: null,
  },
  {
    name: 'verifiers-traces',
    get title() {
      return t('traces of verifiers');
    },
    requires: { traces: 'list' },
    fields: {
      response: from('completion', 'response', 'output', 'messages'),
      ground_truth: from('answer', 'task.answer', 'target'),
      prompt: from('prompt'),
      id: from('id', 'group.id'),
      group: from('group.id'),
      score: from('reward'),
    },
    samples: 'traces',
    profile: null,
  },
  {
    name: 'lang2act',
    get title() {
      return t('predictions of Lang2Act');
    },
    requires: { model_response_raw: 'text' },
    fields: {
      response: from('model_response_raw'),
      ground_truth: from('gt_answer'),
      num_images: from('used_topk_images', 'top_k'),
      verdict: VERDICT,
      prompt: from('question'),
      id: from('uid'),
      group: from('uid'),
    },
    samples: null,
    profile: 'lang2act',
  },
  {
    name: 'evisrag',
    get title() {
      return t('predictions of EVisRAG');
    },
    requires: { qid: 'any', pred: 'text' },
    fields: {
      response: from('pred'),
      num_images: from('imgs'),
      prompt: from('query'),
      id: from('qid'),
      group: from('qid'),
      sufficient: from('is_sufficient'),
    },
    samples: null,
    profile: 'evisrag',
  },
  {
    name: 'vg-refiner',
    get title() {
      return t('outputs of VG-Refiner');
    },
    requires: { ann_id: 'any', prediction_raw: 'text' },
    fields: {
      response: { paths: ['stage1_raw', 'prediction_raw'], as: 'joined' },
      ground_truth: { paths: ['gt_bbox'], as: 'boxes' },
      tool_results: { paths: ['tool_pred_bboxes'], as: 'boxes' },
      id: from('ann_id'),
      group: from('ann_id'),
      iou: from('iou'),
      tool_iou: from('tool_iou'),
    },
    samples: null,
    profile: 'vg-refiner',
  },
  {
    name: 'verl',
    get title() {
      return t('rollouts of verl');
    },
    requires: { input: 'any', output: 'text', gts: 'any' },
    fields: {
      response: from('output'),
      ground_truth: from('gts'),
      prompt: from('input'),
      score: from('score'),
      id: IDS,
      num_images: from('num_images'),
      tool_results: from('tool_results'),
      response_length: from('response_length'),
      verdict: VERDICT,
    },
    samples: null,
    profile: null,
  },
  {
    name: 'openrlhf',
    get title() {
      return t('rollouts of OpenRLHF');
    },
    requires: { input: 'any', output: 'text' },
    fields: {
      response: from('output'),
      prompt: from('input'),
      ground_truth: from('label', 'ground_truth'),
      score: from('reward'),
      id: IDS,
    },
    samples: null,
    profile: null,
  },
  {
    name: 'completion',
    get title() {
      return t('completions of verifiers or TRL');
    },
    requires: { completion: 'any', prompt: 'any' },
    fields: {
      response: from('completion'),
      ground_truth: from('answer', 'ground_truth', 'solution'),
      prompt: from('prompt'),
      score: from('reward'),
      id: IDS,
      group: from('example_id'),
      num_images: from('num_images'),
      verdict: VERDICT,
    },
    samples: null,
    profile: null,
  },
  {
    name: 'grounding-input',
    get title() {
      return t("inputs of VG-Refiner's reward function");
    },
    requires: { response: 'text', tool_results: 'any' },
    fields: REWARD_INPUT,
    samples: null,
    profile: 'vg-refiner',
  },
  {
    name: 'reward-input',
    get title() {
      return t('inputs of a reward function');
    },
    requires: { response: 'text' },
    fields: REWARD_INPUT,
    samples: null,
    profile: null,
  },
];

/** The form of a record, recognized by its keys; null if none matches. */
export function formatOf(record: JsonObject): RecordFormat | null {
  return RECORD_FORMATS.find((format) => matchesFormat(record, format)) ?? null;
}

function matchesFormat(record: JsonObject, { requires }: RecordFormat): boolean {
  for (const path in requires) {
    const value = valueAt(record, path);
    if (value === undefined || !isOfKind(value, requires[path] ?? 'any')) return false;
  }
  return true;
}

function isOfKind(value: unknown, kind: 'any' | 'text' | 'list'): boolean {
  switch (kind) {
    case 'any':
      return true;
    case 'text':
      return typeof value === 'string';
    case 'list':
      return Array.isArray(value);
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
