import path from 'node:path';
import * as vscode from 'vscode';
import { PageTraceError } from '../../core/errors.ts';
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
}

/**
 * The person's Python reward: at most one running process, created from the settings, whose output goes to a channel.
 */
export class PythonRewards implements vscode.Disposable {
  readonly #deps: PythonRewardsDeps;
  readonly #listening: vscode.Disposable;
  #channel: vscode.OutputChannel | null = null;
  #warm: Warm | null = null;

  constructor(deps: PythonRewardsDeps) {
    this.#deps = deps;
    this.#listening = vscode.workspace.onDidSaveTextDocument(({ uri }) => {
      void this.#saved(uri);
    });
  }

  /** The channel for the output of rewards, created when it is first needed. */
  get channel(): vscode.OutputChannel {
    this.#channel ??= vscode.window.createOutputChannel('PageTrace Python Reward', REWARD_OUTPUT_LANGUAGE);
    return this.#channel;
  }

  /** @throws PageTraceError `untrusted` in Restricted Mode, in which no code of the workspace runs */
  requireTrust(): void {
    if (this.#deps.trusted()) return;
    throw new PageTraceError('untrusted', 'Python rewards do not run in Restricted Mode.', {
      hint: 'To run them, trust this workspace (Workspaces: Manage Workspace Trust). The built-in rewards work without that.',
    });
  }

  /**
   * The settings of the reward for the folder of `scope`.
   * @throws PageTraceError `untrusted`; `bad-input` if no file is named, or if a setting cannot be used
   */
  settings(scope?: vscode.Uri): RewardSettings {
    this.requireTrust();
    const settings = rewardSettings(scope);
    if (settings) return settings;
    throw new PageTraceError('bad-input', 'No Python reward is set.', {
      hint: 'Choose a file with PageTrace: Choose Python Reward.',
    });
  }

  /**
   * The reward for the folder of `scope`: the running process, unless the settings have changed.
   * @throws PageTraceError as `settings` does, and `python-unusable` if there is no Python
   */
  async open(scope?: vscode.Uri): Promise<UserReward> {
    const settings = this.settings(scope);
    const python = await this.#deps.interpreter(scope);
    const env = { ...settings.environment, ...(await this.#deps.secrets.get(rewardFile(settings))) };
    const { createUserReward } = await import('../../userRewards/userReward.ts');
    const made = JSON.stringify([settings, python, env]);
    if (this.#warm?.made === made) return this.#warm.reward;
    void this.#warm?.reward.dispose();
    const { channel } = this;
    const reward = createUserReward({
      ...settings,
      python,
      env,
      runner: vscode.Uri.joinPath(this.#deps.extensionUri, 'media', 'python', 'reward_runner.py').fsPath,
      log: (line) => {
        channel.appendLine(line);
      },
      onProcessFailure: ({ message, said }) => {
        channel.appendLine(said === undefined ? message : `${message} ${said}`);
      },
    });
    this.#warm = { made, settings, reward };
    return reward;
  }

  /**
   * The reward with its file loaded.
   * @throws PageTraceError as `open` does, and why the file cannot be loaded
   */
  async load(
    scope?: vscode.Uri,
    signal?: AbortSignal,
  ): Promise<{ readonly reward: UserReward; readonly loaded: LoadedReward }> {
    const reward = await this.open(scope);
    const loaded = await reward.load(signal);
    if (!loaded.ok) throw loaded.error;
    return { reward, loaded };
  }

  dispose(): void {
    this.#listening.dispose();
    void this.#warm?.reward.dispose();
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

/** The file of the reward without the function that may follow its path. */
export function rewardFile({ file }: RewardSettings): string {
  return file.replace(/(\.py):\w+$/, '$1');
}
