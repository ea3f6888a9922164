import type { UserRewardInput, UserRewardOptions } from '../../src/userRewards/model.ts';
import { input, rewardFile, startReward } from '../unit/userRewards/support.ts';
import { otherArea, type Failure } from './errorCase.ts';

/** The failure of the last of `inputs`. */
async function scoringFailure(
  file: string,
  inputs: readonly UserRewardInput[] = [input('a')],
  options: Partial<UserRewardOptions> = {},
): Promise<Failure> {
  const { reward } = startReward(file, options);
  const score = (await reward.score(inputs)).at(-1);
  if (score?.ok !== false) throw new Error('Nothing went wrong.');
  const { reason, message, hint, remedy } = score.error;
  return {
    reason,
    message: withoutPlaces(message),
    hint: hint && withoutPlaces(hint),
    remedy:
      remedy?.kind === 'provide-modules'
        ? { ...remedy, install: remedy.install && withoutPlaces(remedy.install) }
        : remedy,
  };
}

/** Removes the folders of files and of the interpreter, which differ between machines. */
function withoutPlaces(text: string): string {
  return text
    .replaceAll(/[^\s(]*[/\\](?=\w+\.py\b)/g, '')
    .replaceAll(/[^\s(]*python3?(?:\.\d+)?(?:\.exe)?(?= (?:-m|does))/g, 'PYTHON');
}

const returnFailure = (asked: string): Promise<Failure> =>
  scoringFailure(rewardFile('returns'), [input('a', asked), input('b', asked)]);

export const pythonRewardCases = otherArea('Python rewards', {
  'a file that is not there': () => scoringFailure(rewardFile('absent')),
  'a folder in place of a file': () => scoringFailure('/'),
  'a working directory that is not there': () =>
    scoringFailure(rewardFile('verl'), undefined, { cwd: '/absent/folder' }),
  'no such interpreter': () => scoringFailure(rewardFile('verl'), undefined, { python: 'no-such-python' }),
  'a function that is not there': () => scoringFailure(`${rewardFile('raises')}:score`),
  'a contract of no trainer': () => scoringFailure(`${rewardFile('contracts')}:other`),
  'a coroutine function that the trainer does not await': () =>
    scoringFailure(`${rewardFile('trainers')}:easyr1_waits`),
  'an argument that TRL does not pass': () => scoringFailure(`${rewardFile('trainers')}:trl_column`),
  'a file that installs packages': () => scoringFailure(rewardFile('installs')),
  'an argument that the function does not take': () =>
    scoringFailure(rewardFile('contracts'), undefined, { kwargs: { speed: 1 } }),
  'modules that are missing': () => scoringFailure(rewardFile('needs_modules')),
  'an environment variable that is missing': () => scoringFailure(rewardFile('needs_key')),
  'a file that raises while it is imported': () => scoringFailure(rewardFile('raises_at_import')),
  'a file with a relative import': () => scoringFailure(rewardFile('relative_import')),
  'a file with broken syntax': () => scoringFailure(rewardFile('broken_syntax')),
  'a call that raises': () => scoringFailure(rewardFile('raises'), [input('one')]),
  'a call that ends the process': () => scoringFailure(rewardFile('easyr1_sequential'), [input('exit')]),
  'a call after three that ended the process': () =>
    scoringFailure(
      rewardFile('easyr1_sequential'),
      ['exit', 'exit', 'exit', 'a'].map((word) => input(word)),
    ),
  'a call that hangs': () =>
    scoringFailure(rewardFile('easyr1_sequential'), [input('hang')], { timeLimitMs: 200, graceMs: 10_000 }),
  'a function that writes to the channel of the scores': () => scoringFailure(rewardFile('writes_replies')),
  'a record that is nested too deeply': () =>
    scoringFailure(rewardFile('verl'), [
      input('a', '', { extra_info: JSON.parse(`{"a":${'['.repeat(600)}${']'.repeat(600)}}`) as object }),
    ]),
  'the wrong number of scores': () => returnFailure('too few'),
  'a score that is no dict': () => returnFailure('numbers'),
  'a dict without overall': () => returnFailure('no overall'),
  'an overall that is not a number': () => returnFailure('none inside'),
});
