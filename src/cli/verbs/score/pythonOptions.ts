import { fileURLToPath } from 'node:url';
import { createPythonScorer, giveUpWhenLate, type PythonScorer } from '../../../runs/scoring/pythonScorer.ts';
import { CONTRACTS } from '../../../userRewards/model.ts';
import { createUserReward } from '../../../userRewards/userReward.ts';
import { numberOption, wordOption } from '../../arguments/arguments.ts';
import { packageFile } from '../../package/shippedFile.ts';
import type { VerbContext } from '../../terminal/verb.ts';

/** Options about a Python reward function. */
export const pythonOptions = {
  python: { type: 'string' },
  interpreter: { type: 'string' },
  contract: { type: 'string' },
  'time-limit': { type: 'string' },
} as const;

/** A Python reward function that is loaded and ready to score. */
export interface OpenPythonScorer extends PythonScorer {
  close(): Promise<void>;
}

/**
 * The reward function that `--python` names, loaded; null without one.
 * @param passed whether it gets everything that a record has, or only what the trainer passes
 * @throws PageTraceError why it cannot be loaded
 */
export async function openPythonScorer(
  values: {
    readonly python?: string | undefined;
    readonly interpreter?: string | undefined;
    readonly contract?: string | undefined;
    readonly 'time-limit'?: string | undefined;
  },
  passed: 'trainer' | 'everything',
  { terminal, environment, interrupted }: VerbContext,
): Promise<OpenPythonScorer | null> {
  const limit = numberOption('time-limit', values['time-limit'], { least: 0.001, most: 86_400 }, 60);
  const contract = wordOption('contract', values.contract, CONTRACTS, null);
  if (values.python === undefined) return null;
  const reward = createUserReward({
    file: values.python,
    python: values.interpreter ?? namedInterpreter(environment) ?? defaultInterpreter,
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
  const advice = 'Mend the function, or give it more time with --time-limit.';
  const scorer = giveUpWhenLate(createPythonScorer(reward, passed), values.python, advice, terminal.say);
  return { ...scorer, close: () => reward.dispose() };
}

/** The interpreter that the environment names; null if it names none or is empty, as variables in CI often are. */
function namedInterpreter(environment: Readonly<Record<string, string | undefined>>): string | null {
  const named = environment['PAGETRACE_PYTHON'] ?? '';
  return named === '' ? null : named;
}

const defaultInterpreter = process.platform === 'win32' ? 'python' : 'python3';
