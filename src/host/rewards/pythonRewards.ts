import path from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { PageTraceError } from '../../core/errors.ts';
import type { JudgeStub } from '../../userRewards/judgeStub.ts';
import type { LoadedReward, UserReward } from '../../userRewards/model.ts';
import { REWARD_OUTPUT_LANGUAGE } from '../shared/contributions.ts';
import type { RewardSecrets } from './rewardSecrets.ts';
import { rewardSettings, type RewardSettings } from './rewardSettings.ts';

export interface PythonRewardsDeps {
  readonly extensionUri: vscode.Uri;
  readonly secrets: Pick<RewardSecrets, 'get'>;
  readonly trusted: () => boolean;
  readonly interpreter: (scope: vscode.Uri | undefined) => Promise<string>;
}

/** The running reward, and the settings that it was created from. */
interface Warm {
  readonly made: string;
  readonly settings: RewardSettings;
  readonly reward: UserReward;
  /** The stub that answers for the judge, if that is set. */
  readonly judge: JudgeStub | null;
}

/**
 * The person's Python reward: at most one running process, created from the settings, and one for each file that scores
 * prompts. Their output goes to a channel.
 */
export class PythonRewards implements vscode.Disposable {
  readonly #deps: PythonRewardsDeps;
  readonly #listening: vscode.Disposable;
  #channel: vscode.OutputChannel | null = null;
  #warm: Warm | null = null;
  /** The rewards of the prompt lint, by their files. */
  readonly #ofPrompts = new Map<string, Warm>();

  constructor(deps: PythonRewardsDeps) {
    this.#deps = deps;
    this.#listening = vscode.workspace.onDidSaveTextDocument(({ uri }) => {
      void this.#saved(uri);
    });
  }

  /** The channel for the output of rewards, created when it is first needed. */
  get channel(): vscode.OutputChannel {
    this.#channel ??= vscode.window.createOutputChannel(t('PageTrace Python Reward'), REWARD_OUTPUT_LANGUAGE);
    return this.#channel;
  }

  /** @throws PageTraceError `untrusted` in Restricted Mode, in which no code of the workspace runs */
  requireTrust(): void {
    if (this.#deps.trusted()) return;
    throw new PageTraceError('untrusted', t('Python rewards do not run in Restricted Mode.'), {
      hint: t(
        'To run them, trust this workspace (Workspaces: Manage Workspace Trust). The built-in rewards work without that.',
      ),
    });
  }

  /**
   * The settings of the reward for the folder of `scope`.
   * @throws PageTraceError `untrusted`; `bad-input` if no file is named, or if a setting cannot be used; why the
   *   trainer's configuration cannot be used
   */
  async settings(scope?: vscode.Uri): Promise<RewardSettings> {
    this.requireTrust();
    const settings = await rewardSettings(scope);
    if (settings) return settings;
    throw new PageTraceError('bad-input', t('No Python reward is set.'), {
      hint: t('Choose a file with PageTrace: Choose Python Reward.'),
    });
  }

  /**
   * The reward for the folder of `scope`: the running process, unless the settings have changed.
   * @throws PageTraceError as `settings` does, and `python-unusable` if there is no Python
   */
  async #open(scope?: vscode.Uri): Promise<Warm> {
    this.#warm = await this.#opened(await this.settings(scope), scope, this.#warm);
    return this.#warm;
  }

  /**
   * The reward in a file that a map file of prompts names, with the other settings of the person's own reward.
   * @param file its absolute path, as `FILE.py` or `FILE.py:function`
   * @throws PageTraceError `untrusted`; `bad-input` if a setting cannot be used; `python-unusable` if there is no Python
   */
  async openOfPrompt(file: string, scope: vscode.Uri): Promise<UserReward> {
    this.requireTrust();
    const settings = await rewardSettings(scope, file);
    if (settings === null) throw new PageTraceError('bad-input', t('No Python reward is named.'));
    const warm = await this.#opened(settings, scope, this.#ofPrompts.get(file) ?? null);
    this.#ofPrompts.set(file, warm);
    return warm.reward;
  }

  /** The running reward `warm` if it was created from these settings, or a new one in its place. */
  async #opened(settings: RewardSettings, scope: vscode.Uri | undefined, warm: Warm | null): Promise<Warm> {
    const python = await this.#deps.interpreter(scope);
    const env = { ...settings.environment, ...(await this.#deps.secrets.get(rewardFile(settings))) };
    const { createUserReward } = await import('../../userRewards/userReward.ts');
    const made = JSON.stringify([settings, python, env]);
    if (warm?.made === made) return warm;
    if (warm) void close(warm);
    const judge = settings.judgeStub === null ? null : await this.#startStub(settings.judgeStub);
    const { channel } = this;
    const reward = createUserReward({
      ...settings,
      python,
      env: { ...env, ...judge?.env },
      runner: vscode.Uri.joinPath(this.#deps.extensionUri, 'media', 'python', 'reward_runner.py').fsPath,
      log: (line) => {
        channel.appendLine(line);
      },
      onProcessFailure: ({ message, said }) => {
        channel.appendLine(said === undefined ? message : `${message} ${said}`);
      },
    });
    return { made, settings, reward, judge };
  }

  async #startStub(verdict: 'right' | 'wrong'): Promise<JudgeStub> {
    const { startJudgeStub } = await import('../../userRewards/judgeStub.ts');
    return startJudgeStub(verdict);
  }

  /**
   * The reward with its file loaded, and with what a person should know about its settings.
   * @throws PageTraceError as `open` does, and why the file cannot be loaded
   */
  async load(
    scope?: vscode.Uri,
    signal?: AbortSignal,
  ): Promise<{ readonly reward: UserReward; readonly loaded: LoadedReward }> {
    const { reward, settings } = await this.#open(scope);
    const loaded = await reward.load(signal);
    if (!loaded.ok) throw loaded.error;
    return { reward, loaded: { ...loaded, notes: [...settings.notes, ...loaded.notes] } };
  }

  dispose(): void {
    this.#listening.dispose();
    for (const warm of [this.#warm, ...this.#ofPrompts.values()]) if (warm) void close(warm);
    this.#channel?.dispose();
  }

  /**
   * Loads the running reward again when its file, or a module next to it, was saved, so that a mistake is shown
   * immediately.
   */
  async #saved(uri: vscode.Uri): Promise<void> {
    if (!this.#warm || uri.scheme !== 'file' || !uri.path.endsWith('.py')) return;
    const { settings, reward } = this.#warm;
    const beside = path.relative(path.dirname(rewardFile(settings)), uri.fsPath);
    if (beside.startsWith('..') || path.isAbsolute(beside)) return;
    const loaded = await reward.load();
    if (loaded.ok) this.channel.appendLine(`${path.basename(loaded.file)} was loaded again.`);
    else if (loaded.error.reason !== 'cancelled') this.channel.appendLine(loaded.error.message);
  }
}

async function close({ reward, judge }: Warm): Promise<void> {
  await reward.dispose();
  await judge?.close();
}

/** The file of the reward without the function that may follow its path. */
export function rewardFile({ file }: RewardSettings): string {
  return file.replace(/(\.py):\w+$/, '$1');
}
