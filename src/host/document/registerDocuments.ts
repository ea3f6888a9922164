import * as vscode from 'vscode';
import { once } from '../../core/once.ts';
import type { Word } from '../../core/geometry/word.ts';
import type { Servers } from '../servers/servers.ts';
import { commands } from '../shared/contributions.ts';
import { fileVersion } from '../shared/files.ts';
import type { Services } from '../shared/services.ts';
import { DocumentCache } from './documentCache.ts';
import { registerDocumentEditor } from './documentEditor.ts';
import { DocumentLibrary } from './documentLibrary.ts';
import { PageImages } from './pageImages.ts';
import { PageTextHeights } from './pageTextHeights.ts';
import { Passwords } from './passwords.ts';

/** The words that text recognition read on a page before; none if it did not. */
export type RecognizedWords = (uri: vscode.Uri, page: number) => Promise<readonly Word[]>;

/** Registers the document view, and creates the documents and page images that other parts use. */
export function registerDocuments(
  { context, log, run }: Services,
  servers: Servers,
  recognizedWords: RecognizedWords,
) {
  const passwords = new Passwords();
  const library = new DocumentLibrary({ extensionUri: context.extensionUri, passwords, log });
  const openDocuments = new DocumentCache({ open: (uri) => library.open(uri), version: fileVersion });
  const heights = new PageTextHeights(openDocuments, servers);
  const readWords = (uri: vscode.Uri, page: number) =>
    openDocuments.with(uri, async (document) => {
      const { width, height } = await document.pageInfo(page);
      const { words: inText } = await document.text(page);
      const words = [...inText, ...(await recognizedWords(uri, page))];
      return { size: { width, height }, words: words.map(({ text, box }) => ({ text, box })) };
    });
  const editors = registerDocumentEditor(context, {
    passwords,
    textHeight: (uri, page) => heights.get(uri, page),
    words: readWords,
    keepOpen: (uri) => openDocuments.keepOpen(uri),
    budget: () => heights.budget(),
    onDidChangeBudget: servers.onDidChange,
    ask: (uri) => void run(commands.ask, uri),
  });
  context.subscriptions.push(editors, { dispose: () => void library.dispose() });
  const watches = once(async () => {
    const { DocumentWatches } = await import('./documentWatches.ts');
    const created = new DocumentWatches();
    context.subscriptions.push(created);
    return created;
  });
  return {
    library,
    images: new PageImages(library),
    openDocuments,
    readWords,
    countPages: (uri: vscode.Uri) =>
      openDocuments.with(uri, (document) => Promise.resolve(document.pageCount)),
    editors,
    commands: {
      [commands.nextClaim]: () => {
        editors.moveToClaim('next');
      },
      [commands.previousClaim]: () => {
        editors.moveToClaim('previous');
      },
      [commands.nextBadClaim]: () => {
        editors.moveToClaim('next-bad');
      },
      [commands.previousBadClaim]: () => {
        editors.moveToClaim('previous-bad');
      },
      [commands.findSteps]: () => {
        editors.resolveSelection();
      },
    },
    /** SHA-256 of the current document; null if it cannot be read. */
    hashNow: (uri: vscode.Uri, signal: AbortSignal): Promise<string | null> =>
      library.hash(uri, signal).catch(() => null),
    /** Calls `changed` whenever the document has changed on disk, is gone, or is there again. */
    watchDocument: (uri: vscode.Uri, changed: () => void): vscode.Disposable => {
      let watching: vscode.Disposable | null = null;
      let isEnded = false;
      void watches().then((loaded) => {
        if (!isEnded) watching = loaded.watch(uri, changed);
      });
      return new vscode.Disposable(() => {
        isEnded = true;
        watching?.dispose();
      });
    },
  };
}

export type DocumentServices = ReturnType<typeof registerDocuments>;
