import { fileURLToPath } from 'node:url';
import { PageTraceError } from '../../../core/errors.ts';
import type { Sample } from '../../../core/records/sample.ts';
import type { ScoreContext } from '../../../core/rewards/model.ts';
import { rewardInput } from '../../../userRewards/inputs.ts';
import { CONTRACTS, type UserFailed, type UserReward, type UserScore } from '../../../userRewards/model.ts';
import { createUserReward } from '../../../userRewards/userReward.ts';
import { numberOption, wordOption } from '../../arguments/arguments.ts';
import { packageFile } from '../../package/shippedFile.ts';
import type { VerbContext } from '../../terminal/verb.ts';

/** Options about a reward function of the person's own. */
export const userRewardOptions = {
  python: { type: 'string' },
  interpreter: { type: 'string' },
  contract: { type: 'string' },
  'time-limit': { type: 'string' },
} as const;

/** Calls in a row that may run out of time: a function that hangs would cost the limit once a portion of a file. */
const MOST_LATE = 3;

/** A reward function of the person's own, ready to score. */
export interface UserScorer {
  /** One score a sample, in their order. */
  score(
    samples: readonly { readonly sample: Sample; readonly context: ScoreContext }[],
  ): Promise<readonly UserScore[]>;
  close(): Promise<void>;
}

/**
 * The reward function that `--python` names, loaded; null without one.
 * @param passed whether it is given all that a record carries, or only what the trainer passes
 * @throws PageTraceError why it cannot be loaded.
 */
export async function openUserScorer(
  values: {
    readonly python?: string | undefined;
    readonly interpreter?: string | undefined;
    readonly contract?: string | undefined;
    readonly 'time-limit'?: string | undefined;
  },
  passed: 'trainer' | 'everything',
  { terminal, environment, interrupted }: VerbContext,
): Promise<UserScorer | null> {
  const limit = numberOption('time-limit', values['time-limit'], { least: 0.001, most: 86_400 }, 60);
  const contract = wordOption('contract', values.contract, CONTRACTS, null);
  if (values.python === undefined) return null;
  const reward = createUserReward({
    file: values.python,
    python: values.interpreter ?? environment['PAGETRACE_PYTHON'] ?? defaultInterpreter,
    contract,
    timeLimitMs: limit * 1000,
    log: terminal.say,
    runner: fileURLToPath(packageFile('media/python/reward_runner.py')),
  });
  const loaded = await reward.load(interrupted);
  if (!loaded.ok) {
    await reward.dispose();
    throw loaded.error;
  }
  terminal.say(
    `${values.python} is run by Python ${loaded.version} as ${loaded.contract}, told by ${loaded.toldBy}.`,
  );
  if (loaded.contract === 'easyr1-sequential' && /parameter|annotation/.test(loaded.toldBy)) {
    terminal.say(
      `EasyR1 itself would call it with a list: write REWARD_TYPE = "sequential" into ${values.python}, which is what it goes by.`,
    );
  }
  const late = new LateCalls(values.python, terminal.say);
  return {
    score: async (samples) => {
      if (late.givenUp !== null) return Array<UserFailed>(samples.length).fill(late.givenUp);
      const answers = await scores(reward, samples, passed, interrupted);
      late.look(answers);
      return answers;
    },
    close: () => reward.dispose(),
  };
}

/** Counts the calls in a row that ran out of time, and says when there are too many to go on. */
class LateCalls {
  readonly #file: string;
  readonly #say: (text: string) => void;
  #count = 0;
  #last: UserScore | null = null;
  #givenUp: UserFailed | null = null;

  constructor(file: string, say: (text: string) => void) {
    this.#file = file;
    this.#say = say;
  }

  /** What every sample that is left has failed with; null while the function is called. */
  get givenUp(): UserFailed | null {
    return this.#givenUp;
  }

  /** Looks at the answers of one portion of samples: those of one call that failed are one and the same. */
  look(answers: readonly UserScore[]): void {
    for (const answer of answers) {
      if (answer === this.#last) continue;
      this.#last = answer;
      this.#count = !answer.ok && answer.error.reason === 'reward-timeout' ? this.#count + 1 : 0;
    }
    if (this.#count < MOST_LATE) return;
    const sentence = `${this.#file} is not called any more: ${MOST_LATE} calls in a row ran out of time.`;
    const hint = 'Mend the function, or give it more time with --time-limit.';
    this.#say(`${sentence} ${hint}`);
    const error = new PageTraceError('reward-timeout', `${sentence} ${hint}`);
    this.#givenUp = { ok: false, error, place: null };
  }
}

const defaultInterpreter = process.platform === 'win32' ? 'python' : 'python3';

function scores(
  reward: UserReward,
  samples: readonly { readonly sample: Sample; readonly context: ScoreContext }[],
  passed: 'trainer' | 'everything',
  signal: AbortSignal,
): Promise<readonly UserScore[]> {
  const inputs = samples.map(({ sample, context }) => rewardInput(sample, context, passed).input);
  return reward.score(inputs, { signal });
}
