import { t } from '../../t.ts';
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
    sentence: t(
      'The response has {0} to {1} tokens; the value starts at 0 and can only lower the reward.',
      least,
      most,
    ),
    changes: [
      { code: 'too-short', amount: '-1', reason: t('Fewer than {0} tokens.', least) },
      {
        code: 'long',
        amount: t('-1 to 0'),
        reason: t('More than {0} tokens, up to {1}: ({2} - tokens) / {3}.', most, end, most, end - most),
      },
      { code: 'too-long', amount: '-1', reason: t('More than {0} tokens.', end) },
    ],
  };
}

/** The key, title and weight of each part. */
export const EVISRAG_HEADS = [
  {
    key: 'accuracy',
    get title() {
      return t('Answer');
    },
    weight: '3',
  },
  {
    key: 'evidence',
    get title() {
      return t('Evidence');
    },
    weight: '3',
  },
  {
    key: 'overlong',
    get title() {
      return t('Length');
    },
    weight: '1',
  },
  {
    key: 'format',
    get title() {
      return t('Format');
    },
    weight: '1',
  },
  {
    key: 'isObserve',
    get title() {
      return t('Observation');
    },
    weight: '1',
  },
  {
    key: 'isThink',
    get title() {
      return t('Reasoning');
    },
    weight: '1',
  },
] as const;

/** What EVisRAG's reward pays for. */
export const evisragPays = (): readonly PaidPart[] => [
  {
    ...EVISRAG_HEADS[0],
    sentence: t('The words of the answer agree with those of the reference, by F1 over sets of words.'),
    changes: [
      { code: 'answer-missing', amount: '-1', reason: t('The response lacks `<answer>` or `</answer>`.') },
      {
        code: 'answer-differs',
        amount: t('-1 to 0'),
        reason: t('There are missing or additional words: F1 minus 1.'),
        againstReference: true,
      },
    ],
  },
  {
    ...EVISRAG_HEADS[1],
    sentence: t(
      'Each item `[1]:` to `[6]:` of the reference’s evidence matches the item of that number; an image without information has weight 1, others 3.',
    ),
    changes: [
      {
        code: 'evidence-missing',
        amount: '-1',
        reason: t('The response lacks `<evidence>` or `</evidence>`.'),
      },
      {
        code: 'evidence-without-reference',
        amount: '-1',
        reason: t('The reference’s evidence has no item `[1]:`.'),
        againstReference: true,
      },
      {
        code: 'evidence-item-missing',
        amount: t('minus the item’s share of the weights'),
        reason: t('The evidence lacks an item of the reference.'),
        againstReference: true,
      },
      {
        code: 'evidence-item-differs',
        amount: t('minus a part of the item’s share'),
        reason: t(
          'An item of 5 or more words in the reference is compared by F1 over words; a shorter one must be contained.',
        ),
        againstReference: true,
      },
      {
        code: 'evidence-not-divided',
        amount: t('the sum of the weights less 1'),
        reason: t('The reference has all six items, so their sum is not divided.'),
      },
    ],
  },
  {
    ...EVISRAG_HEADS[2],
    ...lengthPaid(EVISRAG_LENGTH),
  },
  {
    ...EVISRAG_HEADS[3],
    sentence: t(
      'Observe, evidence, think and answer each occur once and in order, separated by white space, with nothing before or after them.',
    ),
    changes: [
      { code: 'tag-count', amount: '-1', reason: t('A tag is not opened and closed exactly once.') },
      { code: 'tag-malformed', amount: '-1', reason: t('A tag is closed before it is opened.') },
      { code: 'tag-order', amount: '-1', reason: t('A part is opened before the previous one is closed.') },
      { code: 'text-between', amount: '-1', reason: t('There is text between two parts.') },
      {
        code: 'text-around',
        amount: '-1',
        reason: t('There is text before the first part or after the last one.'),
      },
    ],
  },
  {
    ...EVISRAG_HEADS[4],
    sentence: t(
      'Observe does not number its images like evidence; the value starts at 0 and can only lower the reward.',
    ),
    changes: [
      { code: 'evidence-in-observe', amount: '-1', reason: t('One of `[1]` to `[5]` is in observe.') },
    ],
  },
  {
    ...EVISRAG_HEADS[5],
    sentence: t('Think differs from the answer; the value starts at 0 and can only lower the reward.'),
    changes: [
      { code: 'think-equals-answer', amount: '-1', reason: t('Think and answer are the same text.') },
    ],
  },
];
