import { t } from '../../t.ts';
import type { PaidChange, PaidPart, RewardForm } from '../model.ts';

/** The least IoU accuracy at which boxes are right. */
export const RIGHT_FROM = 0.5;

/** The tags whose presence is the format, with the other tool's boxes. */
export const VG_TAGS = ['think', 'rethink', 'answer'] as const;

/** What the reward with the other tool's boxes reads. */
export const VG_FORM: RewardForm = {
  tags: VG_TAGS.map((name) => ({ name, required: true, caseSensitive: true })),
  order: [],
  closed: false,
  tools: null,
  length: null,
  judged: false,
  reads: ['ground_truth', 'tool_results'],
};

/** What the reward without a tool reads. */
export const VG_PLAIN_FORM: RewardForm = {
  ...VG_FORM,
  tags: [{ name: 'answer', required: true, caseSensitive: true }],
  reads: ['ground_truth'],
};

const notRead = (): PaidChange => ({
  code: 'boxes-not-read',
  amount: '-1',
  reason: t(
    'The last complete `<answer>` is not JSON as Python reads it, an entry is a number, true, false or null, boxes differ in length or contain something other than numbers, or an IoU is not a number.',
  ),
});

const formatPart = (sentence: string): PaidPart => ({
  key: 'format',
  title: t('Format'),
  weight: '0.1',
  sentence,
  changes: [{ code: 'tag-missing', amount: '-1', reason: t('One of the tags is missing.') }],
});

/** What refinement is paid for, given the least IoU accuracy at which boxes are right. */
export function refinementPaid(rightFrom: number): Pick<PaidPart, 'sentence' | 'changes'> {
  return {
    sentence: t(
      'The boxes are right (IoU accuracy of {0} or more): paid in full if the other tool’s boxes were wrong, and half if they were right.',
      rightFrom,
    ),
    changes: [
      { code: 'tool-was-right', amount: '-0.5', reason: t('The other tool’s boxes are already right.') },
      {
        code: 'boxes-wrong',
        amount: '-1',
        reason: t('The IoU accuracy of the boxes is below {0}.', rightFrom),
      },
      notRead(),
    ],
  };
}

/** What the reward with the other tool's boxes pays for. */
export const vgPays = (): readonly PaidPart[] => [
  {
    key: 'accuracy',
    title: t('Refinement'),
    weight: '0.9',
    ...refinementPaid(RIGHT_FROM),
  },
  formatPart(t('The opening and closing tags of think, rethink and answer are anywhere in the response.')),
];

/** What the reward without a tool pays for. */
export const vgPlainPays = (): readonly PaidPart[] => [
  {
    key: 'accuracy',
    title: t('Boxes'),
    weight: '0.9',
    sentence: t(
      'The boxes match those of the reference: the sum of IoUs of the best assignment, divided by the larger number of boxes (at most 120 of each are compared).',
    ),
    changes: [
      {
        code: 'box-differs',
        amount: '(IoU - 1) / n',
        reason: t('A box differs from the box that it is matched with; n is the larger number of boxes.'),
        againstReference: true,
      },
      { code: 'box-unmatched', amount: '-1 / n', reason: t('A box is left over.'), againstReference: true },
      {
        code: 'box-missing',
        amount: '-1 / n',
        reason: t('A box of the reference is left over.'),
        againstReference: true,
      },
      {
        code: 'no-boxes',
        amount: '-1',
        reason: t('The answer has no boxes, but the reference has.'),
        againstReference: true,
      },
      {
        code: 'boxes-not-expected',
        amount: '-1',
        reason: t('The reference has no boxes, but the answer has.'),
        againstReference: true,
      },
      notRead(),
    ],
  },
  formatPart(t('The opening and closing tags of answer are anywhere in the response.')),
];
