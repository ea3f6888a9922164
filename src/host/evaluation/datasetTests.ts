import path from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { wholeNumber } from '../../core/displayLocale.ts';
import { asPageTraceError } from '../../core/errors.ts';
import { oneLine } from '../../core/oneLine.ts';
import { plainText } from '../../core/plainText.ts';
import { escapeMarkdown } from '../../language/markdown.ts';
import { sentenceWithHint } from '../shared/editorHint.ts';
import { setting } from '../shared/settings.ts';
import { markdownString } from '../shared/workbench.ts';
import type { EvaluatedPlace } from './evaluatedTrajectory.ts';
import { findTrajectory } from './keptRuns.ts';
import { datasetName, findDatasets, listDataset, type Listing } from './datasets.ts';

/** What can be run. */
export const RUNNABLE = new vscode.TestTag('question');

/** The most questions of a data set that are tests of their own. */
const MOST_TESTS = 10_000;

/** The id of the node that stands for the others. */
const MORE = '…';

/** The most mistakes of a data set that are named. */
const MOST_MISTAKES = 5;

/** A data set whose questions are tests. */
export interface TestedDataset {
  readonly uri: vscode.Uri;
  readonly test: vscode.TestItem;
  readonly listing: Listing;
  /** The tests of its questions, by their ids. */
  readonly questions: ReadonlyMap<string, vscode.TestItem>;
}

/** The data sets of the workspace as trees of tests. The questions of one are listed when they are first needed. */
export class DatasetTests implements vscode.Disposable {
  readonly #controller: vscode.TestController;
  readonly #script: string;
  readonly #listed = new Map<string, Promise<TestedDataset>>();
  readonly #over = new AbortController();

  /** @param script the script of the command line */
  constructor(controller: vscode.TestController, script: string) {
    this.#controller = controller;
    this.#script = script;
  }

  /** Finds the data sets of the workspace. */
  async find(): Promise<void> {
    for (const uri of await findDatasets()) this.add(uri);
  }

  add(uri: vscode.Uri): vscode.TestItem {
    const id = uri.toString();
    const known = this.#controller.items.get(id);
    if (known !== undefined) return known;
    const test = this.#test(id, datasetName(vscode.workspace.asRelativePath(uri)), uri);
    test.canResolveChildren = true;
    this.#controller.items.add(test);
    return test;
  }

  /** Forgets a data set that is not there any more. */
  remove(uri: vscode.Uri): void {
    this.#listed.delete(uri.toString());
    this.#controller.items.delete(uri.toString());
  }

  /**
   * Lists a data set again, if it was listed.
   * @throws PageTraceError `file-unreadable`
   */
  async refresh(uri: vscode.Uri): Promise<void> {
    const key = uri.toString();
    const test = this.#controller.items.get(key);
    if (this.#listed.delete(key) && test !== undefined) await this.list(test);
  }

  /** Finds the data sets again, and lists those again that were listed. One that cannot be listed says why. */
  async refreshAll(): Promise<void> {
    await this.find();
    const keys = [...this.#listed.keys()];
    await Promise.allSettled(keys.map((key) => this.refresh(vscode.Uri.parse(key, true))));
  }

  /** Groups the questions in another way, as the setting says. */
  async regroup(): Promise<void> {
    for (const [key, listed] of this.#listed) {
      const found = await listed.catch(() => null);
      if (found !== null) this.#listed.set(key, Promise.resolve(this.#show(found.test, found.listing)));
    }
  }

  /** The data set that a test is, or belongs to. */
  datasetOf(test: vscode.TestItem): vscode.TestItem {
    return test.parent === undefined ? test : this.datasetOf(test.parent);
  }

  /**
   * The questions of a data set as tests.
   * @throws PageTraceError `file-unreadable`
   */
  list(test: vscode.TestItem): Promise<TestedDataset> {
    let listed = this.#listed.get(test.id);
    if (listed === undefined) this.#listed.set(test.id, (listed = this.#list(test)));
    return listed;
  }

  /**
   * The trajectory of a question in its last run, in whatever window it was run; null if there is none.
   * @throws PageTraceError `file-unreadable`
   */
  async trajectoryOf(test: vscode.TestItem): Promise<EvaluatedPlace | null> {
    const { uri, listing, questions } = await this.list(this.datasetOf(test));
    if (questions.get(test.id) !== test) return null;
    return findTrajectory({ dataset: uri, name: listing.name, id: test.id });
  }

  dispose(): void {
    this.#over.abort();
  }

  async #list(test: vscode.TestItem): Promise<TestedDataset> {
    test.busy = true;
    try {
      const uri = vscode.Uri.parse(test.id, true);
      return this.#show(test, await listDataset(this.#script, uri, this.#over.signal));
    } catch (error) {
      this.#listed.delete(test.id);
      test.error = plainText(sentenceWithHint(asPageTraceError(error)));
      throw error;
    } finally {
      test.busy = false;
    }
  }

  #show(test: vscode.TestItem, listing: Listing): TestedDataset {
    const uri = vscode.Uri.parse(test.id, true);
    const by = setting('testing.groupBy', uri);
    const questions = new Map<string, vscode.TestItem>();
    const groups = new Map<string, vscode.TestItem[]>();
    for (const item of listing.items.slice(0, MOST_TESTS)) {
      const question = this.#test(item.id, oneLine(item.question, 200), uri);
      question.range = new vscode.Range(item.line - 1, 0, item.line - 1, 0);
      questions.set(item.id, question);
      const group = groupOf(item, by);
      const members = groups.get(group);
      if (members === undefined) groups.set(group, [question]);
      else members.push(question);
    }
    const children = [...groups].flatMap(([name, members]) => {
      if (by === 'none') return members;
      const group = this.#test(`group:${name}`, name, uri);
      group.children.replace(members);
      return [group];
    });
    const more = listing.items.length - questions.size;
    if (more > 0) {
      const rest = this.#controller.createTestItem(
        MORE,
        plainText(t('{0} more questions', wholeNumber(more))),
      );
      rest.description = t('run with the whole data set');
      rest.sortText = '\uFFFF';
      children.push(rest);
    }
    test.children.replace(children);
    test.error = mistakesOf(listing);
    return { uri, test, listing, questions };
  }

  #test(id: string, label: string, uri: vscode.Uri): vscode.TestItem {
    const test = this.#controller.createTestItem(id, plainText(label), uri);
    test.tags = [RUNNABLE];
    return test;
  }
}

/**
 * The group of a question: its documents, its tags, or its values in a bucket. A question is in one group only, so that it
 * is run once.
 */
function groupOf({ documents, tags, buckets }: Listing['items'][number], by: string): string {
  const names =
    by === 'document'
      ? documents.map((each) => path.basename(each))
      : by === 'tag'
        ? tags
        : (buckets[by] ?? []);
  return names.length === 0 ? t('Other questions') : names.join(', ');
}

function mistakesOf({ mistakes }: Listing): vscode.TestItem['error'] {
  if (mistakes.length === 0) return undefined;
  const named = mistakes
    .slice(0, MOST_MISTAKES)
    .map(({ line, message }) => t('Line {0}: {1}', line, message));
  const more = mistakes.length - named.length;
  return markdownString(
    [
      ...named.map(escapeMarkdown),
      ...(more === 0 ? [] : [escapeMarkdown(t('{0} more mistakes are in the editor.', wholeNumber(more)))]),
    ].join('\n\n'),
  );
}
