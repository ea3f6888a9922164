import type { PageTraceError } from '../core/errors.ts';

/**
 * How a trainer calls a reward function: EasyR1 with a list of dicts or with one dict, verl with its four keyword
 * arguments.
 */
export const CONTRACTS = ['easyr1-batch', 'easyr1-sequential', 'verl'] as const;

export type Contract = (typeof CONTRACTS)[number];

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

export type UserScore = UserScored | UserFailed;

/** What is known about a reward function once its file is loaded. */
export interface LoadedReward {
  readonly ok: true;
  readonly file: string;
  readonly functionName: string;
  readonly contract: Contract;
  /** How the contract was recognized, e.g. `its parameter reward_inputs`. */
  readonly toldBy: string;
  /** The interpreter that runs it, and its version. */
  readonly python: string;
  readonly version: string;
}

export interface UserRewardOptions {
  /** The Python file; `file.py:function` names the function too, as in EasyR1's configuration. */
  readonly file: string;
  /** The interpreter: a path, or a name on PATH. */
  readonly python: string;
  /** `compute_score` by default. */
  readonly functionName?: string | null;
  /** Recognized from the function by default. */
  readonly contract?: Contract | null;
  /** Keyword arguments of every call. */
  readonly kwargs?: Readonly<Record<string, unknown>>;
  /** Environment variables in addition to those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** The folder that it runs in and can import modules from; the file's own folder by default. */
  readonly cwd?: string;
  /** The most milliseconds that one call of the function may take. */
  readonly timeLimitMs: number;
  /** The most milliseconds that loading the file may take: at least the time limit, two minutes by default. */
  readonly loadLimitMs?: number;
  /** Milliseconds for a process that hangs to report its location, and for its output to arrive. */
  readonly graceMs?: number;
  /** Receives what the reward prints, and tracebacks, line by line. */
  readonly log: (line: string) => void;
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
   * Returns one score for each input, in order; never rejects. Calls wait for each other. If the contract scores inputs
   * one by one, an input that hangs or ends the process fails alone.
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
