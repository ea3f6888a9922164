import path from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { branchChanges, continuedPhrase, fileBranchChanges } from '../../asking/branches.ts';
import type { BranchedFile } from '../../asking/branchTree.ts';
import type { AskedQuestionRecord, ParentFile } from '../../asking/model.ts';
import { samplesPhrase } from '../../core/countPhrases.ts';
import { displayLocale } from '../../core/displayLocale.ts';
import { oneLine } from '../../core/oneLine.ts';
import { plainText } from '../../core/plainText.ts';
import { isRunning } from '../../core/records/sampleState.ts';
import type { QuestionSummary } from '../../language/responses/summary.ts';
import { commands } from '../shared/contributions.ts';
import type { RecentGroup } from './recentGroups.ts';

/** A summary, or why there is none. */
export interface ShownSummary extends QuestionSummary {
  /** Why there is neither an answer nor a reward, as a sentence; null if nothing went wrong. */
  readonly problem: string | null;
}

/** The row of a group of days. */
export function groupItem({ title, isOpen, roots }: RecentGroup, isFiltered: boolean): vscode.TreeItem {
  const item = new vscode.TreeItem(
    plainText(title),
    isOpen || isFiltered
      ? vscode.TreeItemCollapsibleState.Expanded
      : vscode.TreeItemCollapsibleState.Collapsed,
  );
  // A group that a filter unfolds has an identity of its own, so that it is folded again without the filter.
  item.id = isFiltered ? `${title}, filtered` : title;
  item.description = plainText(String(roots.length));
  item.contextValue = 'group';
  return item;
}

/** The row of a trajectory file with branches. */
export function fileItem({ file }: BranchedFile): vscode.TreeItem {
  const uri = vscode.Uri.parse(file);
  const name = path.posix.basename(uri.path);
  const folder = vscode.workspace.asRelativePath(vscode.Uri.joinPath(uri, '..'), false);
  const item = new vscode.TreeItem(plainText(name), vscode.TreeItemCollapsibleState.Expanded);
  item.id = file;
  item.resourceUri = uri;
  item.iconPath = vscode.ThemeIcon.File;
  item.description = plainText(folder);
  item.tooltip = plainText(uri.scheme === 'file' ? uri.fsPath : uri.toString(true));
  item.accessibilityInformation = { label: plainText(t('file {0} in {1}', name, folder)) };
  item.contextValue = 'file';
  item.command = { command: 'vscode.open', title: t('Open File'), arguments: [uri] };
  return item;
}

/**
 * The row of a question.
 * @param parent the question or file above it, and the row is named by what it changes of that one; null if there is
 * none
 */
export function questionItem(
  record: AskedQuestionRecord,
  { answer, reward, problem }: ShownSummary,
  parent: AskedQuestionRecord | ParentFile | null,
): vscode.TreeItem {
  const changes =
    parent && ('uri' in parent ? fileBranchChanges(record, parent) : branchChanges(record, parent));
  const { info, samples, createdAt, failure } = record;
  const continued = continuedPhrase(record);
  const title = changes?.join(', ') ?? info.question ?? t('(no question)');
  const item = new vscode.TreeItem(plainText(oneLine(title, 120)));
  const documents = documentNames(record);
  const running = samples.some(isRunning);
  const cancelled = samples.some(({ state }) => state === 'cancelled');
  item.id = record.id;
  item.description = plainText(
    [
      ...(answer === null ? [] : [oneLine(answer, 60)]),
      ...(reward === null ? [] : [reward]),
      documents,
      ...(changes === null && continued !== null ? [continued] : []),
      ...(samples.length > 1 ? [samplesPhrase(samples.length)] : []),
    ].join(' · '),
  );
  item.iconPath = new vscode.ThemeIcon(
    failure ? 'error' : running ? 'sync~spin' : cancelled ? 'circle-slash' : verdictIcon(record),
  );
  item.tooltip = plainText(
    [
      info.question ?? '',
      changes?.join(', ') ?? '',
      answer === null ? '' : t('Answer: {0}', answer),
      reward === null ? '' : t('Reward: {0}', reward),
      documents,
      modelOnServer(record),
      new Date(createdAt).toLocaleString(displayLocale()),
      failure ? t('Failed: {0}', failure.message) : cancelled ? t('Canceled') : '',
      problem ?? '',
    ]
      .filter((line) => line !== '')
      .join('\n'),
  );
  // The icon shows by shape and color what a screen reader reads as a word.
  item.accessibilityInformation = {
    label: plainText(
      [
        title,
        ...(answer === null ? [] : [t('answer {0}', answer)]),
        ...(reward === null ? [] : [t('reward {0}', reward)]),
        documents,
        ...(changes === null && continued !== null ? [continued] : []),
        ...(samples.length > 1 ? [samplesPhrase(samples.length)] : []),
        stateOf(record),
        ...(problem === null ? [] : [problem]),
      ].join(', '),
    ),
  };
  item.contextValue = 'trajectory';
  item.command = { command: commands.recentOpen, title: t('Open Trajectory'), arguments: [{ record }] };
  return item;
}

function modelOnServer({ info: { model }, server }: AskedQuestionRecord): string {
  return model && server ? t('{0} on {1}', model, server) : (model ?? server ?? '');
}

const documentNames = ({ info }: AskedQuestionRecord): string =>
  info.documents.map((document) => path.posix.basename(document.path)).join(', ');

/** Everything about a question that a filter looks at, in lower case. */
export function filterText(record: AskedQuestionRecord, { answer, reward }: QuestionSummary): string {
  const { info, server, parent } = record;
  return [
    info.question,
    answer,
    reward,
    documentNames(record),
    parent?.file === undefined ? null : path.posix.basename(vscode.Uri.parse(parent.file.uri).path),
    info.model,
    info.prompt,
    server,
    stateOf(record),
  ]
    .filter((part) => part !== null)
    .join('\n')
    .toLowerCase();
}

/** The state of a question, in a word or two. */
function stateOf({ failure, samples }: AskedQuestionRecord): string {
  if (failure) return t('failed');
  if (samples.some(isRunning)) return t('being answered');
  if (samples.some(({ state }) => state === 'cancelled')) return t('canceled');
  const [first, ...others] = new Set(samples.map(({ verdict }) => verdict));
  if (first === undefined || others.length > 0) return t('judged differently');
  if (first === 'unknown') return t('not judged');
  return first === 'right' ? t('judged right') : t('judged wrong');
}

function verdictIcon(record: AskedQuestionRecord): string {
  const verdicts = new Set(record.samples.map(({ verdict }) => verdict));
  if (verdicts.size > 1) return 'layers';
  return verdicts.has('right') ? 'pass' : verdicts.has('wrong') ? 'close' : 'comment-discussion';
}
