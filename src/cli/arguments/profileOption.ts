import { PageTraceError } from '../../core/errors.ts';
import type { RewardProfile } from '../../core/rewards/model.ts';
import { isProfileName, PROFILE_NAMES } from '../../core/rewards/names.ts';
import { profileByName } from '../../core/rewards/registry.ts';
import { loadComposite } from '../../runs/choosing/loadComposite.ts';
import { ProfileChoice } from '../../runs/choosing/profileChoice.ts';
import { nameFile } from '../../runs/reading/bytes.ts';
import type { VerbContext } from '../terminal/verb.ts';

const NAMED = `The profiles are ${PROFILE_NAMES.join(', ')}; pagetrace profiles says what each pays for.`;

/**
 * The profile that an option names: a built-in one, or the file of a composite.
 * @throws PageTraceError `bad-input` for an unknown profile, and for a file that cannot be used, naming each mistake
 * and its place
 */
export async function loadProfile(name: string): Promise<RewardProfile> {
  if (isProfileName(name)) return profileByName(name);
  if (name.endsWith('.json')) return loadComposite(name);
  throw new PageTraceError('bad-input', `There is no reward profile "${name}".`, {
    hint: `${NAMED} The file of a composite profile ends in .json.`,
  });
}

/**
 * Chooses the profile of each sample: `fixed`, the one that `--profile` names, or otherwise by the content of the
 * files. A profile that is chosen by the records of a file is reported on standard error.
 */
export function profileChoice(
  fixed: RewardProfile | null,
  { terminal, mayRead }: Pick<VerbContext, 'terminal' | 'mayRead'>,
): ProfileChoice {
  const report = (file: string, { name }: RewardProfile, isNamed: boolean): void => {
    terminal.say(
      isNamed
        ? `${nameFile(file)} is scored by ${name}, as its records say. Choose another with --profile.`
        : `${nameFile(file)} is scored by ${name}, which its first records suggest. Choose another with --profile.`,
    );
  };
  return new ProfileChoice(fixed, report, mayRead);
}
