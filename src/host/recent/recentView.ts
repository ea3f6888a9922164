import * as vscode from 'vscode';
import type { AskedQuestion } from '../../asking/askedQuestion.ts';
import { branchTree, type BranchedFile, type BranchTree } from '../../asking/branchTree.ts';
import type { AskedQuestionRecord, ParentFile } from '../../asking/model.ts';
import { asPageTraceError } from '../../core/errors.ts';
import type { ReadResponses } from '../shared/languageThread.ts';
import type { RecentStore } from '../../asking/recentStore.ts';
import { isRunning } from '../../core/records/sampleState.ts';
import { groupByDay, type RecentGroup } from './recentGroups.ts';
import type { ShownSummary } from './recentItems.ts';

/** One recent question in the tree. */
export interface RecentItem {
  readonly record: AskedQuestionRecord;
}

/** A row of the tree: a group of days, a question, or a trajectory file with branches. */
export type RecentRow = RecentGroup | RecentItem | BranchedFile;

const NO_SUMMARY: ShownSummary = { answer: null, reward: null, problem: null };

/** The tree of recent trajectories, grouped by day, newest first, with the branches of a question or a file below it. */
export class RecentView implements vscode.TreeDataProvider<RecentRow> {
  readonly #store: Pick<RecentStore, 'list' | 'open'>;
  readonly #read: ReadResponses;
  readonly #now: () => Date;
  readonly #change = new vscode.EventEmitter<RecentItem[] | undefined>();
  readonly onDidChangeTreeData = this.#change.event;
  /** The row of each shown question. Rows stay the same objects, so that VS Code can update one without the others. */
  readonly #rows = new Map<string, { record: AskedQuestionRecord }>();
  /** The groups and questions that VS Code was given last, as one text; null before it asked for them. */
  #given: string | null = null;
  /** The questions that VS Code was given last, with their branches below them. */
  #tree: BranchTree = { roots: [], branches: new Map() };
  #updates: Promise<void> = Promise.resolve();
  /** Summaries by question, each with the record that it was made from. */
  readonly #summaries = new Map<string, { record: AskedQuestionRecord; summary: ShownSummary }>();
  #filter = '';

  constructor(
    store: Pick<RecentStore, 'list' | 'open'>,
    read: ReadResponses,
    now: () => Date = () => new Date(),
  ) {
    this.#store = store;
    this.#read = read;
    this.#now = now;
  }

  /** The text that shown questions contain, in any case; empty if all are shown. */
  get filter(): string {
    return this.#filter;
  }

  set filter(text: string) {
    this.#filter = text.trim();
    this.#readAgain();
  }

  /**
   * Shows the stored questions as they are now. Rows whose questions changed are updated one by one. Only when
   * questions came or went, the whole tree is read again: until VS Code has done that, it passes no row to the commands
   * of rows.
   */
  refresh(): void {
    this.#updates = this.#updates
      .then(() => this.#update())
      .catch(() => {
        // VS Code shows the reason when it reads the tree.
        this.#readAgain();
      });
  }

  async #update(): Promise<void> {
    const records = await this.#shown();
    const tree = branchTree(records);
    if (this.#given === null || outline(groupByDay(tree.roots, this.#now()), tree) !== this.#given) {
      this.#readAgain();
      return;
    }
    const changed = records.filter((record) => this.#rows.get(record.id)?.record !== record);
    if (changed.length > 0) this.#change.fire(changed.map((record) => this.#row(record)));
  }

  #readAgain(): void {
    this.#change.fire(undefined);
  }

