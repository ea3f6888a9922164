import type * as vscode from 'vscode';

/** The files that are data sets by their names, as a pattern. */
export const DATASET_FILES = '**/*.dataset.jsonl';

/** Whether a file is a data set by its name, whatever language VS Code takes its lines for. */
export const isDatasetFile = ({ path }: vscode.Uri): boolean => path.endsWith('.dataset.jsonl');
