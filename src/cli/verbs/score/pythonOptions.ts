import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { PageTraceError } from '../../../core/errors.ts';
import { groupKey } from '../../../runs/statistics/groupKey.ts';
import { BATCH, type BatchRule } from '../../../runs/scoring/batches.ts';
import { createPythonScorer, giveUpWhenLate, type PythonScorer } from '../../../runs/scoring/pythonScorer.ts';
import { BATCH_CONTRACTS, CONTRACTS } from '../../../userRewards/model.ts';
import { createUserReward } from '../../../userRewards/userReward.ts';
import { numberOption, wordOption } from '../../arguments/arguments.ts';
import { UsageError } from '../../arguments/usageError.ts';
import { packageFile } from '../../package/shippedFile.ts';
import type { VerbContext } from '../../terminal/verb.ts';

/** Options about a Python reward function. */
export const pythonOptions = {
  python: { type: 'string' },
  interpreter: { type: 'string' },
  contract: { type: 'string' },
  arguments: { type: 'string' },
  cwd: { type: 'string' },
  batch: { type: 'string' },
  'time-limit': { type: 'string' },
} as const;

/** The options that have an effect only with `--python`. */
export const ONLY_WITH_PYTHON = [
  'interpreter',
  'contract',
  'arguments',
  'cwd',
  'batch',
  'time-limit',
] as const;

type PythonValues = { readonly [K in keyof typeof pythonOptions]?: string | undefined };

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
  values: PythonValues,
  passed: 'trainer' | 'everything',
  { terminal, environment, interrupted }: VerbContext,
): Promise<OpenPythonScorer | null> {
  const limit = numberOption('time-limit', values['time-limit'], { least: 0.001, most: 86_400 }, 60);
  const contract = wordOption('contract', values.contract, CONTRACTS, null);
  const size = numberOption('batch', values.batch, { least: 1, most: 100_000, whole: true }, null);
  if (values.python === undefined) return null;
  const reward = createUserReward({
    file: values.python,
    python: values.interpreter ?? namedInterpreter(environment) ?? defaultInterpreter,
    contract,
    kwargs: readKeywordArguments(values.arguments),
    cwd: path.resolve(values.cwd ?? ''),
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
    `${values.python} is run by Python ${loaded.version} with the contract ${loaded.contract}, according to ${loaded.toldBy}.`,
  );
  loaded.notes.forEach(terminal.say);
  if (loaded.contract === 'easyr1-sequential' && /parameter|annotation/.test(loaded.toldBy)) {
    terminal.say(
      `EasyR1 itself would call it with a list: write REWARD_TYPE = "sequential" into ${values.python}, which is what it goes by.`,
    );
  }
  const advice = 'Correct the function, or give it more time with --time-limit.';
  const isBatch = BATCH_CONTRACTS.has(loaded.contract);
  if (size !== null && !isBatch) terminal.say(`--batch has no effect with the contract ${loaded.contract}.`);
  const batch: BatchRule = {
    size: size ?? BATCH,
    groupOf: (sample) => groupKey(sample)?.key ?? null,
  };
  const called = createPythonScorer(reward, passed, isBatch ? batch : null);
  const scorer = giveUpWhenLate(called, values.python, advice, terminal.say);
  return { ...scorer, close: () => reward.dispose() };
}

/**
 * The keyword arguments of `--arguments`: a JSON object, or `@` and the file that contains it.
 * @throws PageTraceError `bad-input` if it is not an object
 */
function readKeywordArguments(given: string | undefined): Readonly<Record<string, unknown>> {
  if (given === undefined) return {};
  const isFile = given.startsWith('@');
  const what = isFile ? given.slice(1) : '--arguments';
  let text = given;
  try {
    if (isFile) text = fs.readFileSync(what, 'utf8');
  } catch (cause) {
    throw new PageTraceError('file-not-found', `The file ${what} of --arguments cannot be read.`, {
      hint: 'Correct its path.',
      cause,
    });
  }
  try {
    return v.parse(v.record(v.string(), v.unknown()), JSON.parse(text));
  } catch {
    throw new UsageError(
      `${what} must be a JSON object of keyword arguments, such as {"format_weight": 0.5}.`,
    );
  }
}

/** The interpreter that the environment names; null if it names none or is empty, as variables in CI often are. */
function namedInterpreter(environment: Readonly<Record<string, string | undefined>>): string | null {
  const named = environment['PAGETRACE_PYTHON'] ?? '';
  return named === '' ? null : named;
}

const defaultInterpreter = process.platform === 'win32' ? 'python' : 'python3';
