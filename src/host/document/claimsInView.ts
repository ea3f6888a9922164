import * as vscode from 'vscode';
import type { PageBox } from '../../core/geometry/box.ts';
import type { ClaimMove, DocumentClaims, ToDocument } from '../../protocol/document.ts';
import { claimAfter } from './pageClaims.ts';

/** A claim that the person selected in the view of a document, by its index in the grounding; null for none. */
export interface SelectedClaim {
  readonly uri: vscode.Uri;
  readonly claim: number | null;
}

/** A word that the person selected in the view of a document. */
export interface SelectedWord {
  readonly uri: vscode.Uri;
  /** From 1. */
  readonly page: number;
  readonly box: PageBox;
  readonly text: string;
  /** The claims that speak of it, by their indices in the grounding; empty if there are none. */
  readonly claims: readonly number[];
}

interface Shown {
  readonly claims: DocumentClaims;
  selected: number | null;
}

/** The claims over the pages of documents, and which one is selected; views that are created later show them too. */
export class ClaimsInView {
  readonly #send: (uri: vscode.Uri, message: ToDocument) => void;
  readonly #shown = new Map<string, Shown>();
  readonly #claimSelections = new vscode.EventEmitter<SelectedClaim>();
  readonly #wordSelections = new vscode.EventEmitter<SelectedWord>();
  readonly onDidSelectClaim = this.#claimSelections.event;
  readonly onDidSelectWord = this.#wordSelections.event;
  /** The document whose claims were shown or selected last. */
  #latest: vscode.Uri | null = null;

  /** @param send sends a message to every view of a document */
  constructor(send: (uri: vscode.Uri, message: ToDocument) => void) {
    this.#send = send;
  }

  /** Shows claims over the pages of a document, or none. The selected claim stays selected if it still exists. */
  show(uri: vscode.Uri, claims: DocumentClaims | null): void {
    const key = uri.toString();
    const past = this.#shown.get(key)?.selected ?? null;
    if (claims === null) {
      if (!this.#shown.delete(key)) return;
      if (this.#latest?.toString() === key) this.#latest = null;
    } else {
      const selected = claims.claims.some(({ claim }) => claim === past) ? past : null;
      this.#shown.set(key, { claims, selected });
      this.#latest = uri;
    }
    this.#send(uri, this.messageOf(uri));
  }

  /** Selects one of the claims that are shown, or none; `reveal` scrolls to its first box. */
  select(uri: vscode.Uri, claim: number | null, { reveal }: { readonly reveal: boolean }): void {
    const shown = this.#shown.get(uri.toString());
    if (shown === undefined) return;
    shown.selected = claim;
    this.#latest = uri;
    this.#send(uri, { type: 'selectClaim', claim, reveal });
  }

  /** The person selected a claim in one of the views: the others follow. */
  selectedByPerson(uri: vscode.Uri, claim: number | null): void {
    if (!this.#shown.has(uri.toString())) return;
    this.select(uri, claim, { reveal: false });
    this.#claimSelections.fire({ uri, claim });
  }

  selectedWord(word: SelectedWord): void {
    if (this.#shown.has(word.uri.toString())) this.#wordSelections.fire(word);
  }

  /**
   * Goes to another claim of a document and shows it.
   * @param uri the document; by default the one whose claims were shown or selected last
   */
  move(to: ClaimMove, uri: vscode.Uri | null = this.#latest): void {
    const shown = uri === null ? undefined : this.#shown.get(uri.toString());
    if (uri === null || shown === undefined) return;
    const next = claimAfter(shown.claims.claims, shown.selected, to);
    if (next === null) return;
    this.select(uri, next, { reveal: true });
    this.#claimSelections.fire({ uri, claim: next });
  }

  /** Whether claims are shown over the pages of a document. */
  has(uri: vscode.Uri): boolean {
    return this.#shown.has(uri.toString());
  }

  /** What a view of a document is to show now. */
  messageOf(uri: vscode.Uri): ToDocument {
    const shown = this.#shown.get(uri.toString());
    return { type: 'claims', shown: shown?.claims ?? null, selected: shown?.selected ?? null };
  }

  dispose(): void {
    this.#claimSelections.dispose();
    this.#wordSelections.dispose();
  }
}
