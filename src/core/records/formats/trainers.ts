import { t } from '@vscode/l10n';
import { from, type FieldMap } from '../fieldMap.ts';
import type { JsonObject } from '../fieldPath.ts';
import { isJsonObject } from '../fieldPath.ts';
import { isMessages } from './messages.ts';
import {
  defineFormat,
  firstOf,
  IDS,
  isResponses,
  isTexts,
  keysWith,
  REFERENCES,
  splitScore,
  VERDICT,
  type SampleFields,
} from './model.ts';

/**
 * Rollouts of verl. The ids of its trainer of 2026 join sample, rollout and output, with another sample in each step;
 * other ids say nothing of the group, which is then made of prompt and ground truth.
 */
export const VERL = defineFormat({
  name: 'verl',
  namesGroupsOfStep: true,
  titleOf: () => t('rollouts of verl'),
  requires: { input: 'any', output: 'text' },
  // Versions before the autumn of 2025 wrote no ground truth, and OpenRLHF writes a reward instead of a score.
  matches: (record) =>
    Object.hasOwn(record, 'gts') ||
    (Object.hasOwn(record, 'score') && (Object.hasOwn(record, 'step') || !Object.hasOwn(record, 'reward'))),
  fields: {
    response: from('output'),
    ground_truth: from('gts', 'ground_truth'),
    prompt: from('input'),
    score: from('score'),
    id: from('uid', 'id', 'request_id'),
    group: { paths: ['uid'], as: 'verl-sample' },
    num_images: from('num_images'),
    tool_results: from('tool_results'),
    response_length: from('response_length'),
    verdict: VERDICT,
  },
});

/** Records of EasyR1's `generations.log`, which has them under the names of its marks. */
export const EASYR1 = defineFormat({
  name: 'easyr1',
  titleOf: () => t("records of EasyR1's generations.log"),
  requires: { prompt: 'text', output: 'text', ground_truth: 'any', score: 'any' },
  fields: {
    response: from('output'),
    ground_truth: from('ground_truth'),
    prompt: from('prompt'),
    score: from('score'),
    id: IDS,
    verdict: VERDICT,
  },
});

export const OPENRLHF = defineFormat({
  name: 'openrlhf',
  titleOf: () => t('rollouts of OpenRLHF'),
  requires: { input: 'any', output: 'text' },
  fields: {
    response: from('output'),
    prompt: from('input'),
    ground_truth: from('label', 'ground_truth', 'reference', 'answer'),
    score: from('reward', 'score'),
    id: IDS,
    verdict: VERDICT,
  },
});

/** What verl and EasyR1 show of their validation: a row for each step, with a column for each part of each sample. */
export const VERL_TABLE = defineFormat({
  name: 'verl-table',
  titleOf: () => t('validation of verl and EasyR1, a step in a row'),
  requires: { input_1: 'any', output_1: 'any', score_1: 'any' },
  expand: (record) => {
    const samples: SampleFields[] = [];
    for (let at = 1; Object.hasOwn(record, `output_${at}`); at++) {
      // A step with fewer samples than others has empty cells.
      if (isEmpty(record[`output_${at}`]) && isEmpty(record[`input_${at}`])) continue;
      samples.push({
        response: record[`output_${at}`],
        prompt: record[`input_${at}`],
        ground_truth: record[`label_${at}`],
        score: record[`score_${at}`],
        step: record['step'],
        group_keys: Object.hasOwn(record, `label_${at}`) ? ['input', 'label'] : ['input'],
      });
    }
    return samples;
  },
});

const isEmpty = (cell: unknown): boolean => cell == null || cell === '';

/** Completions of several prompts in one record: every key holds a list with a value for each sample. */
export const SWIFT_TABLE = defineFormat({
  name: 'ms-swift-table',
  titleOf: () => t('completions of ms-swift, a table in each record'),
  requires: { completion: 'list' },
  // Versions of early 2025 wrote messages. One prompt of messages is a list too.
  matches: ({ prompt: text, messages, completion }) => {
    const prompt = text ?? messages;
    return (
      Array.isArray(prompt) &&
      Array.isArray(completion) &&
      prompt.length === completion.length &&
      completion.some((each) => each !== null) &&
      completion.every((each) => each === null || typeof each === 'string' || isMessages(each)) &&
      !(isJsonObject(prompt[0]) && 'role' in prompt[0])
    );
  },
  expand: transpose,
});

/** The rows of a record whose keys are columns. */
function transpose(record: JsonObject): readonly SampleFields[] {
  const completions = record['completion'];
  return Array.isArray(completions) ? rowsOfColumns(record, completions) : [];
}

/** The rows of a record whose keys are columns, one row for each response. */
function rowsOfColumns(record: JsonObject, responses: readonly unknown[]): readonly SampleFields[] {
  return responses.map((response, row): SampleFields => {
    const own: JsonObject = Object.fromEntries(
      Object.entries(record).map(([key, value]) => {
        const isColumn = Array.isArray(value) && value.length === responses.length;
        return [key, isColumn ? (value[row] as unknown) : value];
      }),
    );
    return {
      response,
      prompt: firstOf(own, QUESTIONS),
      ground_truth: firstOf(own, REFERENCES),
      step: firstOf(own, ['step', 'gen_step', 'global_step']),
      ...splitScore(own, ['reward', 'score']),
      id: firstOf(own, ['request_id', ...IDS.paths, 'index']),
      verdict: own['verdict'] ?? own['hit'],
      finish_reason: own['finish_reason'],
      group_keys: [...keysWith(record, QUESTIONS), ...keysWith(record, REFERENCES)],
    };
  });
}

