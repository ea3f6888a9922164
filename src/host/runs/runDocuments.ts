import path from 'node:path';
import * as vscode from 'vscode';
import type { DocumentReference } from '../../core/records/model.ts';
import { findDocument, listFiles, type FilesByName } from '../../documents/findDocument.ts';
import { documentFolders } from '../shared/documentFolders.ts';

/** The documents of records with their absolute paths if they were found, and the names of those that were not. */
export interface FoundDocuments {
  readonly documents: readonly DocumentReference[];
  readonly missing: readonly string[];
}

/** Finds the documents that the records of a file name, in the folders that the person allows. Each is looked for once. */
export class RunDocuments {
  readonly #beside: string;
  readonly #chosen: readonly string[];
  readonly #places = new Map<string, Promise<string | null>>();
  #listed: Promise<FilesByName> | null = null;

  /** @param file that holds the records */
  constructor(file: vscode.Uri) {
    this.#beside = path.dirname(file.fsPath);
    this.#chosen = documentFolders(file);
  }

  async find(named: readonly DocumentReference[]): Promise<FoundDocuments> {
    const missing: string[] = [];
    const documents: DocumentReference[] = [];
    for (const document of named) {
      const found = await this.#place(document);
      if (found === null) missing.push(document.path);
      documents.push(found === null ? document : { ...document, path: found });
    }
    return { documents, missing };
  }

  #place(document: DocumentReference): Promise<string | null> {
    const key = JSON.stringify([document.path, document.sha256]);
    let place = this.#places.get(key);
    if (place === undefined) {
      const open = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
      const folders = { beside: this.#beside, chosen: this.#chosen, open };
      place = findDocument(document, folders, () => (this.#listed ??= listFiles(this.#chosen)));
      this.#places.set(key, place);
    }
    return place;
  }
}
