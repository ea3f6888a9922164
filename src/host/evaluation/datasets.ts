import path from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { DatasetListing } from '../../core/datasets/datasetListing.ts';
import { PageTraceError } from '../../core/errors.ts';
import { DATASET_FILES } from '../shared/datasetFiles.ts';
import { runCommandLine } from './commandLine.ts';

type Listed<K extends DatasetListing['list']> = Extract<DatasetListing, { list: K }>;

/** What the command line lists of a data set. */
export interface Listing {
  /** What the records of its runs call it. */
  readonly name: string;
  /** The prompt that it names; null for none. */
  readonly prompt: string | null;
  readonly items: readonly Listed<'item'>[];
  /** Questions that cannot be asked. */
  readonly mistakes: readonly Listed<'problem'>[];
}

/** The name of a data set, for people and for the files of its runs; of a path, without what all data sets end with. */
export const datasetName = (dataset: vscode.Uri | string): string =>
  (typeof dataset === 'string' ? dataset : path.posix.basename(dataset.path)).replace(
    /(\.dataset)?\.jsonl$/,
    '',
  );

/** The data sets of the workspace. */
export const findDatasets = (): Thenable<vscode.Uri[]> =>
  vscode.workspace.findFiles(DATASET_FILES, '**/node_modules/**', 1000);

/**
 * Lists the questions of a data set.
 * @param script the script of the command line
 * @throws PageTraceError `file-unreadable`
 */
export async function listDataset(script: string, uri: vscode.Uri, signal: AbortSignal): Promise<Listing> {
  if (uri.scheme !== 'file')
    throw new PageTraceError('file-unreadable', t('{0} is not a file on this machine.', uri.path), {
      hint: t('Save the data set in a folder first.'),
    });
  const heads: Listed<'dataset'>[] = [];
  const items: Listed<'item'>[] = [];
  const mistakes: Listed<'problem'>[] = [];
  const said = await runCommandLine({
    script,
    args: ['eval', uri.fsPath, '--list'],
    cwd: path.dirname(uri.fsPath),
    signal,
    onLine: (line) => {
      const listed = line as DatasetListing;
      if (listed.list === 'item') items.push(listed);
      else if (listed.list === 'dataset') heads.push(listed);
      else if (listed.severity === 'error') mistakes.push(listed);
    },
  });
  const [head] = heads;
  if (head === undefined) throw new PageTraceError('file-unreadable', said);
  return { name: head.name ?? datasetName(uri), prompt: head.prompt, items, mistakes };
}
