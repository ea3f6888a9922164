import * as v from 'valibot';
import type * as vscode from 'vscode';
import { documentPosition, type DocumentPosition } from '../../protocol/document.ts';

const KEY = 'pagetrace.documentPositions';
/** How many documents' positions are stored; the least recently used is dropped first. */
const MAX_KEPT = 200;

const stored = v.array(v.tuple([v.string(), documentPosition]));

const FIRST_POSITION: DocumentPosition = { page: 1, top: 1, offset: 0, zoom: 'width', selection: [] };

/** The position in each document, in the workspace's storage so that a reload restores it. */
export class DocumentPositions {
  readonly #memento: vscode.Memento;
  readonly #positions: Map<string, DocumentPosition>;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
    const read = v.safeParse(stored, memento.get(KEY));
    this.#positions = new Map(read.success ? read.output : []);
  }

  get(uri: vscode.Uri): DocumentPosition {
    return this.#positions.get(uri.toString()) ?? FIRST_POSITION;
  }

  set(uri: vscode.Uri, position: DocumentPosition): void {
    const key = uri.toString();
    this.#positions.delete(key);
    this.#positions.set(key, position);
    const oldest = this.#positions.keys().next();
    if (this.#positions.size > MAX_KEPT && oldest.done !== true) this.#positions.delete(oldest.value);
    void this.#memento.update(KEY, [...this.#positions]);
  }
}
