import fs from 'node:fs';
import path from 'node:path';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../core/errors.ts';
import { isDeeperThan, MOST_DEPTH } from '../core/nesting.ts';
import {
  depthFailure,
  exitFailure,
  forgedFailure,
  folderFailure,
  irregularFailure,
  notTriedFailure,
  userFailure,
  startFailure,
  timeLimitFailure,
  oldPythonFailure,
} from './faults.ts';
import { FileStamps } from './fileStamps.ts';
import { missingInputs } from './inputs.ts';
import type { Fault, Reply } from './messages.ts';
import {
  BATCH_CONTRACTS,
  type LoadedReward,
  type ScoreOptions,
  type UserFailed,
  type UserReward,
  type UserRewardInput,
  type UserRewardOptions,
  type UserScore,
} from './model.ts';
import { describeNote } from './notes.ts';
import { passedBy } from './passedInput.ts';
import { BoundedLog } from './printed.ts';
import { absoluteProgram, isFile, isFolder, shippedRunner } from './runnerFiles.ts';
import { isInstallationFailure, NO_INSTALLATION_SENTENCE, RunnerProcess } from './runnerProcess.ts';
import { TracebackLog } from './tracebackLog.ts';

/** How many inputs in a row may end the process, or be stopped, before the remaining ones are not tried. */
const MOST_DEATHS = 3;

/** Prepares a person's reward function. The process is started when it is first needed. */
export function createUserReward(options: UserRewardOptions): UserReward {
  return new PythonReward(options);
}

/** A running process that has loaded the file, and the state that it was created from. */
interface Session {
  readonly process: RunnerProcess;
  readonly loaded: LoadedReward;
  readonly stamps: FileStamps;
  /** How often the runner has marked the end of a call's output. */
  calls: number;
}

