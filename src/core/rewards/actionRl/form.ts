import { t } from '../../t.ts';
import { answerChanges, LANG2ACT_FORM } from '../lang2act/form.ts';
import type { PaidPart, RewardForm } from '../model.ts';

/** What the action stage's code reads. */
export const ACTION_RL_FORM: RewardForm = {
  ...LANG2ACT_FORM,
  order: [],
  tools: null,
  reads: ['prompt', 'ground_truth'],
};

/** What the action stage's code pays for. */
export const actionRlPays = (): readonly PaidPart[] => [
  {
    key: 'answer',
    title: t('Answer'),
    weight: '0.8',
    sentence: t('The answer is right, according to a judge.'),
    changes: [
      ...answerChanges(),
      {
        code: 'reference-missing',
        amount: '-1',
        reason: t('There is no reference answer, so nothing is judged.'),
      },
    ],
  },
  {
    key: 'format',
    title: t('Format'),
    weight: '0.2',
    sentence: t('Think, description and answer are all present and not empty, in any order.'),
    changes: [
      {
        code: 'format-incomplete',
        amount: '-1',
        reason: t('One of think, description and answer is missing or empty.'),
      },
    ],
  },
];
