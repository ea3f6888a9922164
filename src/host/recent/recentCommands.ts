import * as vscode from 'vscode';
import { oneLine } from '../../core/oneLine.ts';
import { PageTraceError } from '../../core/errors.ts';
import type { SourceIdentity } from '../../protocol/sourceIdentity.ts';
import type { RecentStore, Removed } from '../../asking/recentStore.ts';
import { questionIdentity } from '../asking/askedQuestionSource.ts';
import type { Comparisons } from '../inspector/comparisons.ts';
import type { OpenSource } from '../inspector/inspectorSource.ts';
import type { RecentItem, RecentRow } from './recentView.ts';

export interface RecentCommandsDeps {
  readonly store: RecentStore;
  readonly comparisons: Pick<Comparisons, 'show'>;
  /** Opens a trajectory a second time, with a source of its own; null if it no longer exists. */
  readonly open: OpenSource;
}

/** The commands of the list of recent trajectories. */
export class RecentCommands {
  readonly #deps: RecentCommandsDeps;

  constructor(deps: RecentCommandsDeps) {
    this.#deps = deps;
  }

  /** Deletes trajectories immediately, and offers to undo that while the message is shown. */
  async delete(items: readonly RecentItem[]): Promise<void> {
    const removed: Removed[] = [];
    try {
      for (const { record } of items) {
        const one = await this.#deps.store.remove(record.id);
        if (one !== null) removed.push(one);
      }
    } finally {
      if (removed.length > 0) await offerUndo(removed, items);
    }
  }

  /** Deletes all trajectories after a confirmation; this cannot be undone. */
  async clear(): Promise<void> {
    const all = 'Delete All';
    const answer = await vscode.window.showWarningMessage(
      'Delete all recent trajectories?',
      { modal: true, detail: 'This cannot be undone. Trajectory files that you have saved stay.' },
      all,
    );
    if (answer === all) await this.#deps.store.clear();
  }

  /**
   * Shows two trajectories side by side, the one that was asked first on the left.
   * @throws PageTraceError `bad-input` if the items are not two, or if one no longer exists
   */
  async compare(items: readonly RecentItem[]): Promise<void> {
    const [first, second, ...others] = items.map(({ record }) => record.id).toSorted();
    if (first === undefined || second === undefined || others.length > 0) {
      throw new PageTraceError('bad-input', 'Two trajectories can be compared at a time.', {
        hint: 'Select two of them in the list with Ctrl+click (Cmd+click on a Mac), then choose Compare Selected.',
      });
    }
    const before = await this.#open(questionIdentity(first));
    try {
      const after = await this.#open(questionIdentity(second));
      this.#deps.comparisons.show({ before, after });
    } catch (error) {
      before.dispose();
      throw error;
    }
  }

  async #open(identity: SourceIdentity) {
    const source = await this.#deps.open(identity);
    if (source === null) throw new PageTraceError('bad-input', 'This trajectory is no longer kept.');
    return source;
  }
}

async function offerUndo(removed: readonly Removed[], items: readonly RecentItem[]): Promise<void> {
  const undo = 'Undo';
  const [only] = items;
  const answer = await vscode.window.showInformationMessage(
    removed.length === 1 && only !== undefined
      ? `Deleted the trajectory “${oneLine(only.record.info.question ?? '(no question)', 60)}”.`
      : `Deleted ${removed.length} trajectories.`,
    undo,
  );
  for (const one of removed) await (answer === undo ? one.restore() : one.discard());
}

/**
 * The questions that a command of the tree is about: all selected ones if the clicked row is one of them, otherwise the
 * clicked one.
 */
export function clickedItems(
  clicked: RecentRow,
  selected: readonly RecentRow[] | undefined,
): readonly RecentItem[] {
  return (selected ?? [clicked]).filter((row): row is RecentItem => 'record' in row);
}
