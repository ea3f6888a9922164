import * as vscode from 'vscode';
import type { DocumentReference } from '../../core/records/model.ts';
import type {
  GroundingDocument,
  GroundingRequest,
  GroundingResult,
  PageRecognizer,
} from '../../grounding/model.ts';
import type { RecognizedWords } from '../document/registerDocuments.ts';
import { DocumentPlaces } from './documentPlaces.ts';
import type { GroundingRoom, GroundingRoomDeps, NamedDocument } from './groundingRoom.ts';

/** What sources of inspectors use of the groundings. */
export interface GroundingServices extends Pick<
  Groundings,
  'ground' | 'prepare' | 'prepareRecognition' | 'onDidChange' | 'findMissing'
> {
  readonly places: Pick<DocumentPlaces, 'current'>;
}

export interface GroundingsDeps extends Omit<GroundingRoomDeps, 'changed'> {
  /** Fires when folders outside of the workspace were allowed or forbidden. */
  readonly onDidChangePermissions: vscode.Event<void>;
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
  #room: Promise<GroundingRoom> | null = null;

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

  /** Recognizes the text of pages, with the data of languages that is here. */
  async recognizer(): Promise<PageRecognizer> {
    return (await this.#load()).recognition;
  }

  /** The words that text recognition read on a page before; none if it did not. */
  readonly recognizedWords: RecognizedWords = async (uri, page) => {
    const room = await this.#room;
    if (room?.recognition.isUsed !== true) return [];
    return room.recognition.recall(await room.hash(uri), page);
  };

  /**
   * Prepares a document that a record names.
   * @param uri where the document is
   * @throws PageTraceError if it cannot be read
   */
  readonly prepare = async (
    reference: DocumentReference,
    uri: vscode.Uri,
    signal: AbortSignal,
  ): Promise<GroundingDocument> => (await this.#load()).prepare(reference, uri, signal);

  /**
   * Asks the person where the first of these documents is that cannot be found, and grounds again if they say so.
   * @throws PageTraceError if the chosen file cannot be read
   */
  async findMissing(documents: readonly NamedDocument[]): Promise<void> {
    if (await (await this.#load()).findMissing(documents, this.places)) this.#changed.fire();
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changed.dispose();
    void this.#room?.then((room) => room.dispose());
  }

  #load(): Promise<GroundingRoom> {
    this.#room ??= import('./groundingRoom.ts').then(
      ({ GroundingRoom: Room }) =>
        new Room({
          ...this.#deps,
          changed: () => {
            this.#changed.fire();
          },
        }),
    );
    return this.#room;
  }
}