/** What `swift infer` writes: the messages hold the response too. */
export const SWIFT = defineFormat({
  name: 'ms-swift',
  titleOf: () => t('results of ms-swift'),
  requires: { response: 'text', messages: 'list' },
  expand: (record) => {
    const messages = Array.isArray(record['messages']) ? (record['messages'] as readonly unknown[]) : [];
    const asked = messages.filter((message) => isJsonObject(message) && message['role'] !== 'assistant');
    return [
      {
        response: record['response'],
        prompt: asked.length > 0 ? asked : undefined,
        ground_truth: firstOf(record, REFERENCES),
        num_images: record['images'],
        verdict: record['verdict'] ?? record['llm_judge_score'],
        id: firstOf(record, IDS.paths),
        ...splitScore(record, ['score', 'reward']),
        finish_reason: record['finish_reason'],
        group_keys: ['messages', ...keysWith(record, REFERENCES)],
      },
    ];
  },
});

export const LLAMA_FACTORY = defineFormat({
  name: 'llama-factory',
  titleOf: () => t('predictions of LLaMA-Factory'),
  requires: { predict: 'text', label: 'any' },
  fields: {
    response: from('predict'),
    ground_truth: from('label'),
    prompt: from('prompt'),
    id: IDS,
    score: from('score'),
    verdict: VERDICT,
  },
});

/** Results of verifiers' first version. */
export const VERIFIERS = defineFormat({
  name: 'verifiers',
  numbersGroups: true,
  titleOf: () => t('results of verifiers'),
  requires: { completion: 'any', prompt: 'any', example_id: 'any' },
  matches: ({ completion }) => !isResponses(completion),
  fields: {
    response: from('completion'),
    ground_truth: from('answer', 'ground_truth'),
    prompt: from('prompt'),
    score: from('reward', 'score'),
    id: from('example_id'),
    group: from('example_id'),
    num_images: from('num_images'),
    response_length: from('response_length', 'token_usage.output_tokens'),
    verdict: VERDICT,
  },
  columns: ['metrics'],
});

export const COMPLETION = defineFormat({
  name: 'completion',
  titleOf: () => t('completions of TRL'),
  requires: { completion: 'any', prompt: 'any' },
  matches: ({ completion }) => !isResponses(completion),
  fields: {
    response: from('completion'),
    ground_truth: from(...REFERENCES),
    prompt: from('prompt'),
    score: from('reward', 'score'),
    id: IDS,
    num_images: from('num_images', 'images'),
    verdict: VERDICT,
  },
});

const REWARD_INPUT: FieldMap = {
  response: from('response'),
  ground_truth: from(...REFERENCES),
  num_images: from('num_images', 'images', 'image'),
  tool_results: from('tool_results'),
  response_length: from('response_length'),
  // The last one is that of MMMU-Pro.
  verdict: from('verdict', 'llm_judge_score', 'true_false', 'if_right'),
  prompt: from('prompt', 'question', 'query'),
  id: from(...IDS.paths, 'pid'),
  group: from('group', 'group_id'),
  score: from('score', 'overall', 'reward'),
  iou: from('iou'),
  tool_iou: from('tool_iou'),
  sufficient: from('is_sufficient'),
};

export const GROUNDING_INPUT = defineFormat({
  name: 'grounding-input',
  titleOf: () => t("inputs of VG-Refiner's reward function"),
  requires: { response: 'text', tool_results: 'any' },
  // Other trainers may write the key without a value.
  matches: ({ tool_results: results }) => results !== null,
  fields: REWARD_INPUT,
  profile: 'vg-refiner',
});

export const REWARD_INPUT_FORMAT = defineFormat({
  name: 'reward-input',
  titleOf: () => t('inputs of a reward function'),
  requires: { response: 'text' },
  fields: REWARD_INPUT,
});

/** Keys that hold all responses to a question. */
const RESPONSE_LISTS = [
  'responses',
  'response',
  'outputs',
  'output',
  'completions',
  'completion',
  'generations',
  'predictions',
  'prediction',
  'preds',
  'pred',
  'candidates',
  'samples',
  'texts',
];

/** Keys that hold a question. */
const QUESTIONS = ['prompt', 'question', 'query', 'input', 'problem', 'instruction', 'messages'];

/** A record whose responses to one question are a list of texts. */
export const RESPONSE_LIST = defineFormat({
  name: 'response-list',
  titleOf: () => t('several responses to a question in each record'),
  requires: {},
  matches: (record) => RESPONSE_LISTS.some((key) => Object.hasOwn(record, key) && isResponses(record[key])),
  expand: (record) => {
    const texts = RESPONSE_LISTS.map((key) => record[key]).find(isResponses) ?? [];
    const questions = firstOf(record, QUESTIONS);
    // A question for each response: every key is a column of a table.
    if (isTexts(questions) && questions.length === texts.length && new Set(questions).size > 1)
      return rowsOfColumns(record, texts);
    const id = firstOf(record, IDS.paths);
    const one = (...keys: readonly string[]): unknown => {
      const value = firstOf(record, keys);
      return Array.isArray(value) && value.length === texts.length ? value : texts.map(() => value);
    };
    const scores = one('scores', 'rewards', 'score', 'reward') as readonly unknown[];
    const verdicts = one('verdicts', 'verdict') as readonly unknown[];
    return texts.map((response, index): SampleFields => ({
      response,
      prompt: firstOf(record, QUESTIONS),
      ground_truth: firstOf(record, REFERENCES),
      score: scores[index],
      verdict: verdicts[index],
      id,
      group: id,
      group_keys:
        id === undefined
          ? [...keysWith(record, QUESTIONS), ...keysWith(record, REFERENCES)]
          : keysWith(record, IDS.paths),
      step: firstOf(record, ['step', 'global_step']),
      num_images: firstOf(record, ['num_images', 'images']),
    }));
  },
});