class PythonReward implements UserReward {
  readonly #options: UserRewardOptions;
  readonly #file: string;
  readonly #functionName: string;
  readonly #cwd: string;
  readonly #graceMs: number;
  readonly #log: BoundedLog;
  readonly #tracebacks: TracebackLog;
  readonly #disposed = new AbortController();
  #session: Session | null = null;
  #process: RunnerProcess | null = null;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: UserRewardOptions) {
    const { file, functionName } = splitFunction(options.file);
    this.#options = options;
    this.#file = path.resolve(file);
    this.#functionName = options.functionName ?? functionName ?? 'compute_score';
    this.#cwd = path.resolve(options.cwd ?? path.dirname(this.#file));
    this.#graceMs = options.graceMs ?? 500;
    this.#log = new BoundedLog(options.log);
    this.#tracebacks = new TracebackLog((text) => {
      this.#log.text(text);
    });
  }

  load(signal?: AbortSignal): Promise<LoadedReward | UserFailed> {
    return this.#inTurn(signal, async (either) => {
      const session = await this.#ready(either);
      return 'ok' in session ? session : session.loaded;
    });
  }

  score(
    inputs: readonly UserRewardInput[],
    { signal, onProgress = () => undefined }: ScoreOptions = {},
  ): Promise<readonly UserScore[]> {
    return this.#inTurn(signal, (either) => this.#score(inputs, either, onProgress));
  }

  async dispose(): Promise<void> {
    this.#disposed.abort();
    await this.#process?.kill();
    await this.#turn;
    this.#log.begin();
    this.#tracebacks.end();
  }

  /** Runs `work` after the calls before it, because the only process does one thing at a time. */
  #inTurn<T>(signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const either = AbortSignal.any([this.#disposed.signal, ...(signal ? [signal] : [])]);
    const turn = this.#turn.then(async () => {
      this.#log.begin();
      const result = await work(either);
      if (this.#options.isOneRun !== true) this.#tracebacks.end();
      return result;
    });
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  /** Scores inputs, without those that Python could not read. */
  async #score(
    inputs: readonly UserRewardInput[],
    signal: AbortSignal,
    onProgress: (done: number) => void,
  ): Promise<readonly UserScore[]> {
    if (inputs.length === 0) return [];
    const session = await this.#ready(signal);
    if ('ok' in session) {
      onProgress(inputs.length);
      return inputs.map(() => session);
    }
    const { contract } = session.loaded;
    const areSent = inputs.map((each) => !isDeeperThan(passedBy(contract, each), MOST_DEPTH));
    const scores = await this.#scoreAll(
      inputs.filter((_, index) => areSent[index]),
      signal,
      onProgress,
    );
    const failed: UserFailed = { ok: false, error: depthFailure(this.#file, MOST_DEPTH), place: null };
    let next = 0;
    return areSent.map((isSent) => (isSent ? (scores[next++] ?? failed) : failed));
  }

  async #scoreAll(
    inputs: readonly UserRewardInput[],
    signal: AbortSignal,
    onProgress: (done: number) => void,
  ): Promise<readonly UserScore[]> {
    const scores: UserScore[] = [];
    let alone = false;
    for (let deaths = 0; scores.length < inputs.length;) {
      const before = scores.length;
      const session = await this.#ready(signal);
      const failed =
        'ok' in session
          ? session
          : await this.#scoreWith(session, inputs.slice(scores.length), alone, signal, (score) => {
              scores.push(score);
              onProgress(scores.length);
            });
      if (failed === null) continue;
      const canContinue = !('ok' in session) && failed.error.reason !== 'cancelled';
      const isBatch = !('ok' in session) && BATCH_CONTRACTS.has(session.loaded.contract);
      if (canContinue && isBatch && !alone && inputs.length > 1) {
        this.#log.line(`${failed.error.message} Its samples are scored one by one.`);
        alone = true;
        continue;
      }
      deaths = scores.length === before ? deaths + 1 : 1;
      scores.push(failed);
      if (!canContinue || deaths === MOST_DEATHS) {
        const rest = canContinue ? this.#giveUp(failed) : failed;
        while (scores.length < inputs.length) scores.push(rest);
      }
      onProgress(scores.length);
    }
    return scores;
  }

  /** Scores inputs; null if the runner answered all of them, otherwise why it could not continue. */
  async #scoreWith(
    { process, loaded, stamps, ...session }: Session,
    inputs: readonly UserRewardInput[],
    alone: boolean,
    signal: AbortSignal,
    take: (score: UserScore) => void,
  ): Promise<UserFailed | null> {
    process.send({ type: 'score', inputs: inputs.map((each) => passedBy(loaded.contract, each)), alone });
    let answered = 0;
    for (;;) {
      const event = await process.next(this.#options.timeLimitMs, signal);
      if (event.kind === 'aborted') return this.#cancel();
      if (event.kind === 'late') return this.#stop(process, this.#options.timeLimitMs);
      if (event.kind === 'ended') return this.#fail(exitFailure(this.#file, 'scoring', event.exit));
      if (event.kind === 'forged') return this.#distrust('scoring');
      const { reply } = event;
      if (reply.type === 'done') {
        if (answered !== inputs.length) return this.#distrust('scoring');
        await stamps.add(reply.files);
        if (this.#session) this.#session.calls = session.calls + 1;
        await process.waitForOutput(session.calls + 1);
        return null;
      }
      if (reply.type === 'split') {
        const why = reply.said === null ? 'returned another number of scores' : `failed: ${reply.said}`;
        this.#log.line(
          `A call with ${inputs.length} samples ${why}. They are scored one by one, which changes the scores if the function compares them with each other.`,
        );
      }
      if (reply.type !== 'result') continue;
      // Each input has one result, in order, or one result is about all of them.
      if (reply.index === null ? answered > 0 || !reply.error : reply.index !== answered)
        return this.#distrust('scoring');
      answered = reply.index === null ? inputs.length : answered + 1;
      if (reply.error) {
        // A fault without an index is about all inputs of the call.
        const about = reply.index === null ? inputs : inputs.slice(reply.index, reply.index + 1);
        const [first] = about;
        const failed = this.#faulty(reply.error, loaded.python, 'scoring', {
          samples: about.length,
          missing: first === undefined || about.length > 1 ? [] : missingInputs(loaded.contract, first),
        });
        for (let count = about.length; count > 0; count--) take(failed);
      } else {
        const { overall = NaN, fields = {} } = reply;
        take({ ok: true, overall: overall ?? NaN, fields, ...(overall === null && { notApplicable: true }) });
      }
    }
  }

  /** The running process, started again if there is none or a file has changed; otherwise why it cannot start. */
  async #ready(signal: AbortSignal): Promise<Session | UserFailed> {
    if (signal.aborted) return this.#cancel();
    if (this.#session?.process.alive === true && !(await this.#session.stamps.haveChanged()))
      return this.#session;
    await this.#end();
    const stamps = new FileStamps();
    await stamps.add([this.#file]);
    if (!(await isFile(this.#file))) {
      return fs.existsSync(this.#file)
        ? this.#fail(irregularFailure(this.#file))
        : this.#faulty({ kind: 'file-missing' }, this.#options.python, 'loading');
    }
    if (!(await isFolder(this.#cwd))) return this.#fail(folderFailure(this.#cwd));
    const { python, env = {} } = this.#options;
    const process = new RunnerProcess({
      python: absoluteProgram(python),
      runner: this.#options.runner ?? shippedRunner(),
      cwd: this.#cwd,
      env,
      graceMs: this.#graceMs,
      printed: (line) => {
        this.#log.line(line);
        if (isInstallationFailure(line)) this.#log.line(NO_INSTALLATION_SENTENCE);
      },
    });
    this.#process = process;
    const session = await this.#loadInto(process, stamps, signal);
    if ('ok' in session) await this.#end();
    else this.#session = session;
    return session;
  }

  async #loadInto(
    process: RunnerProcess,
    stamps: FileStamps,
    signal: AbortSignal,
  ): Promise<Session | UserFailed> {
    const { python, timeLimitMs, loadLimitMs = 120_000 } = this.#options;
    const { contract = null, rewardType = null, kwargs = {} } = this.#options;
    const limit = Math.max(timeLimitMs, loadLimitMs);
    let hello: Extract<Reply, { type: 'hello' }> | null = null;
    for (;;) {
      const event = await process.next(limit, signal);
      if (event.kind === 'aborted') return this.#cancel();
      if (event.kind === 'late') return this.#stop(process, limit);
      if (event.kind === 'forged') return this.#distrust('loading');
      if (event.kind === 'ended') {
        return this.#fail(
          hello === null
            ? startFailure(python, process.startError ?? `It ended: ${JSON.stringify(event.exit)}`)
            : exitFailure(this.#file, 'loading', event.exit),
        );
      }
      const { reply } = event;
      if (reply.type === 'too-old') return this.#fail(oldPythonFailure(python, reply.version));
      if (reply.type === 'unusable') {
        await process.waitForOutput(1);
        return this.#faulty(reply.error, hello?.python ?? python, 'loading');
      }
      if (reply.type === 'hello') {
        hello = reply;
        process.send({
          type: 'load',
          file: this.#file,
          function: this.#functionName,
          contract,
          rewardType,
          kwargs,
        });
      } else if (reply.type === 'loaded') {
        await stamps.add(reply.files);
        await process.waitForOutput(1);
        const loaded: LoadedReward = {
          ok: true,
          file: this.#file,
          functionName: this.#functionName,
          contract: reply.contract,
          contractSource: reply.contractSource,
          notes: reply.notes.map((note) => describeNote(note, reply.contract, this.#functionName, this.#cwd)),
          kwargs,
          cwd: this.#cwd,
          python: hello?.python ?? python,
          version: hello?.version ?? '',
        };
        return { process, loaded, stamps, calls: 1 };
      }
    }
  }

  /** Ends a process that exceeded its time limit, after a moment in which it can report its location. */
  async #stop(process: RunnerProcess, limit: number): Promise<UserFailed> {
    process.send({ type: 'where' });
    let where: Extract<Reply, { type: 'where' }> | null = null;
    for (let event = await process.next(this.#graceMs); where === null && event.kind === 'reply';) {
      if (event.reply.type === 'where') where = event.reply;
      else event = await process.next(this.#graceMs);
    }
    await this.#end();
    const line = where?.line ?? null;
    const error = timeLimitFailure(this.#file, line, limit);
    this.#log.line(error.message);
    if (where !== null) this.#log.text(where.stack);
    return { ok: false, error, place: line === null ? null : { file: this.#file, line } };
  }

  /** Converts a fault of the runner to a failure; its traceback goes to the log. */
  #faulty(
    fault: Fault,
    python: string,
    doing: 'loading' | 'scoring',
    { samples = 1, missing = [] }: { readonly samples?: number; readonly missing?: readonly string[] } = {},
  ): UserFailed {
    const { kwargs = {}, functionSetting = null } = this.#options;
    const failed = userFailure(fault, {
      file: this.#file,
      functionName: this.#functionName,
      functionSetting,
      kwargs,
      missing,
      python,
      doing,
    });
    if ('traceback' in fault) this.#tracebacks.add(fault.traceback, samples);
    return failed;
  }

  /** The failure of inputs that are not tried after `last` and those before it. */
  #giveUp({ error }: UserFailed): UserFailed {
    return { ok: false, error: notTriedFailure(this.#file, MOST_DEATHS, error), place: null };
  }

  #fail(error: PageTraceError): UserFailed {
    this.#options.onProcessFailure?.(error);
    return { ok: false, error, place: null };
  }

  /** Ends a process whose replies cannot be told from what the reward's code wrote. */
  async #distrust(doing: 'loading' | 'scoring'): Promise<UserFailed> {
    await this.#end();
    return this.#fail(forgedFailure(this.#file, doing));
  }

  async #cancel(): Promise<UserFailed> {
    await this.#end();
    return { ok: false, error: new PageTraceError('cancelled', t('The reward was stopped.')), place: null };
  }

  async #end(): Promise<void> {
    this.#session = null;
    await this.#process?.kill();
    this.#process = null;
  }
}

/** The file of `file.py:function`, and the function; null if only a file is named. */
export function splitFunction(named: string): {
  readonly file: string;
  readonly functionName: string | null;
} {
  const [, file, functionName] = /^(.+\.py):([^\W\d]\w*)$/u.exec(named) ?? [];
  return file === undefined || functionName === undefined
    ? { file: named, functionName: null }
    : { file, functionName };
}
