import type * as vscode from 'vscode';

/** Whether a document is a file of questions, whatever language VS Code takes its lines for. */
export const isDataset = ({ uri }: vscode.TextDocument): boolean => uri.path.endsWith('.dataset.jsonl');
