import * as vscode from 'vscode';
import { oneLine } from '../../core/oneLine.ts';
import type { RecentStore } from '../../asking/recentStore.ts';
import type { RecentItem } from './recentView.ts';

/** The commands of the list of recent trajectories. */
export class RecentCommands {
  readonly #store: RecentStore;

  constructor(store: RecentStore) {
    this.#store = store;
  }

  /** Deletes one trajectory immediately, and offers to undo that while the message is shown. */
  async delete({ record }: RecentItem): Promise<void> {
    const removed = await this.#store.remove(record.id);
    if (removed === null) return;
    const undo = 'Undo';
    const answer = await vscode.window.showInformationMessage(
      `Deleted the trajectory “${oneLine(record.info.question ?? '(no question)', 60)}”.`,
      undo,
    );
    if (answer === undo) await removed.restore();
    else await removed.discard();
  }

  /** Deletes all trajectories after a confirmation; this cannot be undone. */
  async clear(): Promise<void> {
    const all = 'Delete All';
    const answer = await vscode.window.showWarningMessage(
      'All recent trajectories will be deleted.',
      { modal: true, detail: 'This cannot be undone. Trajectory files that you have saved stay.' },
      all,
    );
    if (answer === all) await this.#store.clear();
  }
}
