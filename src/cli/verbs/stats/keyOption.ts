import { PageTraceError } from '../../../core/errors.ts';
import type { RewardProfile, ScoreContext } from '../../../core/rewards/model.ts';
import { PROFILE_NAMES } from '../../../core/rewards/names.ts';
import { profileByName } from '../../../core/rewards/registry.ts';

const NOTHING: ScoreContext = {
  numImages: null,
  verdict: 'unknown',
  question: null,
  reference: null,
  toolResults: null,
  responseLength: null,
};

/**
 * The field that `--key` names: one that the profile reports, or `score`, which is the records' own. Without it,
 * `overall`, or `score` where no profile scores.
 * @param asked the profile asked for, `none`, or null where each file tells its own: then the fields of all are known
 * @throws PageTraceError `bad-input` for a field that none reports, naming those that are.
 */
export function keyOption(key: string | undefined, asked: RewardProfile | 'none' | null): string {
  if (key === undefined) return asked === 'none' ? 'score' : 'overall';
  const profiles = asked === 'none' ? [] : asked === null ? PROFILE_NAMES.map(profileByName) : [asked];
  // What is reported is reported of every response, if only as not known.
  const fields = profiles.flatMap((profile) => [
    'overall',
    ...Object.keys(profile.score('', NOTHING).reported),
  ]);
  const known = [...new Set([...fields, 'score'])];
  if (known.includes(key)) return key;
  throw new PageTraceError('bad-input', `--key names no field that is reported: "${key}".`, {
    hint: `Write one of ${known.join(', ')}.`,
  });
}
