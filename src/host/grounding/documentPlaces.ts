import * as vscode from 'vscode';
import type { MissingDocument } from './askForDocument.ts';

/** Where documents were found that were not where their records say, in the memory of the workspace. */
const PLACES = 'pagetrace.documentPlaces';

/** The most places that are remembered; the oldest are forgotten. */
const MOST_PLACES = 500;

export interface DocumentPlacesDeps {
  readonly memory: vscode.Memento;
  /** SHA-256 of a document. */
  readonly hash: (uri: vscode.Uri) => Promise<string>;
}

/** Asks for documents that were moved, and remembers where they are. */
export class DocumentPlaces {
  readonly #deps: DocumentPlacesDeps;

  constructor(deps: DocumentPlacesDeps) {
    this.#deps = deps;
  }

  /** Where the document at `uri` is now: at `uri`, unless the person has said otherwise. */
  current(uri: vscode.Uri): vscode.Uri {
    const place = this.#places()[uri.toString()];
    return place === undefined ? uri : vscode.Uri.parse(place, true);
  }

  /**
   * Asks the person where a document is.
   * @returns where it is; null if the person gave none
   * @throws PageTraceError if the chosen file cannot be read
   */
  async ask(document: MissingDocument): Promise<vscode.Uri | null> {
    const { askForDocument } = await import('./askForDocument.ts');
    const chosen = await askForDocument(document, this.#deps.hash);
    if (chosen !== null) await this.#remember(document.uri, chosen);
    return chosen;
  }

  #places(): Readonly<Record<string, string>> {
    return this.#deps.memory.get<Readonly<Record<string, string>>>(PLACES, {});
  }

  async #remember(uri: vscode.Uri, chosen: vscode.Uri): Promise<void> {
    const kept = Object.entries(this.#places()).filter(([key]) => key !== uri.toString());
    const places = [...kept, [uri.toString(), chosen.toString()]].slice(-MOST_PLACES);
    await this.#deps.memory.update(PLACES, Object.fromEntries(places));
  }
}
