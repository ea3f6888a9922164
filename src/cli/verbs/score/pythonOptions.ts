import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { PageTraceError } from '../../../core/errors.ts';
import { deeperAt } from '../../../core/jsonDepth.ts';
import { MOST_DEPTH } from '../../../core/nesting.ts';
import { isJsonObject } from '../../../core/records/fieldPath.ts';
import { groupKey } from '../../../runs/statistics/groupKey.ts';
import { readWholeFile } from '../../../runs/reading/wholeText.ts';
import { BATCH, describeSplit, type BatchRule } from '../../../runs/scoring/batches.ts';
import { createPythonScorer, giveUpWhenLate, type PythonScorer } from '../../../runs/scoring/pythonScorer.ts';
import { BATCH_CONTRACTS, CONTRACTS } from '../../../userRewards/model.ts';
import { describeContract } from '../../../userRewards/notes.ts';
import { describeConfig, readTrainerConfig } from '../../../userRewards/trainerConfig.ts';
import type { JudgeStub } from '../../../userRewards/judgeStub.ts';
import { createUserReward, splitFunction } from '../../../userRewards/userReward.ts';
import { numberOption, refuseWithout, wordOption } from '../../arguments/arguments.ts';
import { UsageError } from '../../arguments/usageError.ts';
import { packageFile } from '../../package/shippedFile.ts';
import type { VerbContext } from '../../terminal/verb.ts';

/** Options about a Python reward function. */
export const pythonOptions = {
  python: { type: 'string' },
  config: { type: 'string' },
  interpreter: { type: 'string' },
  contract: { type: 'string' },
  arguments: { type: 'string' },
  cwd: { type: 'string' },
  batch: { type: 'string' },
  'judge-stub': { type: 'string' },
  'time-limit': { type: 'string' },
} as const;

/** The options that have an effect only with `--python` or `--config`. */
export const ONLY_WITH_PYTHON = [
  'interpreter',
  'contract',
  'arguments',
  'cwd',
  'batch',
  'judge-stub',
  'time-limit',
] as const;

type PythonValues = { readonly [K in keyof typeof pythonOptions]?: string | undefined };

/**
 * Whether `--python` or `--config` names a Python reward function.
 * @throws PageTraceError `bad-input` if another option needs one, and none is named
 */
export function namesPythonReward(values: PythonValues): boolean {
  if (values.python !== undefined || values.config !== undefined) return true;
  refuseWithout(values, 'python', ONLY_WITH_PYTHON, { hint: 'Name a reward function of your own' });
  return false;
}

/** The files that the options about a Python reward function name, which no output may replace. */
export function pythonFiles(values: PythonValues): readonly (string | undefined)[] {
  const { python, config, arguments: given } = values;
  return [
    python === undefined ? undefined : splitFunction(python).file,
    config,
    given?.startsWith('@') ? given.slice(1) : undefined,
  ];
}

/** A Python reward function that is loaded and ready to score. */
export interface OpenPythonScorer extends PythonScorer {
  /** The absolute path of the function's file. */
  readonly file: string;
  close(): Promise<void>;
}

/**
 * The reward function that `--python` or the configuration of `--config` names, loaded; null without one.
 * @param passed whether it gets everything that a record has, or only what the trainer passes
 * @throws PageTraceError why it cannot be loaded
 */
