import { t } from '../../t.ts';
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

/** An amount, exact for people and as the double that the reference subtracts. */
const costing = (amount: Decimal) => ({ amount, cost: -Number(amount) });

/** What each fault adds to the tool score. */
export const COSTS = {
  'unknown-tool': costing('-0.3'),
  'args-empty': costing('-0.2'),
  'args-without-image-prefix': costing('-0.2'),
  'args-without-image': costing('-0.2'),
  'image-out-of-range': costing('-0.5'),
  'image-not-in-think': costing('-0.1'),
  'empty-observation': costing('-0.1'),
  'too-many-tools': costing('-0.1'),
} as const;

/** A fault that costs something in the tool score. */
export type CostCode = keyof typeof COSTS;

/** When each fault is deducted. */
const costReasons = (): Readonly<Record<CostCode, string>> => ({
  'unknown-tool': unknownTool(LANG2ACT_ALLOWED.size),
  'args-empty': t('The args of a computing tool are empty.'),
  'args-without-image-prefix': t('The args of another tool do not begin with `Image k:`.'),
  'args-without-image': t('The args of another tool name no image.'),
  'image-out-of-range': t(
    'The args name an image that the request does not have; deducted for each such image.',
  ),
  'image-not-in-think': t('The args name an image that think does not name; deducted for each such image.'),
  'empty-observation': t('The observation of a tool that the reward knows is empty.'),
  'too-many-tools': tooManyTools(MOST_TOOLS),
});

/** When an unknown tool is deducted, given the number of known tools. */
export function unknownTool(known: number): string {
  if (known === 1) return t('The tool is not the one tool that the reward knows.');
  return known === LANG2ACT_ALLOWED.size
    ? t('The tool is not one of the eight that the reward knows.')
    : t('The tool is not one of the {0} tools that the reward knows.', known);
}

/** When too many tool calls are deducted. */
export const tooManyTools = (most: number): string =>
  t('More than {0} tool calls are seen; deducted once.', most);

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
export const answerChanges = (): readonly PaidChange[] => [
  { code: 'answer-wrong', amount: '-1', reason: t('The answer is judged wrong.') },
  {
    code: 'answer-missing',
    amount: '-1',
    reason: t('There is no complete `<answer>`, so nothing is judged.'),
  },
  { code: 'answer-empty', amount: '-1', reason: t('The answer is empty, so it is not judged.') },
];

const formatChanges = (): readonly PaidChange[] => [
  { code: 'tag-count', amount: '-1', reason: t('A tag is not opened and closed exactly once.') },
  { code: 'tag-malformed', amount: '-1', reason: t('A tag is closed before it is opened.') },
  { code: 'tag-order', amount: '-1', reason: t('The tags are not in the order think, description, answer.') },
  { code: 'tool-leakage', amount: '-1', reason: t('A tool call is outside description.') },
];

const notValid = (): PaidChange => ({
  code: 'format-not-valid',
  amount: '-1',
  reason: t('The format is not valid, so nothing else is checked.'),
});

/** What the tool stage's code pays for. */
export const lang2actPays = (): readonly PaidPart[] => [
  {
    key: 'answer',
    title: t('Answer'),
    weight: '0.8',
    sentence: t('The answer is right, according to a judge.'),
    changes: [...answerChanges().filter(({ code }) => code !== 'answer-missing'), notValid()],
  },
  {
    key: 'format',
    title: t('Format'),
    weight: '0.1',
    sentence: t(
      'Think, description and answer each occur once and in order, and tool calls are only in description.',
    ),
    changes: formatChanges(),
  },
  {
    key: 'tool',
    title: t('Tools'),
    weight: '0.1',
    sentence: t('The tool calls in description use known tools and name the images that they look at.'),
    changes: [
      { code: 'no-tool-seen', amount: '-1', reason: t('The reward sees no tool call in description.') },
      ...Object.entries(costReasons()).map(([code, reason]) => ({
        code,
        amount: COSTS[code as CostCode].amount,
        reason,
      })),
      { code: 'tool-floor', amount: t('up to 0'), reason: t('The tool score does not go below 0.') },
      notValid(),
    ],
  },
];

/** What the paper's equations pay for. */
export const lang2actPaperPays = (): readonly PaidPart[] => [
  {
    key: 'answer',
    title: t('Answer'),
    weight: '0.8',
    sentence: t('The answer is right, according to a judge.'),
    changes: answerChanges(),
  },
  {
    key: 'tool',
    title: t('Tools'),
    weight: '0.2',
    sentence: t(
      'The tags occur once and in order, tool calls are only in description, and each uses one of the toolbox’s seven tools.',
    ),
    changes: [
      ...formatChanges(),
      {
        code: 'unknown-tool',
        amount: '-1',
        reason: t('A tool call uses none of the seven tools of the toolbox.'),
      },
    ],
  },
];
