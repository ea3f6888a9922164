import * as v from 'valibot';
import * as vscode from 'vscode';
import { asPageTraceError } from '../../core/errors.ts';
import type { Size } from '../../core/geometry/size.ts';
import {
  documentMethods,
  fromDocument,
  type ClaimMove,
  type DocumentClaims,
  type DocumentMethods,
  type DocumentState,
  type FromDocument,
  type PageWord,
  type ToDocument,
} from '../../protocol/document.ts';
import { contextKeys, editorTypes } from '../shared/contributions.ts';
import { editorHint } from '../shared/editorHint.ts';
import { ClaimsInView, type SelectedClaim, type SelectedWord } from './claimsInView.ts';
import type { Passwords } from './passwords.ts';
import { DocumentFile } from './documentFile.ts';
import { webviewHtml } from '../shared/webviewHtml.ts';
import { allowOwnScripts } from '../shared/webviewPanel.ts';
import { serveWebview } from '../shared/webviewServer.ts';
import { documentAssets } from './documentAssets.ts';
import { DocumentPositions } from './documentPositions.ts';
import { WHOLE_LIMITS, type WholeLimits } from './wholeFile.ts';

/** What the document views need from the rest of the extension. */
export interface DocumentEditorDeps {
  readonly passwords: Passwords;
  /** Height of a page's text in the image that would be sent, in pixels, and the budget at which it is legible. */
  readonly textHeight: (
    uri: vscode.Uri,
    page: number,
    signal: AbortSignal,
  ) => Promise<{ readonly height: number | null; readonly readableAt: number | null }>;
  /** The words of a page, and its size as displayed, in points. */
  readonly words: (
    uri: vscode.Uri,
    page: number,
  ) => Promise<{ readonly size: Size; readonly words: readonly PageWord[] }>;
  /** Keeps a document open for those heights and words while a view shows it. */
  readonly keepOpen: (uri: vscode.Uri) => { dispose(): void };
  /** The pixel budget in use. */
  readonly budget: () => DocumentState['budget'];
  readonly onDidChangeBudget: vscode.Event<unknown>;
  /** The Ask button was pressed in the view of this document. */
  readonly ask: (uri: vscode.Uri) => void;
  readonly limits?: WholeLimits;
}

/** What a document view shows. Pages count from 1; `selection` is ascending. */
export interface ActiveDocument {
  readonly uri: vscode.Uri;
  readonly page: number;
  readonly selection: readonly number[];
  /** 0 until the document is open. */
  readonly pageCount: number;
}

/** The document views of this window, for use by commands. */
export interface DocumentEditors {
  /** The document view that is the active editor. */
  active(): ActiveDocument | undefined;
  /** The view of one document, active or not; undefined if no view shows it. */
  find(uri: vscode.Uri): ActiveDocument | undefined;
  /** Fires when another view becomes active, and when its page, selection or page count changes. */
  readonly onDidChange: vscode.Event<ActiveDocument | undefined>;
  /** Shows a page, in the open view or in a new one. */
  reveal(uri: vscode.Uri, page: number): Promise<void>;
  /**
   * Scrolls the view of a document to a page, from `offset` on (a fraction of its height), if that view is visible. The
   * focus stays where it is.
   */
  follow(uri: vscode.Uri, page: number, offset: number): void;
  /**
   * Shows claims over the pages of a document, or none, in all its views, those that are opened later included. A
   * selected claim stays selected if it is among them.
   */
  showClaims(uri: vscode.Uri, shown: DocumentClaims | null): void;
  /**
   * Selects one of the claims that are shown over a document, by its index in the grounding, or none. `reveal` scrolls
   * to its first box; the focus stays where it is.
   */
  selectClaim(uri: vscode.Uri, claim: number | null, options: { readonly reveal: boolean }): void;
  /** Goes to another claim of the document in the active view, or of the one whose claims were shown last. */
  moveToClaim(to: ClaimMove): void;
  /** Looks for the claims that speak of the text that is selected in the active view. */
  resolveSelection(): void;
  /** Fires when the person selects a claim in a view or moves to another one, not for `selectClaim`. */
  readonly onDidSelectClaim: vscode.Event<SelectedClaim>;
  /** Fires when the person selects a word of a document whose claims are shown. */
  readonly onDidSelectWord: vscode.Event<SelectedWord>;
  dispose(): void;
}

