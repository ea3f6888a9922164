import { createHash } from 'node:crypto';
import type { Sample } from '../../core/records/sample.ts';
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
 * The group that a sample's record names, otherwise that of its question and reference, within its training step; null
 * if there is neither.
 */
export function groupKey({ group, question, reference, step }: Sample): GroupKey | null {
  if (group === null && question === null) return null;
  const name = Array.from(group ?? question ?? '')
    .slice(0, NAME)
    .join('');
  if (group !== null) return { key: `${step ?? ''}:${group}`, name, step };
  // Questions can be long and many, so only their hash is kept.
  const hash = createHash('sha256').update(JSON.stringify([question, reference, step]));
  return { key: hash.digest('base64'), name, step };
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
