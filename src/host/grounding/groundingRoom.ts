import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';
import type { DocumentReference } from '../../core/records/model.ts';
import { Grounder } from '../../grounding/grounder.ts';
import type { GroundingDocument } from '../../grounding/model.ts';
import type { DocumentLibrary } from '../document/documentLibrary.ts';
import { stringsLanguage } from '../shared/displayLanguage.ts';
import { fileVersion, isFolder } from '../shared/files.ts';
import type { DocumentPlaces } from './documentPlaces.ts';
import { Recognition, type RecognitionDeps } from './recognition.ts';

/** A document that a record names, and where it should be. */
export interface NamedDocument {
  readonly document: DocumentReference;
  readonly uri: vscode.Uri;
}

export interface GroundingRoomDeps extends RecognitionDeps {
  readonly context: vscode.ExtensionContext;
  readonly library: Pick<DocumentLibrary, 'open' | 'hash'>;
  readonly log: (line: string) => void;
}

/** What is loaded when a trajectory is first grounded. */
export class GroundingRoom {
  readonly grounder: Grounder;
  readonly recognition: Recognition;
  readonly #deps: GroundingRoomDeps;
  /** The last hash of each file, and the version of the file that it is of. */
  readonly #hashes = new Map<string, { readonly version: string; readonly hash: string }>();

  constructor(deps: GroundingRoomDeps) {
    this.#deps = deps;
    this.recognition = new Recognition(deps);
    const { extensionUri } = deps.context;
    this.grounder = new Grounder({
      worker: pathToFileURL(vscode.Uri.joinPath(extensionUri, 'dist', 'grounding-worker.js').fsPath),
      strings: vscode.l10n.bundle ?? {},
      locale: stringsLanguage(),
      recognizer: this.recognition,
    });
  }

  dispose(): Promise<void> {
    return this.grounder.dispose();
  }

  /**
   * Prepares a document that a record names.
   * @param uri where the document is
   * @throws PageTraceError if it cannot be read
   */
  async prepare(
    { path: name }: DocumentReference,
    uri: vscode.Uri,
    signal: AbortSignal,
  ): Promise<GroundingDocument> {
    const hash = await this.hash(uri, signal);
    return { name, hash, open: () => this.#deps.library.open(uri) };
  }

  /** SHA-256 of a document. A file is read again only if it has changed: a text that arrives asks many times a second. */
  async hash(uri: vscode.Uri, signal?: AbortSignal): Promise<string> {
    const key = uri.toString();
    const version = (await isFolder(uri)) ? '' : await fileVersion(uri);
    const known = this.#hashes.get(key);
    if (known !== undefined && version !== '' && known.version === version) return known.hash;
    const hash = await this.#deps.library.hash(uri, signal);
    this.#hashes.set(key, { version, hash });
    return hash;
  }

  /**
   * Asks the person where the first of these documents is that cannot be found.
   * @returns whether they said so
   * @throws PageTraceError if the chosen file cannot be read
   */
  async findMissing(documents: readonly NamedDocument[], places: DocumentPlaces): Promise<boolean> {
    for (const { document, uri } of documents) {
      if (await exists(places.current(uri))) continue;
      const found = await places.ask({ uri, sha256: document.sha256 });
      if (found === null) return false;
      this.#deps.log(`${document.path} is at ${found.toString()}.`);
      return true;
    }
    return false;
  }
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}
