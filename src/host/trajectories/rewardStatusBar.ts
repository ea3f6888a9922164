import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { asPageTraceError } from '../../core/errors.ts';
import type { DetectedDialect } from '../../core/trajectory/detect.ts';
import { commands, TRAJECTORY_LANGUAGE } from '../shared/contributions.ts';
import { percent } from './languageCommands.ts';
import { TRAJECTORIES, type LanguageClient } from './languageClient.ts';
import { plainText } from '../../core/plainText.ts';
import { markdownString } from '../shared/workbench.ts';

export interface RewardStatusDeps {
  readonly language: LanguageClient;
  readonly onDidChangePrompts: vscode.Event<unknown>;
  /** Milliseconds without typing before a document is scored again. */
  readonly debounce: number;
}

/** The status bar entries of the active trajectory: its reward, and its dialect next to its language. */
export class RewardStatusBar implements vscode.Disposable {
  readonly #deps: RewardStatusDeps;
  readonly #reward = vscode.window.createStatusBarItem(
    'pagetrace.reward',
    vscode.StatusBarAlignment.Right,
    101,
  );
  readonly #dialect = vscode.languages.createLanguageStatusItem('pagetrace.dialect', TRAJECTORIES);
  readonly #listening: vscode.Disposable;
  #waiting: NodeJS.Timeout | undefined;

  constructor(deps: RewardStatusDeps) {
    this.#deps = deps;
    this.#reward.name = t('PageTrace Reward');
    this.#reward.command = commands.scoreWithAllRewards;
    this.#dialect.name = t('PageTrace Dialect');
    this.#dialect.command = { command: commands.chooseDialect, title: t('Choose') };
    this.#listening = vscode.Disposable.from(
      this.#reward,
      this.#dialect,
      vscode.window.onDidChangeActiveTextEditor(() => {
        this.#soon(0);
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document === vscode.window.activeTextEditor?.document) this.#soon(deps.debounce);
      }),
      deps.onDidChangePrompts(() => {
        this.#soon(0);
      }),
    );
    this.#soon(0);
  }

  dispose(): void {
    clearTimeout(this.#waiting);
    this.#listening.dispose();
  }

  #soon(delay: number): void {
    clearTimeout(this.#waiting);
    const document = vscode.window.activeTextEditor?.document;
    if (document?.languageId !== TRAJECTORY_LANGUAGE) {
      this.#reward.hide();
      return;
    }
    this.#waiting = setTimeout(() => void this.#show(document), delay);
  }

  async #show(document: vscode.TextDocument): Promise<void> {
    const status = await this.#deps.language
      .askOrThrow(document, null, (service, source) => service.status(source))
      .catch(asPageTraceError);
    if (status === null || vscode.window.activeTextEditor?.document !== document) return;
    if (status instanceof Error) {
      // The diagnostics say why there is no reward. Of a text that has changed, the next request shows it.
      if (status.reason !== 'cancelled') this.#reward.hide();
      return;
    }
    const { reward, dialect } = status;
    this.#reward.text = `$(graph) ${plainText(reward.profile === null ? reward.label : t('reward {0}', reward.label))}`;
    this.#reward.tooltip = markdownString(
      `${reward.tooltip}\n\n[${t('All rewards')}](command:${commands.scoreWithAllRewards}) · [${t('Inspect')}](command:${commands.inspect})`,
      [commands.scoreWithAllRewards, commands.inspect],
    );
    this.#reward.accessibilityInformation = {
      label: plainText(t('Reward of this trajectory: {0}', reward.label)),
    };
    this.#reward.show();
    const { detected } = dialect;
    const isSure = detected === null || detected.sure;
    this.#dialect.text = plainText(isSure ? dialect.name : `${dialect.name}?`);
    this.#dialect.severity = isSure
      ? vscode.LanguageStatusSeverity.Information
      : vscode.LanguageStatusSeverity.Warning;
    this.#dialect.detail = plainText(detailOf(detected));
  }
}

/** How the dialect was recognized. */
function detailOf(detected: DetectedDialect | null): string {
  if (detected === null) return t('dialect, set in the front matter');
  const { confidence, sure, others } = detected;
  if (confidence === 0) return t('default dialect; the response looks like none');
  const [next] = others;
  return sure || next === undefined
    ? t('dialect, {0} match', percent(confidence))
    : t('dialect, {0} match; {1}: {2}', percent(confidence), next.dialect, percent(next.confidence));
}
