import { t } from '@vscode/l10n';
import { from, type FieldMap } from '../fieldMap.ts';
import { defineFormat, firstOf, VERDICT } from './model.ts';

export const LANG2ACT = defineFormat({
  name: 'lang2act',
  titleOf: () => t('predictions of Lang2Act'),
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
  profile: 'lang2act',
});

export const EVISRAG = defineFormat({
  name: 'evisrag',
  titleOf: () => t('predictions of EVisRAG'),
  requires: { qid: 'any', pred: 'text' },
  fields: {
    response: from('pred'),
    ground_truth: from('answer', 'answers'),
    num_images: from('imgs', 'image'),
    prompt: from('query'),
    verdict: VERDICT,
    id: from('qid'),
    group: from('qid'),
    sufficient: from('is_sufficient'),
  },
  profile: 'evisrag',
});

const REFINEMENT: FieldMap = {
  response: { paths: ['stage1_raw', 'prediction_raw'], as: 'joined' },
  ground_truth: { paths: ['gt_bbox'], as: 'boxes' },
  tool_results: { paths: ['tool_pred_bboxes'], as: 'boxes' },
  verdict: from('verdict', 'is_correct'),
  id: from('ann_id'),
  group: from('ann_id'),
  iou: from('iou'),
  tool_iou: from('tool_iou'),
};

export const VG_REFINER = defineFormat({
  name: 'vg-refiner',
  titleOf: () => t('outputs of VG-Refiner'),
  requires: { ann_id: 'any', prediction_raw: 'text' },
  fields: REFINEMENT,
  profile: 'vg-refiner',
});

/** Keys under which the generated text may be. */
const TEXTS = ['response', 'output', 'generated_text', 'prediction', 'text', 'answer'] as const;

/** The same with the generated text under another key. */
export const VG_REFINER_TEXT = defineFormat({
  name: 'vg-refiner-text',
  titleOf: () => t('outputs of VG-Refiner with one text'),
  requires: { ann_id: 'any', image_id: 'any', iou: 'any' },
  matches: (record) => typeof firstOf(record, TEXTS) === 'string',
  fields: {
    ...REFINEMENT,
    response: from(...TEXTS),
    prompt: from('question', 'prompt', 'expression'),
  },
  profile: 'vg-refiner',
});
