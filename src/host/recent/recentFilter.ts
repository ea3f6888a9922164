import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { contextKeys } from '../shared/contributions.ts';
import type { RecentRow, RecentView } from './recentView.ts';
import { plainText } from '../../core/plainText.ts';

/** Filters the list of recent trajectories by text that a person types. */
export class RecentFilter {
  readonly #rows: RecentView;
  readonly #tree: Pick<vscode.TreeView<RecentRow>, 'description'>;

  constructor(rows: RecentView, tree: Pick<vscode.TreeView<RecentRow>, 'description'>) {
    this.#rows = rows;
    this.#tree = tree;
  }

  /** Asks for the text; the list follows while it is typed, and Escape restores the earlier filter. */
  async ask(): Promise<void> {
    const before = this.#rows.filter;
    const input = vscode.window.createInputBox();
    input.title = t('Filter Recent Trajectories');
    input.placeholder = t('Question, answer, document, model or prompt');
    input.value = before;
    const accepted = await new Promise<boolean>((resolve) => {
      input.onDidChangeValue((text) => {
        this.set(text);
      });
      input.onDidAccept(() => {
        resolve(true);
      });
      input.onDidHide(() => {
        resolve(false);
      });
      input.show();
    });
    input.dispose();
    if (!accepted) this.set(before);
  }

  set(text: string): void {
    this.#rows.filter = text;
    const { filter } = this.#rows;
    this.#tree.description = filter === '' ? '' : plainText(t('filtered by “{0}”', filter));
    void vscode.commands.executeCommand('setContext', contextKeys.recentFiltered, filter !== '');
  }
}