interface View {
  readonly panel: vscode.WebviewPanel;
  readonly send: (message: ToDocument) => void;
  shown: ActiveDocument;
  /** Whether the webview has received the document and still shows it. */
  ready: boolean;
  /** A page to show once the view is ready; it takes precedence over the stored position. */
  awaited: number | null;
}

/** Registers the editor for PDF files. The result must be disposed of with the extension. */
export function registerDocumentEditor(
  context: vscode.ExtensionContext,
  deps: DocumentEditorDeps,
): DocumentEditors {
  const provider = new DocumentEditorProvider(context, deps);
  const registration = vscode.window.registerCustomEditorProvider(editorTypes.document, provider, {
    supportsMultipleEditorsPerDocument: true,
    // A hidden view is discarded and recreated from its state.
    webviewOptions: { retainContextWhenHidden: false, enableFindWidget: false },
  });
  provider.own(registration);
  return provider;
}

class DocumentEditorProvider implements vscode.CustomReadonlyEditorProvider<DocumentFile>, DocumentEditors {
  readonly #context: vscode.ExtensionContext;
  readonly #deps: DocumentEditorDeps;
  readonly #positions: DocumentPositions;
  readonly #views = new Set<View>();
  readonly #changes = new vscode.EventEmitter<ActiveDocument | undefined>();
  readonly onDidChange = this.#changes.event;
  readonly #claims = new ClaimsInView((uri) => this.#viewsOf(uri).filter(({ ready }) => ready));
  readonly onDidSelectClaim = this.#claims.onDidSelectClaim;
  readonly onDidSelectWord = this.#claims.onDidSelectWord;
  readonly #owned: vscode.Disposable[] = [];