export async function openPythonScorer(
  values: PythonValues,
  passed: 'trainer' | 'everything',
  { terminal, environment, interrupted, mayRead }: VerbContext,
): Promise<OpenPythonScorer | null> {
  const limit = numberOption('time-limit', values['time-limit'], { least: 0.001, most: 86_400 }, 60);
  const contract = wordOption('contract', values.contract, CONTRACTS, null);
  const size = numberOption('batch', values.batch, { least: 1, most: 100_000, whole: true }, null);
  const verdict = wordOption('judge-stub', values['judge-stub'], ['right', 'wrong'], null);
  const cwd = path.resolve(values.cwd ?? '');
  const config = values.config === undefined ? null : await readTrainerConfig(values.config, cwd);
  const configured = config && `${config.file}:${config.functionName}`;
  const file = values.python ?? configured;
  if (file === null) return null;
  if (mayRead !== undefined)
    throw new PageTraceError('untrusted', `The Python reward ${file} is not run from here.`, {
      hint: 'Name a built-in profile, or run pagetrace in a terminal.',
    });
  const kwargs = { ...config?.kwargs, ...(await readKeywordArguments(values.arguments, interrupted)) };
  if (config !== null) terminal.say(describeConfig(config, cwd, { kwargs, setBy: '--arguments' }).join(' '));
  if (configured !== null && values.python !== undefined)
    terminal.say(`--python ${file} is used instead, with the same arguments.`);
  const judge = verdict === null ? null : await openJudgeStub(verdict);
  const reward = createUserReward({
    file,
    python: values.interpreter ?? namedInterpreter(environment) ?? defaultInterpreter,
    contract: contract ?? config?.contract ?? null,
    rewardType: config?.rewardType ?? null,
    functionSetting: values.python === undefined ? (config?.functionSetting ?? null) : null,
    kwargs,
    env: judge?.env ?? {},
    cwd: values.cwd === undefined ? (config?.cwd ?? cwd) : cwd,
    timeLimitMs: limit * 1000,
    log: terminal.say,
    isOneRun: true,
    runner: fileURLToPath(packageFile('media/python/reward_runner.py')),
  });
  const close = async (): Promise<void> => {
    await reward.dispose();
    await judge?.close();
  };
  const loaded = await reward.load(interrupted);
  if (!loaded.ok) {
    await close();
    throw loaded.error;
  }
  const setBy =
    contract !== null
      ? '--contract'
      : (config?.contract ?? null) !== null
        ? 'the reward manager of the configuration'
        : null;
  const contractSentence =
    setBy === null ? describeContract(loaded) : `The contract ${loaded.contract} is set by ${setBy}.`;
  terminal.say(`${file} is run by Python ${loaded.version}. ${contractSentence}`);
  loaded.notes.forEach(terminal.say);
  const isRecognized = ['parameters', 'annotation'].includes(loaded.contractSource.kind);
  if (loaded.contract === 'easyr1-sequential' && isRecognized) {
    terminal.say(
      `EasyR1 itself would call it with a list: write REWARD_TYPE = "sequential" into ${splitFunction(file).file}, which EasyR1 reads.`,
    );
  }
  const advice = 'Correct the function, or give it more time with --time-limit.';
  const isBatch = BATCH_CONTRACTS.has(loaded.contract);
  if (size !== null && !isBatch) terminal.say(`--batch has no effect with the contract ${loaded.contract}.`);
  let isSplit = false;
  const batch: BatchRule = {
    size: size ?? BATCH,
    groupOf: (sample) => groupKey(sample)?.key ?? null,
    onSplit: () => {
      if (!isSplit) terminal.say(describeSplit());
      isSplit = true;
    },
  };
  const called = createPythonScorer(reward, passed, isBatch ? batch : null);
  const scorer = giveUpWhenLate(called, file, advice, terminal.say);
  return {
    ...scorer,
    file: loaded.file,
    close: async () => {
      await close();
      if (judge !== null) terminal.say(judge.describe());
    },
  };
}

/** Starts the stub. It is loaded only here, because loading Node's HTTP server takes long. */
async function openJudgeStub(verdict: 'right' | 'wrong'): Promise<JudgeStub> {
  const { startJudgeStub } = await import('../../../userRewards/judgeStub.ts');
  return startJudgeStub(verdict);
}

/**
 * The keyword arguments of `--arguments`: a JSON object, or `@` and the file that contains it.
 * @throws PageTraceError `bad-input` if it is not an object
 */
async function readKeywordArguments(
  given: string | undefined,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>>> {
  if (given === undefined) return {};
  const isFile = given.startsWith('@');
  const what = isFile ? given.slice(1) : '--arguments';
  let text = given;
  try {
    if (isFile) text = (await readWholeFile(what, { signal })).toString('utf8');
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new PageTraceError('file-not-found', `The file ${what} of --arguments cannot be read.`, {
      hint: 'Correct its path.',
      cause,
    });
  }
  if (deeperAt(text, MOST_DEPTH) !== -1)
    throw new UsageError(`${what} is nested more than ${MOST_DEPTH} levels deep.`);
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return value;
  } catch {
    // The same sentence applies.
  }
  throw new UsageError(`${what} must be a JSON object of keyword arguments, such as {"format_weight": 0.5}.`);
}

/** The interpreter that the environment names; null if it names none or is empty, as variables in CI often are. */
function namedInterpreter(environment: Readonly<Record<string, string | undefined>>): string | null {
  const named = environment['PAGETRACE_PYTHON'] ?? '';
  return named === '' ? null : named;
}

const defaultInterpreter = process.platform === 'win32' ? 'python' : 'python3';
