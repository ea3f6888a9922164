import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';
import type { DocumentReference } from '../../core/records/model.ts';
import type { GroundingDocument, GroundingRequest, GroundingResult } from '../../grounding/model.ts';
import type { Grounder } from '../../grounding/grounder.ts';
import { fileVersion, isFolder } from '../shared/files.ts';
import { stringsLanguage } from '../shared/displayLanguage.ts';
import type { DocumentLibrary } from '../document/documentLibrary.ts';
import type { RecognizedWords } from '../document/registerDocuments.ts';
import type { Notices } from '../shared/notices.ts';
import { DocumentPlaces } from './documentPlaces.ts';
import type { Recognition } from './recognition.ts';

/** A document that is at hand, and whether its content is another one than when it was read. */
export interface PreparedDocument {
  readonly document: GroundingDocument;
  readonly hasChanged: boolean;
}

/** What sources of inspectors use of the groundings. */
export interface GroundingServices extends Pick<
  Groundings,
  'ground' | 'prepare' | 'prepareRecognition' | 'onDidChange' | 'findMissing'
> {
  readonly places: Pick<DocumentPlaces, 'current'>;
}

export interface GroundingsDeps {
  readonly context: vscode.ExtensionContext;
  readonly library: Pick<DocumentLibrary, 'open' | 'hash'>;
  /** Fires when folders outside of the workspace were allowed or forbidden. */
  readonly onDidChangePermissions: vscode.Event<void>;
  readonly notices: Pick<Notices, 'error'>;
  readonly trusted: () => boolean;
  readonly log: (line: string) => void;
}

/** What is loaded when a trajectory is first grounded. */
interface Room {
  readonly grounder: Grounder;
  readonly recognition: Recognition;
}

/**
 * Finds the claims of trajectories on the pages of their documents, in a worker. The room of grounding is loaded when
 * it is first needed.
 */
export class Groundings implements vscode.Disposable {
  readonly places: DocumentPlaces;
  readonly #deps: GroundingsDeps;
  readonly #changed = new vscode.EventEmitter<void>();
  /** Fires when a document may have become readable, or stands elsewhere. */
  readonly onDidChange = this.#changed.event;
  readonly #listening: vscode.Disposable;
  /** The last hash of each file, and the version of the file that it is of. */
  readonly #hashes = new Map<string, { readonly version: string; readonly hash: string }>();
  #room: Promise<Room> | null = null;

  constructor(deps: GroundingsDeps) {
    this.#deps = deps;
    this.places = new DocumentPlaces({
      memory: deps.context.workspaceState,
      hash: (uri) => deps.library.hash(uri),
    });
    this.#listening = deps.onDidChangePermissions(() => {
      this.#changed.fire();
    });
  }

  /** Finds the claims of a response. */
  readonly ground = async (request: GroundingRequest, signal: AbortSignal): Promise<GroundingResult> =>
    (await this.#load()).grounder.ground(request, { signal });

  /**
   * Makes sure that the data for recognizing text is here, after asking the person if it must be fetched. Errors are
   * shown.
   * @returns whether it is
   */
  readonly prepareRecognition = async (): Promise<boolean> => {
    const { recognition } = await this.#load();
    return recognition.prepare();
  };

  /** The words that text recognition read on a page before; none if it did not. */
  readonly recognizedWords: RecognizedWords = async (uri, page) => {
    const room = await this.#room;
    if (room?.recognition.isUsed !== true) return [];
    return room.recognition.recall(await this.#hash(uri), page);
  };

  /**
   * Prepares a document that a record names.
   * @param uri where the document is
   * @throws PageTraceError if it cannot be read
   */
  readonly prepare = async (
    { path: name, sha256 }: DocumentReference,
    uri: vscode.Uri,
    signal: AbortSignal,
  ): Promise<PreparedDocument> => {
    const hash = await this.#hash(uri, signal);
    return {
      document: { name, hash, open: () => this.#deps.library.open(uri) },
      hasChanged: sha256 !== null && hash !== sha256,
    };
  };

  /** SHA-256 of a document. A file is read again only if it has changed: a text that arrives asks many times a second. */
  async #hash(uri: vscode.Uri, signal?: AbortSignal): Promise<string> {
    const key = uri.toString();
    const version = (await isFolder(uri)) ? '' : await fileVersion(uri);
    const known = this.#hashes.get(key);
    if (known !== undefined && version !== '' && known.version === version) return known.hash;
    const hash = await this.#deps.library.hash(uri, signal);
    this.#hashes.set(key, { version, hash });
    return hash;
  }

  /**
   * Asks the person where the first of these documents is that cannot be found, and grounds again if they say so.
   * @throws PageTraceError if the chosen file cannot be read
   */
  async findMissing(
    documents: readonly { readonly document: DocumentReference; readonly uri: vscode.Uri }[],
  ): Promise<void> {
    for (const { document, uri } of documents) {
      if (await exists(this.places.current(uri))) continue;
      const found = await this.places.ask({ uri, sha256: document.sha256 });
      if (found === null) return;
      this.#deps.log(`${document.path} is at ${found.toString()}.`);
      this.#changed.fire();
      return;
    }
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changed.dispose();
    void this.#room?.then(({ grounder }) => grounder.dispose());
  }

  #load(): Promise<Room> {
    this.#room ??= Promise.all([import('../../grounding/grounder.ts'), import('./recognition.ts')]).then(
      ([{ Grounder: Worker }, { Recognition: Reader }]) => {
        const { extensionUri } = this.#deps.context;
        const recognition = new Reader({
          ...this.#deps,
          changed: () => {
            this.#changed.fire();
          },
        });
        const grounder = new Worker({
          worker: pathToFileURL(vscode.Uri.joinPath(extensionUri, 'dist', 'grounding-worker.js').fsPath),
          strings: vscode.l10n.bundle ?? {},
          locale: stringsLanguage(),
          recognizer: recognition,
        });
        return { grounder, recognition };
      },
    );
    return this.#room;
  }
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}