  constructor(context: vscode.ExtensionContext, deps: DocumentEditorDeps) {
    this.#context = context;
    this.#deps = deps;
    this.#positions = new DocumentPositions(context.workspaceState);
    const tell = (): void => {
      for (const view of this.#views) view.send({ type: 'budget', budget: deps.budget() });
    };
    this.own(deps.onDidChangeBudget(tell));
    this.own(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('pagetrace.pixels')) tell();
      }),
    );
  }

  openCustomDocument(uri: vscode.Uri): DocumentFile {
    return new DocumentFile(uri, this.#deps.limits ?? WHOLE_LIMITS);
  }

  resolveCustomEditor(file: DocumentFile, panel: vscode.WebviewPanel): void {
    const { webview } = panel;
    allowOwnScripts(panel, this.#context.extensionUri);
    const send = (message: ToDocument): void => {
      void webview.postMessage(message);
    };
    const { page, selection } = this.#positions.get(file.uri);
    const view: View = {
      panel,
      send,
      shown: { uri: file.uri, page, selection, pageCount: 0 },
      ready: false,
      awaited: null,
    };
    this.#views.add(view);

    const server = serveWebview<DocumentMethods>(
      webview,
      documentMethods,
      {
        range: async ({ version, begin, end }) => ({ bytes: await file.range(version, begin, end) }),
        words: ({ page: of }) => this.#deps.words(file.uri, of),
        textHeight: ({ page: of }, signal) => this.#deps.textHeight(file.uri, of, signal),
        password: async ({ wrong }) => ({
          password: (await this.#deps.passwords.ask(file.uri, wrong)) ?? null,
        }),
      },
      (message) => {
        const checked = v.safeParse(fromDocument, message);
        if (checked.success) void this.#receive(view, file, checked.output);
      },
    );
    const following = file.onDidChange(send);
    const keptOpen = this.#deps.keepOpen(file.uri);
    panel.onDidChangeViewState(() => {
      this.#changed();
      // The file is checked whenever the view becomes visible, because some file systems send no events.
      if (panel.visible) void file.look();
      else view.ready = false;
    });
    panel.onDidDispose(() => {
      this.#views.delete(view);
      server.dispose();
      following.dispose();
      keptOpen.dispose();
      this.#changed();
    });
    webview.html = webviewHtml(webview, this.#context.extensionUri, 'document', file.name);
    this.#changed();
  }

  active(): ActiveDocument | undefined {
    return [...this.#views].find(({ panel }) => panel.active)?.shown;
  }

  find(uri: vscode.Uri): ActiveDocument | undefined {
    return this.#viewOf(uri)?.shown;
  }

  async reveal(uri: vscode.Uri, page: number): Promise<void> {
    this.#claims.cancelReveal(uri);
    const open = this.#viewOf(uri);
    if (open === undefined) {
      this.#positions.set(uri, { ...this.#positions.get(uri), page, top: page, offset: 0 });
      await vscode.commands.executeCommand('vscode.openWith', uri, editorTypes.document);
      return;
    }
    if (open.ready) open.send({ type: 'goto', page });
    else open.awaited = page;
    // Without its own column, VS Code would open a second view of the document in the active group.
    open.panel.reveal(open.panel.viewColumn, false);
  }

  follow(uri: vscode.Uri, page: number, offset: number): void {
    const open = this.#viewOf(uri);
    if (open?.ready !== true || !open.panel.visible) return;
    // A page that is already in view stays where the person has scrolled it, unless there is a region to show.
    if (open.shown.page !== page || offset > 0) open.send({ type: 'goto', page, offset });
  }

  showClaims(uri: vscode.Uri, shown: DocumentClaims | null): void {
    this.#claims.show(uri, shown);
  }

  selectClaim(uri: vscode.Uri, claim: number | null, options: { readonly reveal: boolean }): void {
    this.#claims.select(uri, claim, options);
  }

  moveToClaim(to: ClaimMove): void {
    const active = this.active()?.uri;
    if (active !== undefined && this.#claims.has(active)) this.#claims.move(to, active);
    else this.#claims.move(to);
  }

  resolveSelection(): void {
    for (const { panel, send } of this.#views) if (panel.active) send({ type: 'resolveSelection' });
  }

  /** Disposes of `owned` together with the provider. */
  own(owned: vscode.Disposable): void {
    this.#owned.push(owned);
  }

  dispose(): void {
    for (const owned of this.#owned) owned.dispose();
    this.#changes.dispose();
    this.#claims.dispose();
  }

  #viewsOf(uri: vscode.Uri): View[] {
    return [...this.#views].filter(({ shown }) => shown.uri.toString() === uri.toString());
  }

  #viewOf(uri: vscode.Uri): View | undefined {
    const views = this.#viewsOf(uri);
    return views.find(({ panel }) => panel.active) ?? views.find(({ panel }) => panel.visible) ?? views[0];
  }

  #changed(): void {
    const active = this.active();
    void vscode.commands.executeCommand('setContext', contextKeys.documentFocused, active !== undefined);
    this.#changes.fire(active);
  }

  async #receive(view: View, file: DocumentFile, message: FromDocument): Promise<void> {
    switch (message.type) {
      case 'ready':
        await this.#open(view, file, () => file.open());
        return;
      case 'retry':
        await this.#open(view, file, () => file.reopen());
        return;
      case 'view': {
        const { page, top, offset, zoom, selection, pageCount } = message;
        this.#positions.set(file.uri, { page, top, offset, zoom, selection });
        view.shown = { uri: file.uri, page, selection, pageCount };
        if (view.panel.active) this.#changes.fire(view.shown);
        return;
      }
      case 'ask':
        this.#deps.ask(file.uri);
        return;
      case 'copy':
        await vscode.env.clipboard.writeText(message.text);
        return;
      case 'selectClaim':
        this.#claims.selectedByPerson(file.uri, message.claim);
        return;
      case 'claimsNeeded':
        this.#claims.sendAll(file.uri, view);
        return;
      case 'moveToClaim':
        this.#claims.move(message.to, file.uri);
        return;
      case 'selectWord':
        this.#claims.selectedWord({ uri: file.uri, claims: message.claims });
        return;
    }
  }

  async #open(
    view: View,
    file: DocumentFile,
    open: () => Promise<{ readonly size: number; readonly version: number }>,
  ): Promise<void> {
    try {
      const { size, version } = await open();
      const state: DocumentState = {
        name: file.name,
        size,
        version,
        ...this.#positions.get(file.uri),
        budget: this.#deps.budget(),
      };
      view.send({
        type: 'open',
        state,
        assets: documentAssets(view.panel.webview, this.#context.extensionUri),
      });
      if (view.awaited !== null) view.send({ type: 'goto', page: view.awaited });
      this.#claims.sendAll(file.uri, view);
      view.awaited = null;
      view.ready = true;
    } catch (error) {
      const known = asPageTraceError(error);
      view.send({ type: 'failed', message: known.message, hint: editorHint(known) ?? '' });
    }
  }
}
