import * as vscode from 'vscode';
import type { ClaimMove, DocumentClaims, ToDocument } from '../../protocol/document.ts';
import { contextKeys } from '../shared/contributions.ts';
import { claimAfter } from '../../protocol/pageClaims.ts';
import { SentClaims } from '../../protocol/sentClaims.ts';

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
  /** The claims as JSON, which tells whether others are the same. */
  readonly json: string;
  readonly selected: number | null;
  /** Whether the next view of the document scrolls to the selected claim, because none was open. */
  readonly awaitsView: boolean;
}

/** A view of a document. */
export interface ClaimView {
  readonly send: (message: ToDocument) => void;
}

/** The claims over the pages of documents, and which one is selected; views that are created later show them too. */
export class ClaimsInView {
  readonly #viewsOf: (uri: vscode.Uri) => readonly ClaimView[];
  /** What each view has been sent. */
  readonly #sent = new WeakMap<ClaimView, SentClaims>();
  /** By document; the one whose claims were shown or selected last comes last. */
  readonly #shown = new Map<string, Shown>();
  readonly #claimSelections = new vscode.EventEmitter<SelectedClaim>();
  readonly #wordSelections = new vscode.EventEmitter<SelectedWord>();
  readonly onDidSelectClaim = this.#claimSelections.event;
  readonly onDidSelectWord = this.#wordSelections.event;

  /** @param viewsOf the views of a document that have received it and still show it */
  constructor(viewsOf: (uri: vscode.Uri) => readonly ClaimView[]) {
    this.#viewsOf = viewsOf;
  }

  /**
   * Shows claims over the pages of a document, or none. The selected claim stays selected if it still exists. Views that
   * show the claims before get only what has changed.
   */
  show(uri: vscode.Uri, claims: DocumentClaims | null): void {
    const key = uri.toString();
    const past = this.#shown.get(key);
    const json = JSON.stringify(claims);
    if (past?.json === json) {
      this.#keep(past);
      return;
    }
    if (claims === null) {
      if (!this.#shown.delete(key)) return;
    } else {
      const kept = past?.selected ?? null;
      const isThere = claims.claims.some(({ claim }) => claim === kept);
      this.#keep({
        uri,
        claims,
        json,
        selected: isThere ? kept : null,
        awaitsView: isThere && past?.awaitsView === true,
      });
    }
    this.#send(uri, this.#message(uri));
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

  /** Sends a view what it is to show: it has just been opened, or has not received what was sent before. */
  sendAll(uri: vscode.Uri, view: ClaimView): void {
    this.#sent.delete(view);
    this.#post(view, this.#message(uri));
    const shown = this.#shown.get(uri.toString());
    if (shown?.awaitsView !== true) return;
    this.#shown.set(uri.toString(), { ...shown, awaitsView: false });
    this.#post(view, { type: 'selectClaim', claim: shown.selected, reveal: true });
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

  /** Sends a message to every view of a document; returns whether there is one. */
  #send(uri: vscode.Uri, message: ToDocument): boolean {
    const views = this.#viewsOf(uri);
    for (const view of views) this.#post(view, message);
    return views.length > 0;
  }

  #post(view: ClaimView, message: ToDocument): void {
    const sent = this.#sent.get(view) ?? new SentClaims();
    this.#sent.set(view, sent);
    view.send(sent.next(message));
  }

  #message(uri: vscode.Uri): ToDocument {
    const shown = this.#shown.get(uri.toString());
    return { type: 'claims', shown: shown?.claims ?? null, selected: shown?.selected ?? null };
  }
}
