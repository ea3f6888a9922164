import path from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { asPageTraceError, PageTraceError } from '../../core/errors.ts';
import { TRAJECTORY_LANGUAGE } from '../shared/contributions.ts';
import { placeLink } from '../shared/reports.ts';
import { type LanguageClient } from './languageClient.ts';

/** The scheme of documents that show the scores of all rewards; their query is the trajectory's address. */
const ALL_REWARDS = 'pagetrace-rewards';

/** Shows the scores of all rewards for the active trajectory, or another one. */
export class LanguageCommands implements vscode.Disposable, vscode.TextDocumentContentProvider {
  readonly #language: LanguageClient;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #listening: vscode.Disposable;
  readonly onDidChange = this.#changed.event;
  /** Grows with every change that reports may depend on. */
  #revision = 0;
  /** The revision that each report is of. */
  readonly #revisions = new Map<string, number>();

  /** @param onDidChangeNeeds fires when something has changed that trajectories need besides their text */
  constructor(language: LanguageClient, onDidChangeNeeds: vscode.Event<unknown>) {
    this.#language = language;
    this.#listening = vscode.Disposable.from(
      this.#changed,
      vscode.workspace.registerTextDocumentContentProvider(ALL_REWARDS, this),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.languageId !== TRAJECTORY_LANGUAGE) return;
        this.#revision += 1;
        this.#changed.fire(allRewardsUri(document.uri));
      }),
      onDidChangeNeeds(() => {
        this.#revision += 1;
        // Only of an open report, VS Code requests the content again.
        for (const { uri } of vscode.workspace.textDocuments)
          if (uri.scheme === ALL_REWARDS) this.#changed.fire(uri);
      }),
      vscode.workspace.onDidOpenTextDocument(({ uri }) => {
        if (uri.scheme !== ALL_REWARDS) return;
        // Nobody was told of a change while the report was being opened.
        if (this.#revisions.get(uri.toString()) !== this.#revision) this.#changed.fire(uri);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.#revisions.delete(uri.toString());
      }),
    );
  }

  dispose(): void {
    this.#listening.dispose();
  }

  /**
   * Shows the scores of all rewards for the trajectory at `uri`, or for the active one, as a preview that follows its
   * text.
   */
  async scoreWithAllRewards(uri: vscode.Uri | undefined): Promise<void> {
    const document =
      uri instanceof vscode.Uri ? await vscode.workspace.openTextDocument(uri) : activeTrajectory();
    const report = allRewardsUri(document.uri);
    if (vscode.extensions.getExtension('vscode.markdown-language-features') === undefined) {
      const text = await vscode.workspace.openTextDocument(report);
      await vscode.window.showTextDocument(text, { viewColumn: vscode.ViewColumn.Beside });
      return;
    }
    await vscode.commands.executeCommand('markdown.showLockedPreviewToSide', report);
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri.query, true));
    const { allRewardsMarkdown } = await import('../../language/trajectory/allRewards.ts');
    this.#revisions.set(uri.toString(), this.#revision);
    const paid = await this.#language
      .askOrThrow(document, null, (service, source) => service.scoreWithAllRewards(source, 0))
      .catch(asPageTraceError);
    if (paid === null) return '';
    // Of a text that has changed, VS Code requests the content again.
    if (paid instanceof Error) return paid.reason === 'cancelled' ? '' : paid.message;
    const name = path.posix.basename(document.uri.path);
    return allRewardsMarkdown(paid, name, (offset) => {
      const line = document.positionAt(offset).line + 1;
      return placeLink(t('line {0}', line), document.uri, line);
    });
  }
}

/** A likeness between 0 and 1 as a percentage. */
export function percent(likeness: number): string {
  return `${Math.round(likeness * 100)}%`;
}

function allRewardsUri(uri: vscode.Uri): vscode.Uri {
  const name = path.posix.basename(uri.path);
  return vscode.Uri.from({
    scheme: ALL_REWARDS,
    path: `/${t('Rewards of {0}', name)}.md`,
    query: uri.toString(),
  });
}

/** The trajectory in the active editor. Throws a `PageTraceError` if there is none. */
export function activeTrajectory(): vscode.TextDocument {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId === TRAJECTORY_LANGUAGE) return document;
  throw new PageTraceError('bad-input', t('No trajectory is open in the active editor.'), {
    hint: t('Open a .trajectory file, or set the language of the text to Trajectory.'),
  });
}
