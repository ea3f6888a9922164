import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type {
  DocumentAssets,
  DocumentMethods,
  DocumentPosition,
  FromDocument,
  ToDocument,
} from '../../../src/protocol/document.ts';
import type { RpcClient } from '../../../src/protocol/rpc.ts';
import { createClaims, type Claims } from './claims.ts';
import { keepBox } from './keptBox.ts';
import { createLivePages, type LivePages } from './livePages.ts';
import { createDocumentOutline, type DocumentOutline } from './outline.ts';
import { createOpenedDocument, type OpenedDocument } from './openedDocument.ts';
import { createPageFailures, type PageFailures } from './pageFailures.ts';
import { createPagesInSight } from './pagesInSight.ts';
import { createPageWords, type ReadPageWords } from './pageWords.ts';
import { createPaintQueue, type PaintQueue } from './paintQueue.ts';
import { reportPosition, type Position } from './positionReport.ts';
import { createRevealedBox } from './revealedBox.ts';
import { createScrolling, type PlacedBox, type Scrolling } from './scrolling.ts';
import { limitSelection, type PageSelection } from './selection.ts';
import { createPageTextHeight, type PageTextHeight } from './textHeight.ts';
import type { OpenDocument } from './viewedDocument.ts';
import { createZoomedPages, type ZoomedPages } from './zoomedPages.ts';

/** Waits in milliseconds, as parameters so that tests can shorten them. */
export interface ViewerLimits {
  /** How long a page must be on the screen before it is drawn. */
  readonly paint: number;
  /** How long the position must be unchanged before it is reported. */
  readonly report: number;
  /** How long a page must be in view before the height of its text is requested. */
  readonly textHeight: number;
}

export const VIEWER_LIMITS: ViewerLimits = { paint: 40, report: 150, textHeight: 150 };

/** What a viewer needs from outside. */
export interface ViewerDeps {
  readonly rpc: RpcClient<DocumentMethods>;
  readonly send: (message: FromDocument) => void;
  /** Loads the function that opens documents; called once, when the first document arrives. */
  readonly load: (assets: DocumentAssets) => Promise<OpenDocument>;
  /** The state that survives when the webview is discarded and recreated. */
  readonly saved: { get(): DocumentPosition | null; set(position: DocumentPosition): void };
  readonly limits: ViewerLimits;
}

/**
 * The state of the document view and all actions on it, with each part in its own module. Components read signals and
 * call actions.
 */
export interface Viewer
  extends
    Pick<OpenedDocument, 'phase' | 'notice' | 'document' | 'labelOf' | 'findPage' | 'retry'>,
    Pick<ZoomedPages, 'pageCount' | 'layout' | 'zoom' | 'sizes' | 'setSize'>,
    Omit<Scrolling, 'scrollTop' | 'anchor' | 'bringBoxIntoView' | 'startAt' | 'firstPage' | 'showPages'>,
    LivePages,
    Pick<PageFailures, 'failures' | 'setFailure'>,
    Pick<PageTextHeight, 'textHeight'> {
  readonly name: ReadonlySignal<string>;
  /** The pages that are selected in the thumbnails. */
  readonly selection: ReadonlySignal<PageSelection>;
  readonly select: (selection: PageSelection) => void;
  /** Whether the thumbnails or the outline are shown beside the pages. */
  readonly sidebarShown: Signal<boolean>;
  readonly outline: Omit<DocumentOutline, 'dispose'>;
  readonly queue: PaintQueue;
  readonly claims: Omit<Claims, 'receive'>;
  readonly words: ReadPageWords;
  /** Increases each time the claims that speak of the selected text are requested. */
  readonly selectionRequest: ReadonlySignal<number>;
  /** Handles a message from the extension. */
  readonly receive: (message: ToDocument) => void;
  /** Opens the question box for this document. */
  readonly ask: () => void;
  /** Copies text to the clipboard through the extension. */
  readonly copy: (text: string) => void;
  readonly dispose: () => void;
}

