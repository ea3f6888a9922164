import { t } from '@vscode/l10n';
import { from } from '../fieldMap.ts';
import { isJsonObject, valueAt, type JsonObject } from '../fieldPath.ts';
import { promptText, responseText } from '../fieldValues.ts';
import { defineFormat, firstOf, IDS, REFERENCES, VERDICT, type SampleFields } from './model.ts';

/** Keys of lm-eval's records that are not metrics. */
const NOT_METRICS: ReadonlySet<string> = new Set(['doc_id', 'idx']);

/** The metric of a record of lm-eval: the first that it names, otherwise the first number under another key. */
function metricOf(record: JsonObject): number | undefined {
  const named: unknown = Array.isArray(record['metrics']) ? record['metrics'][0] : undefined;
  const value = typeof named === 'string' ? record[named] : undefined;
  if (typeof value === 'number') return value;
  const key = Object.keys(record).find(
    (each) => !NOT_METRICS.has(each) && typeof record[each] === 'number' && !each.endsWith('_id'),
  );
  return key === undefined ? undefined : Number(record[key]);
}

/** All texts in nested lists, in order. */
function textsIn(value: unknown, level = 0): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) && level < 4 ? value.flatMap((each) => textsIn(each, level + 1)) : [];
}

/** The question of a document of an evaluation; otherwise the prompt that was sent. */
function questionOf(record: JsonObject): unknown {
  const doc = record['doc'];
  const asked = isJsonObject(doc) ? firstOf(doc, ['question', 'query', 'problem', 'input', 'prompt']) : doc;
  return (
    asked ??
    textsIn(record['arguments'])[0] ??
    valueAt(record, 'arguments.gen_args_0.arg_0') ??
    record['input']
  );
}

function readLmEval(record: JsonObject): readonly SampleFields[] {
  const all = textsIn(record['resps']);
  const texts = all.length > 0 ? all : textsIn(record['filtered_resps']);
  const filter = record['filter'];
  const metrics = Object.fromEntries(
    Object.entries(record)
      .filter(([key, value]) => typeof value === 'number' && !NOT_METRICS.has(key))
      .map(([key, value]) => [
        typeof filter === 'string' && filter !== 'none' ? `${key}.${filter}` : key,
        value,
      ]),
  );
  // A metric is that of the document: it says nothing of each of several responses.
  const metric = texts.length === 1 ? metricOf(record) : undefined;
  return texts.map((response): SampleFields => ({
    response,
    prompt: questionOf(record),
    ground_truth: record['target'],
    id: record['doc_id'],
    group: record['doc_id'],
    group_keys: ['doc_id'],
    score: metric,
    verdict: metric === 1 ? 'right' : metric === 0 ? 'wrong' : undefined,
    columns: metrics,
  }));
}

/** Samples of lm-eval: a record for each document and filter. The responses of a document are in all of its records. */
export const LM_EVAL = defineFormat({
  name: 'lm-eval',
  titleOf: () => t('samples of lm-eval'),
  requires: { doc_id: 'any', doc: 'any', resps: 'list', filter: 'text' },
  expand: readLmEval,
  joins: ({ doc_id: id, filter }) =>
    typeof filter === 'string' ? { key: JSON.stringify(id), part: filter } : null,
});

export const LMMS_EVAL = defineFormat({
  name: 'lmms-eval',
  titleOf: () => t('samples of lmms-eval'),
  requires: { doc_id: 'any', doc: 'any', filtered_resps: 'any' },
  expand: readLmEval,
});

export const VLMEVALKIT = defineFormat({
  name: 'vlmevalkit',
  titleOf: () => t('predictions of VLMEvalKit'),
  requires: { index: 'any', prediction: 'text' },
  fields: {
    response: from('prediction'),
    ground_truth: from('answer'),
    prompt: from('question'),
    id: from('index'),
    verdict: from('verdict', 'hit'),
    score: from('score'),
  },
});

