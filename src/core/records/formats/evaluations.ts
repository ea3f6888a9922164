import { t } from '@vscode/l10n';
import { from, type FieldMap } from '../fieldMap.ts';
import { isJsonObject } from '../fieldPath.ts';
import { textsIn } from './lmEval.ts';
import { defineFormat, firstOf, IDS, REFERENCES, VERDICT, type SampleFields } from './model.ts';

export const VLMEVALKIT = defineFormat({
  name: 'vlmevalkit',
  titleOf: () => t('predictions of VLMEvalKit'),
  requires: { index: 'any', prediction: 'any' },
  matches: ({ prediction, response }) =>
    (typeof prediction === 'string' || typeof prediction === 'number') && typeof response !== 'string',
  fields: {
    // Cells of a table may be numbers.
    response: { paths: ['prediction'], as: 'text' },
    ground_truth: { paths: ['answer'], as: 'text-list' },
    prompt: from('question'),
    id: from('index'),
    verdict: from('verdict', 'hit'),
    score: from('score'),
    // Of questions about documents.
    file_name: from('doc_id', 'deck_name', 'file_name'),
    reference_page: { paths: ['evidence_pages'], as: 'json-list' },
  },
  // The options of a question are in columns of their own; a precision is how many decimals the answer has.
  asked: /^(?:[A-Z]|precision)$/,
});

export const MMLONGBENCH = defineFormat({
  name: 'mmlongbench-doc',
  titleOf: () => t('answers to MMLongBench-Doc'),
  requires: { doc_id: 'any', response: 'text', evidence_pages: 'any' },
  fields: {
    response: from('response'),
    ground_truth: { paths: ['answer'], as: 'text-list' },
    prompt: from('question'),
    file_name: from('doc_id'),
    reference_page: { paths: ['evidence_pages'], as: 'json-list' },
    score: from('score'),
    verdict: VERDICT,
    id: from('id', 'uid', 'question_id'),
  },
});

/** Keys of what data sets of questions hold beside the responses to them. */
const ANSWERED: FieldMap = {
  response: from('response'),
  ground_truth: from('answer'),
  prompt: from('question', 'query'),
  num_images: from('num_images', 'images', 'image'),
  verdict: from('verdict', 'llm_judge_score', 'true_false', 'correct', 'judge'),
  score: from('score'),
};

export const MATHVISTA = defineFormat({
  name: 'mathvista',
  titleOf: () => t('answers to MathVista'),
  requires: { response: 'text', answer: 'any', question_type: 'any', answer_type: 'any' },
  fields: { ...ANSWERED, id: from('pid', 'id') },
  // How many decimals the answer has.
  asked: /^precision$/,
});

export const MMMU = defineFormat({
  name: 'mmmu',
  titleOf: () => t('answers to MMMU'),
  requires: { id: 'any', response: 'text', answer: 'any', question_type: 'any' },
  fields: { ...ANSWERED, id: from('id') },
});

/** Keys under which the response of a system that retrieves pages may be. */
const VRAG_TEXTS = ['response', 'prediction', 'pred', 'output', 'answer'] as const;

export const VRAG = defineFormat({
  name: 'vrag',
  titleOf: () => t('answers to the questions of VRAG'),
  requires: { query: 'text', reference_answer: 'any' },
  matches: (record) => typeof firstOf(record, VRAG_TEXTS) === 'string',
  fields: {
    ...ANSWERED,
    response: from(...VRAG_TEXTS),
    ground_truth: from('reference_answer'),
    id: from('uid', 'id'),
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
    retrieved_images: from('retrieved_images', 'pred_evidence_pages'),
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
  numbersGroups: true,
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
