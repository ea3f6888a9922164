import { t } from '@vscode/l10n';
import { batch, signal, type ReadonlySignal } from '@preact/signals';
import type { Size } from '../../../src/core/geometry/size.ts';
import type { FromDocument } from '../../../src/protocol/document.ts';
import { createOpener, type Opener, type OpenerDeps } from './opener.ts';
import { findPage, type OpenFailure, type ViewedDocument } from './viewedDocument.ts';

/** Whether pages are shown, or why not. */
export type Phase = { readonly kind: 'loading' } | { readonly kind: 'ready' } | OpenFailure;

/** The document that is shown, or what is shown instead. */
export interface OpenedDocument {
  readonly phase: ReadonlySignal<Phase>;
  /** A sentence above the pages; null if there is nothing to say. */
  readonly notice: ReadonlySignal<string | null>;
  readonly document: ReadonlySignal<ViewedDocument | null>;
  /** The name of a page: its label, or its number. */
  readonly labelOf: (page: number) => string;
  /** The page that a typed text means: a label, or otherwise a number. Null if there is none. */
  readonly findPage: (text: string) => number | null;
  /** Asks the extension to try again after the document could not be opened. */
  readonly retry: () => void;
  /** Opens a version of the file, like Opener. */
  readonly open: Opener['open'];
  /** The extension cannot read the file: shown instead of the pages if there are none, otherwise above them. */
  readonly showFailure: (message: string, hint: string) => void;
  readonly setNotice: (notice: string | null) => void;
  readonly dispose: () => void;
}

/** What opening needs, and the callbacks about it. */
export interface OpenedDocumentDeps extends Pick<OpenerDeps, 'rpc' | 'load'> {
  readonly send: (message: FromDocument) => void;
  /** The page at which a document will be shown. */
  readonly firstPage: () => number;
  /** Called in the batch in which a document replaces the previous one; `size` is that of `page`. */
  readonly onOpened: (document: ViewedDocument, page: number, size: Size) => void;
}

/** Creates the state of a document that is not open yet. */
export function createOpenedDocument({
  send,
  firstPage,
  onOpened,
  ...deps
}: OpenedDocumentDeps): OpenedDocument {
  const phase = signal<Phase>({ kind: 'loading' });
  const notice = signal<string | null>(null);
  const document = signal<ViewedDocument | null>(null);

  const fail = (failure: OpenFailure): void => {
    if (document.peek() === null) phase.value = failure;
    else notice.value = rebuildNotice(failure);
  };

  const opener = createOpener({
    ...deps,
    page: firstPage,
    onLoading: () => {
      if (document.peek() === null) phase.value = { kind: 'loading' };
    },
    onOpened: (next, page, size) => {
      batch(() => {
        document.value = next;
        phase.value = { kind: 'ready' };
        notice.value = null;
        onOpened(next, page, size);
      });
    },
    onFailed: fail,
    // If no page is shown yet, this is the reason why the document cannot be opened.
    onLost: ({ reason, message, hint }) => {
      if (document.peek() === null) fail({ kind: 'damaged', message, hint: hint ?? '' });
      else if (reason !== 'cancelled') notice.value = message;
    },
    // The file could not be opened at first and exists now: the extension sends its whole state again.
    onUnknown: () => {
      send({ type: 'ready' });
    },
  });

  return {
    phase,
    notice,
    document,
    labelOf: (page) => document.peek()?.labels?.[page - 1] ?? String(page),
    findPage: (text) => findPage(text, document.peek()?.labels ?? null, document.peek()?.pageCount ?? 0),
    retry() {
      phase.value = { kind: 'loading' };
      send({ type: 'retry' });
    },
    open: opener.open,
    showFailure(message, hint) {
      if (document.peek() === null) phase.value = { kind: 'damaged', message, hint };
      else notice.value = message;
    },
    setNotice(text) {
      notice.value = text;
    },
    dispose: opener.dispose,
  };
}

/** The message above the pages of a document whose new version cannot be opened. */
function rebuildNotice({ kind }: OpenFailure): string {
  switch (kind) {
    case 'damaged':
    case 'unreadable':
      return t('The file on disk changed and cannot be read as a PDF. The pages shown are from before.');
    case 'empty':
      return t('The file on disk is empty now. The pages shown are from before.');
    case 'password':
      return t('The file on disk is protected by a password now. The pages shown are from before.');
  }
}