/** Results of promptfoo: a record for each test, prompt and provider. */
export const PROMPTFOO = defineFormat({
  name: 'promptfoo',
  titleOf: () => t('results of promptfoo'),
  requires: { vars: 'object', provider: 'any' },
  matches: (record) =>
    ['response', 'success', 'gradingResult', 'error'].some((key) => Object.hasOwn(record, key)),
  expand: (record) => {
    const output = valueAt(record, 'response.output') ?? record['output'];
    if (output == null) return [];
    const vars = isJsonObject(record['vars']) ? record['vars'] : {};
    const named = isJsonObject(record['namedScores']) ? record['namedScores'] : {};
    return [
      {
        response: typeof output === 'string' ? output : (responseText(output) ?? JSON.stringify(output)),
        prompt:
          firstOf(vars, ['question', 'query', 'prompt', 'input', 'problem']) ??
          valueAt(record, 'prompt.raw') ??
          promptText(record['prompt']),
        ground_truth: firstOf(vars, REFERENCES) ?? valueAt(record, 'testCase.assert.0.value'),
        id: record['id'],
        group: record['testIdx'] ?? JSON.stringify(vars),
        group_keys: record['testIdx'] == null ? ['vars'] : ['testIdx'],
        score: record['score'] ?? valueAt(record, 'gradingResult.score'),
        verdict: record['success'] ?? valueAt(record, 'gradingResult.pass'),
        response_length: valueAt(record, 'response.tokenUsage.completion'),
        finish_reason: valueAt(record, 'response.finishReason'),
        columns: named,
      },
    ];
  },
});

export const MMLONGBENCH = defineFormat({
  name: 'mmlongbench-doc',
  titleOf: () => t('answers to MMLongBench-Doc'),
  requires: { doc_id: 'any', response: 'text', evidence_pages: 'any' },
  fields: {
    response: from('response'),
    ground_truth: from('answer'),
    prompt: from('question'),
    file_name: from('doc_id'),
    reference_page: { paths: ['evidence_pages'], as: 'json-list' },
    score: from('score'),
    verdict: VERDICT,
    id: from('id', 'uid', 'question_id'),
  },
});

export const SLIDEVQA = defineFormat({
  name: 'slidevqa',
  titleOf: () => t('answers to SlideVQA'),
  requires: { evidence_pages: 'any', question: 'any' },
  matches: (record) => typeof firstOf(record, SLIDE_TEXTS) === 'string',
  fields: {
    response: from('response', 'pred_answer', 'predicted_answer', 'prediction', 'pred', 'output'),
    ground_truth: from('answer', 'answers', 'gt_answer'),
    prompt: from('question'),
    file_name: from('deck_name', 'file_name'),
    reference_page: { paths: ['evidence_pages'], as: 'json-list' },
    id: from('qa_id', ...IDS.paths),
    verdict: VERDICT,
    score: from('score'),
  },
});

/** Keys under which the response to a slide deck's question may be. */
const SLIDE_TEXTS = ['response', 'pred_answer', 'predicted_answer', 'prediction', 'pred', 'output'];

/** Answers of FastChat and of LLaVA, which have an id of their own beside that of the question. */
export const CHAT_ANSWERS = defineFormat({
  name: 'chat-answers',
  titleOf: () => t('answers of FastChat or LLaVA'),
  requires: { question_id: 'any', answer_id: 'any' },
  expand: (record) => {
    const choices = Array.isArray(record['choices']) ? record['choices'].filter(isJsonObject) : [];
    const texts = choices.map(({ turns }) => (Array.isArray(turns) ? textsIn(turns).join('\n') : turns));
    return (choices.length > 0 ? texts : [record['text']])
      .filter((text) => typeof text === 'string')
      .map((response): SampleFields => ({
        response,
        prompt: record['prompt'],
        ground_truth: firstOf(record, ['ground_truth', 'reference', 'answer', 'label']),
        id: record['answer_id'],
        group: record['question_id'],
        group_keys: ['question_id'],
        verdict: record['verdict'],
        score: record['score'],
      }));
  },
});

/** Keys under which a response may be where nothing else tells what wrote a record. */
const PREDICTIONS = [
  'prediction',
  'pred',
  'predicted_answer',
  'pred_answer',
  'model_answer',
  'model_response',
  'model_output',
  'generated_text',
  'generated_answer',
  'llm_response',
];

/** Answers to the questions of a data set: a prediction beside the question or the reference answer. */
export const PREDICTION = defineFormat({
  name: 'prediction',
  titleOf: () => t('predictions beside their questions'),
  requires: {},
  matches: (record) =>
    typeof firstOf(record, PREDICTIONS) === 'string' &&
    firstOf(record, ['question', 'query', 'prompt', ...REFERENCES]) !== undefined,
  fields: {
    response: from(...PREDICTIONS),
    ground_truth: from(...REFERENCES),
    prompt: from('question', 'query', 'prompt'),
    num_images: from('num_images', 'images'),
    id: from(...IDS.paths, 'pid', 'qa_id', 'questionId'),
    score: from('score', 'reward'),
    verdict: from('verdict', 'llm_judge_score', 'correct', 'is_correct'),
  },
});
