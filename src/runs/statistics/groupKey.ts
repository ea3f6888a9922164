import { createHash } from 'node:crypto';
import { questionOfPrompt } from '../../core/records/promptQuestion.ts';
import type { Sample } from '../../core/records/sample.ts';
import type { SampleGroup } from '../../core/summary/sampleFacts.ts';
import { UNKNOWN_CONTEXT, type RewardProfile } from '../../core/rewards/model.ts';
import { PROFILE_NAMES } from '../../core/rewards/names.ts';
import { profileByName } from '../../core/rewards/registry.ts';

/** The group that a sample belongs to: the samples of one question, of one training step if steps are known. */
export interface GroupKey {
  /** Identical for the samples of one group, and different for all others. */
  readonly key: string;
  /** The displayed name. */
  readonly name: string;
  readonly step: number | null;
}

/** The most characters of a group's name. A longer one, such as a question, is cut off. */
const NAME = 80;

/**
 * The group that a sample's record names, otherwise that of its question and reference; null if there is neither. The
 * training step is not part of it.
 */
export function sampleGroup({
  group,
  groupScope: scope,
  groupKeys: keys,
  questionKeys,
  question,
  sentPrompt,
  reference,
}: Sample): SampleGroup | null {
  if (group === null && question === null) return null;
  const askedKey = (): string => hashOf(JSON.stringify([sentPrompt ?? question, reference]));
  const name = group === null ? questionName(question) : beginningOf(group);
  if (group === null) return { key: askedKey(), name, keys };
  const named = { key: scope === undefined ? `name:${group}` : `name:${group}\n${scope}`, name, keys };
  if (questionKeys === undefined) return named;
  return { ...named, question: { key: askedKey(), name: questionName(question), keys: questionKeys } };
}

/** The first characters of a name. */
function beginningOf(name: string): string {
  if (name.length <= NAME) return name;
  // A character has at most two units, so that only the beginning of a long question is split into characters.
  return Array.from(name.slice(0, 2 * NAME))
    .slice(0, NAME)
    .join('');
}

/** The last question that was named: the samples of a question usually follow each other. */
const lastNamed = { question: '', name: '' };

/** The name of a group by its question. */
function questionName(question: string | null): string {
  if (question !== null && question !== lastNamed.question) {
    lastNamed.question = question;
    lastNamed.name = beginningOf(questionOfPrompt(question));
  }
  return question === null ? '' : lastNamed.name;
}

/** The last text that was hashed: the samples of a question usually follow each other. */
const last = { text: '', key: '' };

/** The key of a group by what its samples have in common, which can be long, in groups that can be many. */
function hashOf(text: string): string {
  if (text !== last.text) {
    last.text = text;
    last.key = `hash:${createHash('sha256').update(text).digest('base64')}`;
  }
  return last.key;
}

/** The group of a sample within its training step; null if it has none. */
export function groupKey(sample: Sample): GroupKey | null {
  const found = sampleGroup(sample);
  if (found === null) return null;
  const { step } = sample;
  return { key: `${step ?? ''}:${found.key}`, name: found.name, step };
}

/**
 * The fields whose numbers can be compared within groups: those that the profile reports, and `score`, which belongs to
 * the records.
 * @param profile null if each file names its own, so that it may be any; `none` if no profile scores
 */
export function comparableFields(profile: RewardProfile | 'none' | null): readonly string[] {
  const profiles = profile === 'none' ? [] : profile === null ? PROFILE_NAMES.map(profileByName) : [profile];
  // A profile reports the same fields for every response.
  const fields = profiles.flatMap((each) => [
    'overall',
    ...Object.keys(each.score('', UNKNOWN_CONTEXT).reported),
  ]);
  return [...new Set([...fields, 'score'])];
}
