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

const NOT_READ: PaidChange = {
  code: 'boxes-not-read',
  amount: '-1',
  reason:
    'The last complete `<answer>` is not JSON as Python reads it, an entry is a number, true, false or null, boxes differ in length or contain something other than numbers, or an IoU is not a number.',
};

const formatPart = (tags: string): PaidPart => ({
  key: 'format',
  title: 'Format',
  weight: '0.1',
  sentence: `The opening and closing tags of ${tags} are anywhere in the response.`,
  changes: [{ code: 'tag-missing', amount: '-1', reason: 'One of the tags is missing.' }],
});

/** What refinement is paid for, given the least IoU accuracy at which boxes are right. */
export function refinementPaid(rightFrom: number): Pick<PaidPart, 'sentence' | 'changes'> {
  return {
    sentence: `The boxes are right (IoU accuracy of ${rightFrom} or more): paid in full if the other tool’s were wrong, by half if they were right.`,
    changes: [
      { code: 'tool-was-right', amount: '-0.5', reason: 'The other tool’s boxes are already right.' },
      { code: 'boxes-wrong', amount: '-1', reason: `The IoU accuracy of the boxes is below ${rightFrom}.` },
      NOT_READ,
    ],
  };
}

/** What the reward with the other tool's boxes pays for. */
export const VG_PAYS: readonly PaidPart[] = [
  {
    key: 'accuracy',
    title: 'Refinement',
    weight: '0.9',
    ...refinementPaid(RIGHT_FROM),
  },
  formatPart('think, rethink and answer'),
];

/** What the reward without a tool pays for. */
export const VG_PLAIN_PAYS: readonly PaidPart[] = [
  {
    key: 'accuracy',
    title: 'Boxes',
    weight: '0.9',
    sentence:
      'The boxes match those of the reference: the sum of IoUs of the best assignment, divided by the larger number of boxes (at most 120 of each are compared).',
    changes: [
      {
        code: 'box-differs',
        amount: '(IoU - 1) / n',
        reason: 'A box differs from the box that it is matched with; n is the larger number of boxes.',
        againstReference: true,
      },
      { code: 'box-unmatched', amount: '-1 / n', reason: 'A box is left over.', againstReference: true },
      {
        code: 'box-missing',
        amount: '-1 / n',
        reason: 'A box of the reference is left over.',
        againstReference: true,
      },
      {
        code: 'no-boxes',
        amount: '-1',
        reason: 'The answer has no boxes, but the reference has.',
        againstReference: true,
      },
      {
        code: 'boxes-not-expected',
        amount: '-1',
        reason: 'The reference has no boxes, but the answer has.',
        againstReference: true,
      },
      NOT_READ,
    ],
  },
  formatPart('answer'),
];
