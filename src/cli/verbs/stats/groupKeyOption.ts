import { PageTraceError } from '../../../core/errors.ts';
import type { RewardProfile } from '../../../core/rewards/model.ts';
import { comparableFields } from '../../../runs/statistics/groupKey.ts';

/**
 * The field that `--key` names: one that the profile reports; `python`, the reward of the person's own function; or
 * `score`, which the records themselves have. Without the option it is `overall`; if no profile scores, it is `python`
 * or `score`.
 * @param profile the profile that `--profile` names, or `none`. If it is null, each file names its own profile, and the
 * fields of all profiles are allowed
 * @param hasPython whether a function of the person scores
 * @throws PageTraceError `bad-input` for a field that none reports, naming those that are
 */
export function readGroupKey(
  key: string | undefined,
  profile: RewardProfile | 'none' | null,
  hasPython: boolean,
): string {
  if (key === undefined) return profile !== 'none' ? 'overall' : hasPython ? 'python' : 'score';
  const fields = [...comparableFields(profile), ...(hasPython ? ['python'] : [])];
  if (fields.includes(key)) return key;
  throw new PageTraceError('bad-input', `--key names no field that is reported: "${key}".`, {
    hint: `Write one of ${fields.join(', ')}.`,
  });
}
