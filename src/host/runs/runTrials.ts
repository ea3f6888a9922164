import path from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { asPageTraceError } from '../../core/errors.ts';
import { PROFILE_NAMES } from '../../core/rewards/names.ts';
import { profileByName } from '../../core/rewards/registry.ts';
import { scoreContext } from '../../core/records/scoreContext.ts';
import type { RunWhatIfs } from '../../runs/index/runWhatIfs.ts';
import type { PythonScorer } from '../../runs/scoring/pythonScorer.ts';
import type { CompositeFiles } from '../rewards/compositeFiles.ts';
import { rewardFile, type PythonRewards } from '../rewards/pythonRewards.ts';
import { workspaceComposites } from '../rewards/workspaceComposites.ts';
import { sentenceWithHint } from '../shared/editorHint.ts';
import { setting } from '../shared/settings.ts';
import { pickItem } from '../shared/workbench.ts';

/** What trying a reward on a run needs from the extension. */
export interface RunTrialsDeps {
  readonly composites: Pick<CompositeFiles, 'read'>;
  readonly python: PythonRewards;
  /** Whether a Python reward is set and may run here. */
  readonly canScoreWithPython: () => boolean;
}

/** A reward that a person may try. */
interface OfferedReward extends vscode.QuickPickItem {
  readonly name: string;
  /** A profile's name, or the path of a composite; null for the person's Python function. */
  readonly profile: string | null;
}

/** Faults of a function that it has for every sample. */
const UNUSABLE: ReadonlySet<string> = new Set(['reward-unusable', 'python-unusable']);

/** Tries other rewards on all samples of a run, one at a time. */
export class RunTrials {
  readonly #name: string;
  readonly #scope: vscode.Uri | undefined;
  readonly #whatIfs: RunWhatIfs;
  readonly #deps: RunTrialsDeps;
  /** What ends the calls of a Python function. */
  #running: AbortController | null = null;

  /**
   * @param name of the run, for a person
   * @param scope the file whose workspace folder has the settings of the Python function
   */
  constructor(name: string, scope: vscode.Uri | undefined, whatIfs: RunWhatIfs, deps: RunTrialsDeps) {
    this.#name = name;
    this.#scope = scope;
    this.#whatIfs = whatIfs;
    this.#deps = deps;
  }

  /** Asks for a reward, and tries it in the background. */
  async choose(): Promise<void> {
    const chosen = await pickItem(await this.#offered(), {
      placeHolder: t('A reward to try on {0}; the run keeps its own', this.#name),
    });
    if (chosen !== undefined) await this.start(chosen);
  }

  /** Tries a reward in the background, instead of the one before. */
  async start({ name, profile }: Pick<OfferedReward, 'name' | 'profile'>): Promise<void> {
    this.#running?.abort();
    await this.#whatIfs.startTrial({ name, profile });
    if (profile === null) void this.#scoreWithPython();
  }

  /** Stops the trial; what was scored is kept. */
  async stop(): Promise<void> {
    this.#running?.abort();
    await this.#whatIfs.stopTrial(null);
  }

  dispose(): void {
    this.#running?.abort();
  }

  async #offered(): Promise<readonly OfferedReward[]> {
    const composites = await workspaceComposites(this.#deps.composites);
    return [
      ...(this.#deps.canScoreWithPython() ? [await this.#pythonItem()] : []),
      ...composites.map(({ uri, profile }) => ({
        label: profile.title,
        description: vscode.workspace.asRelativePath(uri),
        name: profile.title,
        profile: uri.fsPath,
      })),
      ...PROFILE_NAMES.map((name) => ({
        label: name,
        detail: profileByName(name).description,
        name,
        profile: name,
      })),
    ];
  }

  async #pythonItem(): Promise<OfferedReward> {
    const description = t('your Python function');
    try {
      const file = path.basename(rewardFile(await this.#deps.python.settings(this.#scope)));
      return { label: file, description, name: file, profile: null };
    } catch {
      // What is wrong with the settings is said when it is tried.
      return { label: description, name: description, profile: null };
    }
  }

  /** Scores the samples that the trial hands out, group by group, until there are no more. */
  async #scoreWithPython(): Promise<void> {
    const running = new AbortController();
    const { signal } = running;
    this.#running = running;
    try {
      const { createPythonScorer, giveUpWhenLate } = await import('../../runs/scoring/pythonScorer.ts');
      const { BATCH } = await import('../../runs/scoring/batches.ts');
      const { reward, loaded } = await this.#deps.python.load(this.#scope, signal);
      const passed = setting('userReward.inputs', this.#scope) === 'trainer' ? 'trainer' : 'everything';
      const advice = t('Set a higher limit with pagetrace.userReward.timeLimitSeconds.');
      const givenUp: string[] = [];
      const scorer = giveUpWhenLate(
        createPythonScorer(reward, passed, null),
        path.basename(loaded.file),
        advice,
        (message) => givenUp.push(message),
      );
      while (await this.#scoreNext(scorer, BATCH, signal)) {
        const [why] = givenUp;
        if (why !== undefined) await this.#whatIfs.stopTrial(why);
      }
    } catch (thrown) {
      const error = asPageTraceError(thrown);
      if (error.reason !== 'cancelled' && !signal.aborted)
        await this.#whatIfs.stopTrial(sentenceWithHint(error)).catch(() => undefined);
    }
  }

  /**
   * Scores the next samples, at least `count` if there are so many. Returns false if there are no more.
   * @throws PageTraceError `reward-unusable` or `python-unusable` if the function cannot be used at all
   */
  async #scoreNext(scorer: PythonScorer, count: number, signal: AbortSignal): Promise<boolean> {
    const { trial, rows } = await this.#whatIfs.nextToTry(count, signal);
    if (rows.length === 0) return false;
    const samples = rows.map(({ sample }) => ({ sample, context: scoreContext(sample, sample.dialect) }));
    const answers = await scorer.score(samples, signal);
    if (signal.aborted) return false;
    const failed = answers.find((answer) => !answer.ok);
    if (failed !== undefined && UNUSABLE.has(failed.error.reason)) throw failed.error;
    await this.#whatIfs.takeTried({
      trial,
      scores: rows.map(({ row }, index) => {
        const answer = answers[index];
        return { row, score: answer?.ok === true && answer.notApplicable !== true ? answer.overall : null };
      }),
      problem: failed === undefined ? null : failed.error.message,
    });
    return true;
  }
}