  async getChildren(row?: RecentRow): Promise<RecentRow[]> {
    if (row !== undefined) {
      if ('roots' in row) return row.roots.map((root) => ('file' in root ? root : this.#shownRow(root)));
      const below = 'file' in row ? row.branches : (this.#tree.branches.get(row.record.id) ?? []);
      return below.map((record) => this.#shownRow(record));
    }
    const records = await this.#shown();
    this.#tree = branchTree(records);
    const groups = groupByDay(this.#tree.roots, this.#now());
    this.#given = outline(groups, this.#tree);
    const ids = new Set(records.map(({ id }) => id));
    for (const id of this.#rows.keys()) if (!ids.has(id)) this.#rows.delete(id);
    for (const record of records) this.#row(record);
    return [...groups];
  }

  #shownRow(record: AskedQuestionRecord): RecentItem {
    return this.#rows.get(record.id) ?? this.#row(record);
  }

  /** The row of a question, which shows `record` from now on. */
  #row(record: AskedQuestionRecord): RecentItem {
    const row = this.#rows.get(record.id) ?? { record };
    row.record = record;
    this.#rows.set(record.id, row);
    return row;
  }

  /** The questions that the filter leaves, newest first. The summaries of other questions are discarded. */
  async #shown(): Promise<readonly AskedQuestionRecord[]> {
    const records = (await this.#store.list()).map(({ record }) => record);
    const ids = new Set(records.map(({ id }) => id));
    for (const id of this.#summaries.keys()) if (!ids.has(id)) this.#summaries.delete(id);
    const wanted = this.#filter.toLowerCase();
    if (wanted === '') return records;
    const { filterText } = await import('./recentItems.ts');
    const texts = await Promise.all(
      records.map(async (record) => filterText(record, await this.#summarize(record))),
    );
    return records.filter((_, index) => texts[index]?.includes(wanted));
  }

  async getTreeItem(row: RecentRow): Promise<vscode.TreeItem> {
    const { fileItem, groupItem, questionItem } = await import('./recentItems.ts');
    if ('roots' in row) return groupItem(row, this.#filter !== '');
    if ('file' in row) return fileItem(row);
    const { record } = row;
    const item = questionItem(record, await this.#summarize(record), this.#above(record));
    if (this.#tree.branches.has(record.id)) item.collapsibleState = vscode.TreeItemCollapsibleState.Expanded;
    return item;
  }

  /** The question or file that a branch is shown below; null if it is not shown below another. */
  #above(record: AskedQuestionRecord): AskedQuestionRecord | ParentFile | null {
    const { id = null, file = null } = record.parent ?? {};
    if (id === null) return file;
    const parent = this.#rows.get(id)?.record;
    const isBelow = parent && this.#tree.branches.get(parent.id)?.some(({ id }) => id === record.id);
    return isBelow ? parent : null;
  }

  async #summarize(record: AskedQuestionRecord): Promise<ShownSummary> {
    const known = this.#summaries.get(record.id);
    if (known?.record === record) return known.summary;
    if (record.samples.some(isRunning)) return NO_SUMMARY;
    const asked = await this.#store.open(record.id);
    const summary = asked === null ? NO_SUMMARY : await this.#summaryOf(asked);
    this.#summaries.set(record.id, { record, summary });
    return summary;
  }

  async #summaryOf(asked: AskedQuestion): Promise<ShownSummary> {
    const { endedResponses } = await import('../../asking/endedResponses.ts');
    const ended = endedResponses(asked);
    const length = ended.reduce((sum, { response }) => sum + response.length, 0);
    try {
      return { ...(await this.#read('summarizeResponses', ended, length)), problem: null };
    } catch (error) {
      return { ...NO_SUMMARY, problem: asPageTraceError(error).message };
    }
  }
}

/** Which questions and files stand in which groups, and which branches below which of them. */
const outline = (groups: readonly RecentGroup[], { branches }: BranchTree): string =>
  JSON.stringify([
    groups.map(({ title, roots }) => [
      title,
      roots.map((root) => ('file' in root ? [root.file, ...root.branches.map(({ id }) => id)] : root.id)),
    ]),
    [...branches].map(([parent, records]) => [parent, records.map(({ id }) => id)]),
  ]);
