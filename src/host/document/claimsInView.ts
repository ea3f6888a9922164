import * as vscode from 'vscode';
import { claimChanges } from '../../protocol/claimChanges.ts';
import type { ClaimMove, DocumentClaims, ToDocument } from '../../protocol/document.ts';
import { contextKeys } from '../shared/contributions.ts';
import { claimAfter } from '../../protocol/pageClaims.ts';

/** A claim that the person selected in the view of a document, by its index in the grounding; null for none. */
export interface SelectedClaim {
  readonly uri: vscode.Uri;
  readonly claim: number | null;
}

/** The claims that speak of the word that the person selected in the view of a document, by their indices. */
export interface SelectedWord {
  readonly uri: vscode.Uri;
  readonly claims: readonly number[];
}

interface Shown {
  readonly uri: vscode.Uri;
  readonly claims: DocumentClaims;
  readonly selected: number | null;
  /** Whether the next view of the document scrolls to the selected claim, because none was open. */
  readonly awaitsView: boolean;
}

/** The claims over the pages of documents, and which one is selected; views that are created later show them too. */
export class ClaimsInView {
  readonly #send: (uri: vscode.Uri, message: ToDocument) => boolean;
  /** By document; the one whose claims were shown or selected last comes last. */
  readonly #shown = new Map<string, Shown>();
  readonly #claimSelections = new vscode.EventEmitter<SelectedClaim>();
  readonly #wordSelections = new vscode.EventEmitter<SelectedWord>();
  readonly onDidSelectClaim = this.#claimSelections.event;
  readonly onDidSelectWord = this.#wordSelections.event;

  /** @param send sends a message to every view of a document; returns whether there is one */
  constructor(send: (uri: vscode.Uri, message: ToDocument) => boolean) {
    this.#send = send;
  }

  /**
   * Shows claims over the pages of a document, or none. The selected claim stays selected if it still exists. Views that
   * show the claims before get only what has changed.
   */
  show(uri: vscode.Uri, claims: DocumentClaims | null): void {
    const key = uri.toString();
    const past = this.#shown.get(key);
    if (claims === null) {
      if (!this.#shown.delete(key)) return;
    } else {
      const kept = past?.selected ?? null;
      const isThere = claims.claims.some(({ claim }) => claim === kept);
      this.#keep({
        uri,
        claims,
        selected: isThere ? kept : null,
        awaitsView: isThere && past?.awaitsView === true,
      });
    }
    const message = past === undefined || claims === null ? this.#message(uri) : this.#changes(past, claims);
    if (message !== null) this.#send(uri, message);
    void vscode.commands.executeCommand('setContext', contextKeys.claimsShown, this.#shown.size > 0);
  }

  /** Selects one of the claims that are shown, or none; `reveal` scrolls to its first box. */
  select(uri: vscode.Uri, claim: number | null, { reveal }: { readonly reveal: boolean }): void {
    const shown = this.#shown.get(uri.toString());
    if (shown === undefined) return;
    const isSent = this.#send(uri, { type: 'selectClaim', claim, reveal });
    this.#keep({ ...shown, selected: claim, awaitsView: reveal && !isSent });
  }

  /** The next view of a document does not scroll to the selected claim: the person asked for a page since. */
  cancelReveal(uri: vscode.Uri): void {
    const shown = this.#shown.get(uri.toString());
    if (shown?.awaitsView === true) this.#shown.set(uri.toString(), { ...shown, awaitsView: false });
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
  move(to: ClaimMove, uri?: vscode.Uri): void {
    const shown = uri === undefined ? [...this.#shown.values()].at(-1) : this.#shown.get(uri.toString());
    if (shown === undefined) return;
    const next = claimAfter(shown.claims.claims, shown.selected, to);
    if (next === null) return;
    this.select(shown.uri, next, { reveal: true });
    this.#claimSelections.fire({ uri: shown.uri, claim: next });
  }

  /** Whether claims are shown over the pages of a document. */
  has(uri: vscode.Uri): boolean {
    return this.#shown.has(uri.toString());
  }

  /** What a view of a document that has just been opened is to show. */
  messages(uri: vscode.Uri): ToDocument[] {
    const messages = [this.#message(uri)];
    const shown = this.#shown.get(uri.toString());
    if (shown?.awaitsView === true) {
      this.#shown.set(uri.toString(), { ...shown, awaitsView: false });
      messages.push({ type: 'selectClaim', claim: shown.selected, reveal: true });
    }
    return messages;
  }

  dispose(): void {
    this.#claimSelections.dispose();
    this.#wordSelections.dispose();
  }

  #keep(shown: Shown): void {
    const key = shown.uri.toString();
    this.#shown.delete(key);
    this.#shown.set(key, shown);
  }

  /** What views that show `past` have to know; null if nothing has changed. */
  #changes(past: Shown, claims: DocumentClaims): ToDocument | null {
    const changes = claimChanges(past.claims, claims);
    if (changes === null) return null;
    const selected = this.#shown.get(past.uri.toString())?.selected ?? null;
    return { type: 'claimChanges', changes, selected };
  }

  #message(uri: vscode.Uri): ToDocument {
    const shown = this.#shown.get(uri.toString());
    return { type: 'claims', shown: shown?.claims ?? null, selected: shown?.selected ?? null };
  }
}
