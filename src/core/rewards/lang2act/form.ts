import { LANG2ACT_TAGS } from './tagPlaces.ts';
import type { Decimal, FormTools, PaidChange, PaidPart, RewardForm } from '../model.ts';

/** The toolbox that Lang2Act's second stage offers. */
export const LANG2ACT_TOOLBOX: ReadonlySet<string> = new Set([
  'locate_visual_element',
  'read_text_element',
  'read_numeric_value',
  'identify_entity_attribute',
  'compare_values',
  'infer_missing_information',
  'compute_percentage',
]);

/** The tools that the reward allows: the toolbox, and one that the prompt does not offer. */
export const LANG2ACT_ALLOWED: ReadonlySet<string> = new Set([...LANG2ACT_TOOLBOX, 'compute_difference']);

/** The allowed tools whose args are numbers, not a place in an image. */
export const LANG2ACT_NUMERIC: ReadonlySet<string> = new Set(['compute_percentage', 'compute_difference']);

/** The most tool calls that the reward accepts without a deduction. */
export const MOST_TOOLS = 8;

/** An amount, exact for people and as the double that the reference subtracts, with the case in which it applies. */
const costing = (amount: Decimal, reason: string) => ({ amount, cost: -Number(amount), reason });

/** What each fault adds to the tool score. */
export const COSTS = {
  'unknown-tool': costing('-0.3', 'The tool is not one of the eight that the reward knows.'),
  'args-empty': costing('-0.2', 'The args of a computing tool are empty.'),
  'args-without-image-prefix': costing('-0.2', 'The args of another tool do not begin with `Image k:`.'),
  'args-without-image': costing('-0.2', 'The args of another tool name no image.'),
  'image-out-of-range': costing(
    '-0.5',
    'The args name an image that the request does not have; deducted for each such image.',
  ),
  'image-not-in-think': costing(
    '-0.1',
    'The args name an image that think does not name; deducted for each such image.',
  ),
  'empty-observation': costing('-0.1', 'The observation of a tool that the reward knows is empty.'),
  'too-many-tools': costing('-0.1', `More than ${MOST_TOOLS} tool calls are seen; deducted once.`),
} as const;

/** The tags of Lang2Act's responses, as all its rewards read them. */
const LANG2ACT_FORM_TAGS: RewardForm['tags'] = LANG2ACT_TAGS.map((name) => ({
  name,
  required: true,
  caseSensitive: false,
}));

const argsOf = (name: string): FormTools['allowed'][number]['args'] =>
  LANG2ACT_NUMERIC.has(name) ? 'filled' : 'image';

/** What the tool stage's code reads. */
export const LANG2ACT_FORM: RewardForm = {
  tags: LANG2ACT_FORM_TAGS,
  order: LANG2ACT_TAGS,
  closed: false,
  tools: {
    container: 'description',
    allowed: Array.from(LANG2ACT_ALLOWED, (name) => ({ name, args: argsOf(name) })),
    most: MOST_TOOLS,
    observation: true,
  },
  length: null,
  judged: true,
  reads: ['prompt', 'ground_truth', 'num_images'],
};

/** What the paper's equations read. */
export const LANG2ACT_PAPER_FORM: RewardForm = {
  ...LANG2ACT_FORM,
  tools: {
    container: 'description',
    allowed: Array.from(LANG2ACT_TOOLBOX, (name) => ({ name, args: 'any' })),
    most: null,
    observation: false,
  },
  reads: ['prompt', 'ground_truth'],
};

/** The deductions from the answer's component if a judge decides it. */
export const ANSWER_CHANGES: readonly PaidChange[] = [
  { code: 'answer-wrong', amount: '-1', reason: 'The answer is judged wrong.' },
  { code: 'answer-missing', amount: '-1', reason: 'There is no complete `<answer>`, so nothing is judged.' },
  { code: 'answer-empty', amount: '-1', reason: 'The answer is empty, so it is not judged.' },
];

const FORMAT_CHANGES: readonly PaidChange[] = [
  { code: 'tag-count', amount: '-1', reason: 'A tag is not opened and closed exactly once.' },
  { code: 'tag-malformed', amount: '-1', reason: 'A tag is closed before it is opened.' },
  { code: 'tag-order', amount: '-1', reason: 'The tags are not in the order think, description, answer.' },
  { code: 'tool-leakage', amount: '-1', reason: 'A tool call is outside description.' },
];

const NOT_VALID: PaidChange = {
  code: 'format-not-valid',
  amount: '-1',
  reason: 'The format is not valid, so nothing else is checked.',
};

/** What the tool stage's code pays for. */
export const LANG2ACT_PAYS: readonly PaidPart[] = [
  {
    key: 'answer',
    title: 'Answer',
    weight: '0.8',
    sentence: 'The answer is right, according to a judge.',
    changes: [...ANSWER_CHANGES.filter(({ code }) => code !== 'answer-missing'), NOT_VALID],
  },
  {
    key: 'format',
    title: 'Format',
    weight: '0.1',
    sentence:
      'Think, description and answer each occur once and in order, and tool calls are only in description.',
    changes: FORMAT_CHANGES,
  },
  {
    key: 'tool',
    title: 'Tools',
    weight: '0.1',
    sentence: 'The tool calls in description use known tools and name the images that they look at.',
    changes: [
      { code: 'no-tool-seen', amount: '-1', reason: 'The reward sees no tool call in description.' },
      ...Object.entries(COSTS).map(([code, { amount, reason }]) => ({ code, amount, reason })),
      { code: 'tool-floor', amount: 'up to 0', reason: 'The tool score does not go below 0.' },
      NOT_VALID,
    ],
  },
];

/** What the paper's equations pay for. */
export const LANG2ACT_PAPER_PAYS: readonly PaidPart[] = [
  {
    key: 'answer',
    title: 'Answer',
    weight: '0.8',
    sentence: 'The answer is right, according to a judge.',
    changes: ANSWER_CHANGES,
  },
  {
    key: 'tool',
    title: 'Tools',
    weight: '0.2',
    sentence:
      'The tags occur once and in order, tool calls are only in description, and each uses one of the toolbox’s seven tools.',
    changes: [
      ...FORMAT_CHANGES,
      {
        code: 'unknown-tool',
        amount: '-1',
        reason: 'A tool call uses none of the seven tools of the toolbox.',
      },
    ],
  },
];