/** Creates the state of one document view. */
export function createViewer({ rpc, limits, send, load, saved }: ViewerDeps): Viewer {
  const name = signal('');
  const selection = signal<PageSelection>({ pages: [], active: 1, anchor: 1 });
  const selectionRequest = signal(0);
  const queue = createPaintQueue(limits.paint);
  const pages = createZoomedPages();
  const kept = signal<PlacedBox | null>(null);
  const scrolling = createScrolling(pages, kept);
  const live = createLivePages(pages, scrolling);
  const failures = createPageFailures();
  const opened = createOpenedDocument({
    rpc,
    load,
    send,
    firstPage: scrolling.firstPage,
    onOpened: ({ pageCount }, known, size) => {
      failures.clearFailures();
      selection.value = limitSelection(selection.peek(), pageCount);
      live.pinned.value = [];
      scrolling.showPages(pageCount, known, size);
    },
  });
  const { document } = opened;
  const { page } = scrolling;
  const words = createPageWords(rpc, document);
  const revealed = createRevealedBox({ document, setSize: pages.setSize, scrolling });
  const claims = createClaims({
    send,
    words: words.read,
    inSight: createPagesInSight(pages, scrolling),
    reveal: revealed.reveal,
  });
  const stopKeeping = keepBox({ document, place: claims.place, kept });
  const outline = createDocumentOutline(document);
  const textHeight = createPageTextHeight({ rpc, document, page, delay: limits.textHeight });
  const stopReports = reportPosition({
    position: computed((): Position | null => {
      if (opened.phase.value.kind !== 'ready') return null;
      const { page: top, offset } = scrolling.anchor.value;
      return { page: page.value, top, offset, zoom: pages.zoom.value, selection: selection.value.pages };
    }),
    report: (position) => {
      const copy = { ...position, selection: [...position.selection] };
      saved.set(copy);
      send({ type: 'view', ...copy, pageCount: pages.pageCount.peek() });
    },
    delay: limits.report,
  });

  const receive = (message: ToDocument): void => {
    switch (message.type) {
      case 'open': {
        const { state } = message;
        const position = saved.get() ?? state;
        batch(() => {
          name.value = state.name;
          textHeight.setBudget(state.budget);
          if (document.peek() !== null) return;
          pages.zoomTo(position.zoom);
          scrolling.startAt({ page: position.top, offset: position.offset });
          selection.value = { pages: position.selection, active: position.page, anchor: position.page };
        });
        opened.open({ size: state.size, version: state.version }, message.assets);
        return;
      }
      case 'changed':
        opened.open({ size: message.size, version: message.version }, null);
        return;
      case 'failed':
        opened.showFailure(message.message, message.hint);
        return;
      case 'notice':
        opened.setNotice(message.message);
        return;
      case 'budget':
        textHeight.setBudget(message.budget);
        return;
      case 'goto':
        scrolling.goTo(message.page, message.offset);
        return;
      case 'claims':
      case 'claimChanges':
        words.forget();
        claims.receive(message);
        return;
      case 'selectClaim':
        claims.receive(message);
        return;
      case 'resolveSelection':
        selectionRequest.value += 1;
        return;
    }
  };

  return {
    ...opened,
    ...pages,
    ...scrolling,
    ...live,
    ...failures,
    textHeight: textHeight.textHeight,
    name,
    selection,
    select: (chosen) => {
      selection.value = chosen;
    },
    sidebarShown: signal(true),
    outline,
    queue,
    claims,
    words: words.read,
    selectionRequest,
    receive,
    ask: () => {
      send({ type: 'ask' });
    },
    copy: (text) => {
      send({ type: 'copy', text });
    },
    dispose() {
      stopReports();
      textHeight.dispose();
      outline.dispose();
      revealed.dispose();
      stopKeeping();
      opened.dispose();
      queue.clear();
    },
  };
}
