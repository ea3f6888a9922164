import { EVISRAG_TAGS } from './formatFault.ts';
import type { LengthWindow, PaidPart, RewardForm } from '../model.ts';

/**
 * The length in tokens: too short below `least`, paid in full up to `most`, gradually less up to `end`, and beyond that
 * as little as if it were too short.
 */
export const EVISRAG_LENGTH: LengthWindow = { least: 200, most: 1024, end: 1536 };

/** What EVisRAG's reward reads. */
export const EVISRAG_FORM: RewardForm = {
  tags: EVISRAG_TAGS.map((name) => ({ name, required: true, caseSensitive: true })),
  order: EVISRAG_TAGS,
  closed: true,
  tools: null,
  length: EVISRAG_LENGTH,
  judged: false,
  reads: ['ground_truth', 'response_length'],
};

/** What a length is paid for. */
export function lengthPaid({ least, most, end }: LengthWindow): Pick<PaidPart, 'sentence' | 'changes'> {
  return {
    sentence: `The response has ${least} to ${most} tokens; the value starts at 0 and can only lower the reward.`,
    changes: [
      { code: 'too-short', amount: '-1', reason: `Fewer than ${least} tokens.` },
      {
        code: 'long',
        amount: '-1 to 0',
        reason: `More than ${most} tokens, up to ${end}: (${most} - tokens) / ${end - most}.`,
      },
      { code: 'too-long', amount: '-1', reason: `More than ${end} tokens.` },
    ],
  };
}

/** What EVisRAG's reward pays for. */
export const EVISRAG_PAYS: readonly PaidPart[] = [
  {
    key: 'accuracy',
    title: 'Answer',
    weight: '3',
    sentence: 'The words of the answer agree with those of the reference, by F1 over sets of words.',
    changes: [
      { code: 'answer-missing', amount: '-1', reason: 'The response lacks `<answer>` or `</answer>`.' },
      {
        code: 'answer-differs',
        amount: '-1 to 0',
        reason: 'There are missing or additional words: F1 minus 1.',
        againstReference: true,
      },
    ],
  },
  {
    key: 'evidence',
    title: 'Evidence',
    weight: '3',
    sentence:
      'Each item `[1]:` to `[6]:` of the reference’s evidence matches the item of that number; an image without information has weight 1, others 3.',
    changes: [
      { code: 'evidence-missing', amount: '-1', reason: 'The response lacks `<evidence>` or `</evidence>`.' },
      {
        code: 'evidence-without-reference',
        amount: '-1',
        reason: 'The reference’s evidence has no item `[1]:`.',
        againstReference: true,
      },
      {
        code: 'evidence-item-missing',
        amount: 'minus the item’s share of the weights',
        reason: 'The evidence lacks an item of the reference.',
        againstReference: true,
      },
      {
        code: 'evidence-item-differs',
        amount: 'minus a part of the item’s share',
        reason:
          'An item of 5 or more words in the reference is compared by F1 over words; a shorter one must be contained.',
        againstReference: true,
      },
      {
        code: 'evidence-not-divided',
        amount: 'the sum of the weights less 1',
        reason: 'The reference has all six items, so their sum is not divided.',
      },
    ],
  },
  {
    key: 'overlong',
    title: 'Length',
    weight: '1',
    ...lengthPaid(EVISRAG_LENGTH),
  },
  {
    key: 'format',
    title: 'Format',
    weight: '1',
    sentence:
      'Observe, evidence, think and answer each occur once and in order, separated by white space, with nothing before or after them.',
    changes: [
      { code: 'tag-count', amount: '-1', reason: 'A tag is not opened and closed exactly once.' },
      { code: 'tag-malformed', amount: '-1', reason: 'A tag is closed before it is opened.' },
      { code: 'tag-order', amount: '-1', reason: 'A part is opened before the previous one is closed.' },
      { code: 'text-between', amount: '-1', reason: 'There is text between two parts.' },
      {
        code: 'text-around',
        amount: '-1',
        reason: 'There is text before the first part or after the last one.',
      },
    ],
  },
  {
    key: 'isObserve',
    title: 'Observation',
    weight: '1',
    sentence:
      'Observe does not number its images like evidence; the value starts at 0 and can only lower the reward.',
    changes: [{ code: 'evidence-in-observe', amount: '-1', reason: 'One of `[1]` to `[5]` is in observe.' }],
  },
  {
    key: 'isThink',
    title: 'Reasoning',
    weight: '1',
    sentence: 'Think differs from the answer; the value starts at 0 and can only lower the reward.',
    changes: [{ code: 'think-equals-answer', amount: '-1', reason: 'Think and answer are the same text.' }],
  },
];
