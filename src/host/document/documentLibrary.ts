import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';
import { readHeldPath } from '../../core/datasets/heldPath.ts';
import { isPageTraceError } from '../../core/errors.ts';
import type { Documents, OpenDocument } from '../../documents/model.ts';
import { isFolder } from '../shared/files.ts';
import { setting } from '../shared/settings.ts';
import type { Passwords } from './passwords.ts';

/** Few documents are not local. */
const bytesOfFiles = () => import('./readBytes.ts');

export interface DocumentLibraryDeps {
  readonly extensionUri: vscode.Uri;
  readonly passwords: Passwords;
  readonly log: (line: string) => void;
}

/**
 * Opens documents for asking and inspecting, and asks for a password if one is needed. The documents room is loaded on
 * first use.
 */
export class DocumentLibrary {
  readonly #deps: DocumentLibraryDeps;
  #documents: Promise<Documents> | null = null;

  constructor(deps: DocumentLibraryDeps) {
    this.#deps = deps;
  }

  /**
   * Opens the document at `uri`: by path if it is a local file or folder, otherwise by its bytes.
   * @param asks whether the person is asked for a password, which work in the background does not do
   * @throws PageTraceError the errors of the documents room; `document-password-missing` if the person enters none
   */
  async open(uri: vscode.Uri, asks = true): Promise<OpenDocument> {
    const documents = await this.#load();
    const source =
      uri.scheme === 'file'
        ? ({ kind: 'path', path: uri.fsPath } as const)
        : ({
            kind: 'bytes',
            name: path.posix.basename(uri.path),
            bytes: await (await bytesOfFiles()).readBytes(uri),
          } as const);
    for (let password = this.#deps.passwords.get(uri); ;) {
      try {
        return await documents.open(source, password === undefined ? {} : { password });
      } catch (error) {
        const wrong = isPageTraceError(error) && error.reason === 'document-password-wrong';
        const missing = isPageTraceError(error) && error.reason === 'document-password-missing';
        if (!asks || (!wrong && !missing)) throw error;
        password = await this.#deps.passwords.ask(uri, wrong);
        if (password === undefined) throw error;
      }
    }
  }

  /** Opens a document, uses it, and closes it in any case. */
  async with<T>(uri: vscode.Uri, use: (document: OpenDocument) => Promise<T>): Promise<T> {
    const document = await this.open(uri);
    try {
      return await use(document);
    } finally {
      await document.close();
    }
  }

  /**
   * SHA-256 of the current document, lowercase hex. A file is hashed without being opened, so no password is requested.
   * @throws PageTraceError if it cannot be read, and `cancelled` when `signal` ends the reading
   */
  async hash(uri: vscode.Uri, signal?: AbortSignal): Promise<string> {
    if ((await isFolder(uri)) || readHeldPath(uri.fsPath) !== null)
      return this.with(uri, (document) => document.hash());
    const { hashBytes, hashFile } = await import('../../documents/hash.ts');
    return uri.scheme === 'file'
      ? hashFile(uri.fsPath, signal === undefined ? {} : { signal })
      : hashBytes(await (await bytesOfFiles()).readBytes(uri));
  }

  async dispose(): Promise<void> {
    await (await this.#documents)?.dispose();
  }

  #load(): Promise<Documents> {
    this.#documents ??= import('../../documents/documents.ts').then(({ createDocuments }) =>
      createDocuments({
        worker: pathToFileURL(
          vscode.Uri.joinPath(this.#deps.extensionUri, 'dist', 'documents-worker.js').fsPath,
        ),
        limits: { renderTimeout: setting('limits.renderSeconds') * 1000 },
        log: this.#deps.log,
        readHeld: async (held) =>
          (await import('../shared/runThread.ts')).readHeldImage(this.#deps.extensionUri, held),
        strings: vscode.l10n.bundle ?? {},
      }),
    );
    return this.#documents;
  }
}
