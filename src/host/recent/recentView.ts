import path from 'node:path';
import * as vscode from 'vscode';
import { oneLine } from '../../core/oneLine.ts';
import type { AskedQuestionRecord } from '../../asking/model.ts';
import { commands } from '../shared/contributions.ts';
import type { RecentStore } from '../../asking/recentStore.ts';
import { isRunning } from '../../core/records/sampleState.ts';

/** One recent question in the tree. */
export interface RecentItem {
  readonly record: AskedQuestionRecord;
}

/** The tree of recent trajectories, newest first. */
export class RecentView implements vscode.TreeDataProvider<RecentItem> {
  readonly #store: RecentStore;
  readonly #change = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#change.event;

  constructor(store: RecentStore) {
    this.#store = store;
  }

  refresh(): void {
    this.#change.fire(undefined);
  }

  async getChildren(element?: RecentItem): Promise<RecentItem[]> {
    return element ? [] : (await this.#store.list()).map(({ record }) => ({ record }));
  }

  getTreeItem({ record }: RecentItem): vscode.TreeItem {
    const { info, samples, createdAt, failure } = record;
    const item = new vscode.TreeItem(oneLine(info.question ?? '(no question)', 120));
    const documents = info.documents.map((document) => path.posix.basename(document.path)).join(', ');
    const running = samples.some(isRunning);
    const cancelled = samples.some(({ state }) => state === 'cancelled');
    item.id = record.id;
    item.description = [documents, ...(samples.length > 1 ? [`${samples.length} samples`] : [])].join(' · ');
    item.iconPath = new vscode.ThemeIcon(
      failure ? 'error' : running ? 'sync~spin' : cancelled ? 'circle-slash' : verdictIcon(record),
    );
    item.tooltip = [
      info.question ?? '',
      documents,
      [info.model, record.server].filter(Boolean).join(' on '),
      new Date(createdAt).toLocaleString(),
      failure ? `Failed: ${failure.message}` : cancelled ? 'Cancelled' : '',
    ]
      .filter((line) => line !== '')
      .join('\n');
    // The icon shows by shape and color what a screen reader reads as a word.
    item.accessibilityInformation = {
      label: [info.question ?? '(no question)', item.description, stateOf(record)].join(', '),
    };
    item.contextValue = 'trajectory';
    item.command = { command: commands.recentOpen, title: 'Open Trajectory', arguments: [{ record }] };
    return item;
  }
}

/** The state of a question, in a word or two. */
function stateOf({ failure, samples }: AskedQuestionRecord): string {
  if (failure) return 'failed';
  if (samples.some(isRunning)) return 'being answered';
  if (samples.some(({ state }) => state === 'cancelled')) return 'cancelled';
  const [first, ...others] = new Set(samples.map(({ verdict }) => verdict));
  if (first === undefined || others.length > 0) return 'judged differently';
  return first === 'unknown' ? 'not judged' : `judged ${first}`;
}

function verdictIcon(record: AskedQuestionRecord): string {
  const verdicts = new Set(record.samples.map(({ verdict }) => verdict));
  if (verdicts.size > 1) return 'layers';
  return verdicts.has('right') ? 'pass' : verdicts.has('wrong') ? 'close' : 'comment-discussion';
}
