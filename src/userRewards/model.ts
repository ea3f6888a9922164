import { t } from '@vscode/l10n';
import type { PageTraceError } from '../core/errors.ts';
import type { ContractSource } from './contractSource.ts';

/**
 * How a trainer calls a reward function; docs/own-rewards.md describes each. Those with `batch`, `lists` or `trl` in
 * their names get all samples of a batch in one call.
 */
export const CONTRACTS = [
  'easyr1-batch',
  'easyr1-sequential',
  'easyr1-lists',
  'easyr1-pair',
  'verl',
  'verl-batch',
  'verl-grader',
  'trl',
  'trl-chat',
] as const;

export type Contract = (typeof CONTRACTS)[number];

/** The contracts whose functions are called with a list of samples. */
export const BATCH_CONTRACTS: ReadonlySet<Contract> = new Set<Contract>([
  'easyr1-batch',
  'easyr1-lists',
  'verl-batch',
  'trl',
  'trl-chat',
]);

/** The name of the trainer that calls functions of a contract. */
export function trainerOf(contract: Contract): 'EasyR1' | 'verl' | 'TRL' {
  if (contract.startsWith('easyr1')) return 'EasyR1';
  return contract.startsWith('verl') ? 'verl' : 'TRL';
}

/** The possible inputs of a reward function for one response; each contract passes on some of them. */
export interface UserRewardInput {
  readonly response: string;
  /** Tokens of the response, as EasyR1 counts them. */
  readonly response_length: number;
  readonly ground_truth: unknown;
  readonly data_source: string | null;
  /** verl's `extra_info`; null if the record has none. */
  readonly extra_info: unknown;
  /** The additional keys of EasyR1's dict; empty if only what the trainer passes is given. */
  readonly extra: Readonly<Record<string, unknown>>;
  /** TRL's prompt: a text, or chat messages; null if the record has none. */
  readonly prompt: unknown;
  /** The response as chat messages, if the record has it in this form; otherwise null. */
  readonly completion: unknown;
  /** The record's own keys, which TRL passes as columns of the data set. */
  readonly columns: Readonly<Record<string, unknown>>;
}

/** A value that a reward function returned under a key; values other than numbers, text, and booleans as their repr. */
export type UserValue = number | string | boolean | null;

/** A line of the reward's own file, from 1. */
export interface UserRewardPlace {
  readonly file: string;
  readonly line: number;
}

/** The score of one response. `overall` may be NaN or infinite, which trainers accept too. */
export interface UserScored {
  readonly ok: true;
  /** EasyR1's `overall`; verl's number or `score`. */
  readonly overall: number;
  /**
   * Set if a function of TRL returned None: it does not apply to the response, and TRL leaves it out of the sum of the
   * response's rewards and out of the function's own mean. `overall` is NaN then.
   */
  readonly notApplicable?: true;
  /** Everything that it returned, under its own names. */
  readonly fields: Readonly<Record<string, UserValue>>;
}

/** Why there is no score. */
export interface UserFailed {
  readonly ok: false;
  readonly error: PageTraceError;
  /** The line of the reward's own file that it is about; null if there is none. */
  readonly place: UserRewardPlace | null;
}

/** What TRL does with a response for which a reward function returned None, as a sentence. */
export function describeNotApplicable(file: string): string {
  return t(
    '{0} returned None: it does not apply to this response, and TRL leaves it out of the sum of rewards.',
    file,
  );
}

export type UserScore = UserScored | UserFailed;

/** What is known about a reward function once its file is loaded. */
export interface LoadedReward {
  readonly ok: true;
  readonly file: string;
  readonly functionName: string;
  readonly contract: Contract;
  readonly contractSource: ContractSource;
  /** What a person should know about how the trainer calls the function, each a sentence or two. */
  readonly notes: readonly string[];
  /** The keyword arguments of every call. */
  readonly kwargs: Readonly<Record<string, unknown>>;
  /** The folder that it runs in, absolute. */
  readonly cwd: string;
  /** The interpreter that runs it, and its version. */
  readonly python: string;
  readonly version: string;
}

/** The key of a trainer's configuration that names a function. */
export interface FunctionSetting {
  readonly key: string;
  /** The path of the file, as the value has it before the name; null if the value is only the name. */
  readonly file: string | null;
}

export interface UserRewardOptions {
  /** The Python file; `file.py:function` names the function too, as in EasyR1's configuration. */
  readonly file: string;
  /** The interpreter: a path, relative to the current directory of this process, or a name on PATH. */
  readonly python: string;
  /** `compute_score` by default. */
  readonly functionName?: string | null;
  /** Recognized from the function by default. */
  readonly contract?: Contract | null;
  /** EasyR1's `reward_type` in the configuration, over that in the file; null if it is not set. */
  readonly rewardType?: 'batch' | 'sequential' | null;
  /** Where a trainer's configuration names the function; null if none does. */
  readonly functionSetting?: FunctionSetting | null;
  /** Keyword arguments of every call. */
  readonly kwargs?: Readonly<Record<string, unknown>>;
  /** Environment variables in addition to those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * The folder that it runs in and that Python searches first, as for `python -m trainer` in that folder; the file's own
   * folder by default. The file's folder is searched last.
   */
  readonly cwd?: string;
  /** The most milliseconds that one call of the function may take. */
  readonly timeLimitMs: number;
  /** The most milliseconds that loading the file may take: at least the time limit, two minutes by default. */
  readonly loadLimitMs?: number;
  /** Milliseconds for a process that hangs to report its location, and for its output to arrive. */
  readonly graceMs?: number;
  /** Receives what the reward prints, and tracebacks, line by line. */
  readonly log: (line: string) => void;
  /**
   * Whether all calls belong to one run: identical tracebacks are then logged once for all of them, and
   * `dispose` logs how often they were repeated. By default, that is done for each call.
   */
  readonly isOneRun?: boolean;
  /** Called when the process could not be started, or has ended on its own; the failure is returned as well. */
  readonly onProcessFailure?: (error: PageTraceError) => void;
  /** The script that runs it; the one that ships by default. */
  readonly runner?: string;
}

/** A person's reward function in a separate process, which is started when it is needed and kept running. */
export interface UserReward {
  /** Loads the file, or loads it again if it or a module next to it has changed; never rejects. */
  load(signal?: AbortSignal): Promise<LoadedReward | UserFailed>;
  /**
   * Returns one score for each input, in order; never rejects. Calls wait for each other.
   *
   * For a batch contract, all inputs are passed in one call, so give it the samples of whole groups. A batch that fails,
   * hangs or ends the process is repeated with one input at a time, and only the inputs that fail alone have no score.
   * To score a few samples (the examples of a prompt): `createUserReward`, `load` to learn the contract or why the file
   * cannot be used, `rewardInput` for each sample, one call of `score`, and `dispose` at the end.
   */
  score(inputs: readonly UserRewardInput[], options?: ScoreOptions): Promise<readonly UserScore[]>;
  /** Ends the process and everything that it started. */
  dispose(): Promise<void>;
}

export interface ScoreOptions {
  readonly signal?: AbortSignal;
  /** Called with the number of inputs that were scored. */
  readonly onProgress?: (done: number) => void;
}
