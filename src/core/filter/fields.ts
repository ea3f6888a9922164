import type { RowState } from './model.ts';

/**
 * What a field holds. `part`: a text, in which `:` searches. `name`: a text that is compared as a whole. `list`: names.
 * `number`; `group`: a number of the group. `any`: a number or a text under a key of the record, as it comes.
 */
export type FieldKind = 'part' | 'name' | 'list' | 'number' | 'group' | 'any';

/** The texts of a sample, in which a filter searches. */
export const PART_FIELDS: readonly string[] = ['question', 'prompt', 'response', 'answer', 'reference'];

/** Where a text without a field is searched. */
export const SEARCHED_FIELDS: readonly string[] = ['question', 'response', 'answer'];

/** Texts that are compared as a whole. */
const NAME_FIELDS: readonly string[] = ['id', 'file', 'finish', 'verdict', 'problem', 'group'];

/** Lists of names, and the number of their entries. */
export const LIST_FIELDS: readonly string[] = ['tool', 'finding', 'claim'];
export const COUNT_FIELDS: readonly string[] = ['tools', 'findings', 'claims'];

/** Numbers of a row within its group: the advantages of GRPO and of RLOO. */
export const ADVANTAGE_FIELDS = ['advantage', 'rloo'] as const;

/** Whether a field is one of the advantages. */
export function isAdvantage(name: string): name is (typeof ADVANTAGE_FIELDS)[number] {
  return ADVANTAGE_FIELDS.some((field) => field === name);
}

/** Numbers that a row may have in any run, beside those of its record. */
export const NUMBER_FIELDS: readonly string[] = [
  'step',
  'score',
  'reward',
  'length',
  'grounded',
  ...COUNT_FIELDS,
  ...ADVANTAGE_FIELDS,
];

/**
 * Numbers that rows have after a what-if of the run view was shown: the reward and the advantage then, whether the
 * advantage changes its sign (1 or 0), and by how many places the row moves up in its group.
 */
export const WHAT_IF_FIELDS: readonly string[] = [
  'whatif.reward',
  'whatif.advantage',
  'whatif.turned',
  'whatif.moved',
];

/** How the claims of rows meet the places that show the answer. */
const GOLD_CLAIM_FIELDS: readonly string[] = ['gold_claims', 'gold_seen'];

/** Numbers of rows whose records say which pages or places show the answer: few runs have them. */
const GOLD_FIELDS: readonly string[] = ['gold_sent', ...GOLD_CLAIM_FIELDS];

/** Fields that are known only after the pages of a run were searched. */
export const CLAIM_FIELDS: readonly string[] = ['claim', 'claims', 'grounded', ...GOLD_CLAIM_FIELDS];

/**
 * Numbers of a group, for `group.n` and so on: how many samples it has; mean, sample standard deviation, minimum and
 * maximum of their reward, or else their score; how many are right and wrong, and the share of those that are right; the
 * share of its most frequent answer.
 */
export const GROUP_FIELDS: readonly string[] = [
  'n',
  'mean',
  'std',
  'min',
  'max',
  'right',
  'wrong',
  'share',
  'agreement',
];

/** The numbers of a group that may be of any number of its samples: `group.mean.acc`. */
export const KEYED_GROUP_FIELDS: readonly string[] = ['mean', 'std', 'min', 'max'];

/**
 * What a field such as `group.mean.acc` is of: a number of a group, and the field of its samples that it is computed
 * from. Null for other fields.
 */
export function keyedGroupField(name: string): { readonly statistic: string; readonly key: string } | null {
  const [, statistic = '', key = ''] = /^group\.([^.]*)\.(.+)$/su.exec(name) ?? [];
  return KEYED_GROUP_FIELDS.includes(statistic) ? { statistic, key } : null;
}

/**
 * The key of the record that a field such as `record.advantage` names, which is its own value also where the key is the
 * name of another field; null for other fields.
 */
export function recordKeyOf(name: string): string | null {
  return name.startsWith('record.') ? name.slice('record.'.length) : null;
}

/** The fields that conditions may begin with in any run. */
export const GENERAL_FIELDS: readonly string[] = [
  ...PART_FIELDS,
  ...NAME_FIELDS,
  ...LIST_FIELDS,
  ...NUMBER_FIELDS,
  ...GROUP_FIELDS.map((name) => `group.${name}`),
];

/** The fields of conditions about a row as a whole: `has:reward`, `missing:reference`, `is:broken`. */
export const ROW_FIELDS: readonly string[] = ['has', 'missing', 'is'];

/** What may follow `is:`. */
export const ROW_STATES: readonly RowState[] = ['failed', 'broken', 'truncated', 'right', 'wrong'];

/** What may follow `verdict:`. */
export const VERDICTS: readonly string[] = ['right', 'wrong'];

/** What a field holds, by its name. */
export function kindOfField(name: string): FieldKind {
  if (PART_FIELDS.includes(name)) return 'part';
  if (NAME_FIELDS.includes(name)) return 'name';
  if (LIST_FIELDS.includes(name)) return 'list';
  if (name.startsWith('group.')) return 'group';
  if ([NUMBER_FIELDS, GOLD_FIELDS, WHAT_IF_FIELDS].some((names) => names.includes(name))) return 'number';
  if (name.startsWith('reward.')) return 'number';
  return 'any';
}
