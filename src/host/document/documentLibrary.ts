import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { isPageTraceError, PageTraceError } from '../../core/errors.ts';
import {
  DEFAULT_DOCUMENT_LIMITS,
  type Documents,
  type DocumentSource,
  type OpenDocument,
} from '../../documents/model.ts';
import { isFolder } from '../shared/files.ts';
import { setting } from '../shared/settings.ts';
import type { Passwords } from './passwords.ts';

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
   * @throws PageTraceError the errors of the documents room; `document-password-missing` if the person enters none
   */
  async open(uri: vscode.Uri): Promise<OpenDocument> {
    const documents = await this.#load();
    const source = await sourceOf(uri);
    for (let password = this.#deps.passwords.get(uri); ;) {
      try {
        return await documents.open(source, password === undefined ? {} : { password });
      } catch (error) {
        const wrong = isPageTraceError(error) && error.reason === 'document-password-wrong';
        const missing = isPageTraceError(error) && error.reason === 'document-password-missing';
        if (!wrong && !missing) throw error;
        password = await this.#deps.passwords.ask(uri, wrong);
        if (password === undefined) throw error;
      }
    }
  }

  /**
   * Opens a document in the background: the person is not asked for a password.
   * @throws PageTraceError the errors of the documents room; `document-password-missing` without a password that is known
   */
  async openUnasked(uri: vscode.Uri): Promise<OpenDocument> {
    const documents = await this.#load();
    const password = this.#deps.passwords.get(uri);
    return documents.open(await sourceOf(uri), password === undefined ? {} : { password });
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
    if (await isFolder(uri)) return this.with(uri, (document) => document.hash());
    const { hashBytes, hashFile } = await import('../../documents/hash.ts');
    return uri.scheme === 'file'
      ? hashFile(uri.fsPath, signal === undefined ? {} : { signal })
      : hashBytes(await readBytes(uri));
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
        strings: vscode.l10n.bundle ?? {},
      }),
    );
    return this.#documents;
  }
}

/** @throws PageTraceError if it is not a file on this machine, and cannot be read into memory */
async function sourceOf(uri: vscode.Uri): Promise<DocumentSource> {
  return uri.scheme === 'file'
    ? { kind: 'path', path: uri.fsPath }
    : { kind: 'bytes', name: path.posix.basename(uri.path), bytes: await readBytes(uri) };
}

/** The bytes of a file that is not local. Its size is checked first, because the bytes are held in memory. */
async function readBytes(uri: vscode.Uri): Promise<Uint8Array> {
  const name = path.posix.basename(uri.path);
  try {
    const { size, type } = await vscode.workspace.fs.stat(uri);
    if ((type & vscode.FileType.Directory) !== 0) {
      throw new PageTraceError(
        'document-unsupported',
        t('{0} is a folder that is not on this machine.', name),
        {
          hint: t('Choose its page images one by one, or copy the folder to this machine.'),
        },
      );
    }
    if (size > DEFAULT_DOCUMENT_LIMITS.maxBytes) {
      throw new PageTraceError('document-too-large', t('{0} is larger than 512 MB.', name), {
        hint: t('Save it on this machine and open it from there.'),
      });
    }
    return await vscode.workspace.fs.readFile(uri);
  } catch (error) {
    if (isPageTraceError(error)) throw error;
    throw new PageTraceError('file-not-found', t('{0} could not be read.', name), {
      hint: t('Check that it still exists.'),
      cause: error,
    });
  }
}
