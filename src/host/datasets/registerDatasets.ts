import * as vscode from 'vscode';
import type { DocumentServices } from '../document/registerDocuments.ts';
import type { Services } from '../shared/services.ts';
import { isDataset } from './datasetFile.ts';

/** Registers data sets as files of the editor, once the first is open. */
export function registerDatasets(services: Services, documents: DocumentServices): void {
  const { subscriptions } = services.context;
  const look = (document: vscode.TextDocument): void => {
    if (!isDataset(document)) return;
    listening.dispose();
    void import('./datasetProviders.ts').then(({ registerDatasetProviders }) => {
      subscriptions.push(registerDatasetProviders(services, documents));
    });
  };
  const listening = vscode.workspace.onDidOpenTextDocument(look);
  subscriptions.push(listening);
  const open = vscode.workspace.textDocuments.find(isDataset);
  if (open !== undefined) look(open);
}
