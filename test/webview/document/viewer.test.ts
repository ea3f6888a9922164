import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PageTraceError } from '../../../src/core/errors.ts';
import type {
  DocumentMethods,
  DocumentPosition,
  DocumentState,
  FromDocument,
} from '../../../src/protocol/document.ts';
import type { RpcClient } from '../../../src/protocol/rpc.ts';
import { GAP, MARGIN } from '../../../webview/document/model/layout.ts';
import { createSurface, type Surface } from '../../../webview/document/surface.ts';
import { MAX_LIVE_PAGES } from '../../../webview/document/model/livePages.ts';
import {
  OpenError,
  type OpenDocument,
  type ViewedDocument,
} from '../../../webview/document/model/viewedDocument.ts';

const assets = { worker: '', cMapUrl: '', standardFontDataUrl: '', wasmUrl: '', iccUrl: '' };
const limits = { paint: 0, report: 5, textHeight: 5 };
const state: DocumentState = {
  name: 'a.pdf',
  size: 100,
  version: 1,
  page: 1,
  top: 1,
  offset: 0,
  zoom: 1,
  selection: [],
  budget: { minPixels: 1, maxPixels: 2 },
};

/** A document of `count` pages of 100 by 200, whose page n says `text n`. */
function fake(
  count: number,
  word = 'text',
  labels: readonly string[] | null = null,
): ViewedDocument & { closed: boolean } {
  const made = {
    closed: false,
    pageCount: count,
    labels,
    size: () => Promise.resolve({ width: 100, height: 200 }),
    points: () => Promise.resolve({ width: 100, height: 200 }),
    outline: () => Promise.resolve([]),
    text: (page: number) => Promise.resolve([{ str: `${word} ${page}`, hasEOL: false }]),
    paint: () => Promise.resolve(),
    layText: () => Promise.resolve([]),
    close: () => {
      made.closed = true;
      return Promise.resolve();
    },
  };
  return made;
}

interface Set {
  readonly surface: Surface;
  readonly sent: FromDocument[];
  readonly asked: { method: string; args: unknown }[];
  readonly scroller: { scrollTop: number; scrollLeft: number };
}

let surfaces: Surface[] = [];
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  for (const surface of surfaces) surface.dispose();
  surfaces = [];
  vi.useRealTimers();
});

function make(open: OpenDocument, kept: DocumentPosition | null = null): Set {
  const sent: FromDocument[] = [];
  const asked: { method: string; args: unknown }[] = [];
  const rpc: RpcClient<DocumentMethods> = {
    call: (method, args) => {
      asked.push({ method, args });
      if (method === 'textHeight') return Promise.resolve({ height: 7, readableAt: 900_000 });
      return Promise.reject(new PageTraceError('timeout', 'No answer.'));
    },
    dispose: () => undefined,
  };
  const surface = createSurface({
    rpc,
    limits,
    send: (message) => sent.push(message),
    load: () => Promise.resolve(open),
    saved: { get: () => kept, set: () => undefined },
    highlight: () => undefined,
  });
  surfaces.push(surface);
  const scroller = document.createElement('div');
  surface.viewer.attach(scroller);
  surface.viewer.onResize(800, 600);
  return { surface, sent, asked, scroller };
}

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(50);

describe('the state of the document view', () => {
  it('opens at the position kept by the webview, before the one kept by the extension', async () => {
    const kept: DocumentPosition = { page: 5, top: 5, offset: 0, zoom: 2, selection: [2] };
    const { surface } = make(() => Promise.resolve(fake(9)), kept);
    surface.viewer.receive({ type: 'open', state, assets });
    await settle();
    surface.viewer.onLayout();
    expect(surface.viewer.phase.value).toEqual({ kind: 'ready' });
    expect(surface.viewer.page.value).toBe(5);
    expect(surface.viewer.zoom.value).toBe(2);
    expect(surface.viewer.selection.value.pages).toEqual([2]);
  });

  it('shows the page requested before the document was loaded, whatever position was kept', async () => {
    const kept: DocumentPosition = { page: 5, top: 5, offset: 0.5, zoom: 2, selection: [] };
    const { surface } = make(() => Promise.resolve(fake(9)), kept);
    surface.viewer.receive({ type: 'goto', page: 7 });
    surface.viewer.receive({ type: 'open', state, assets });
    await settle();
    surface.viewer.onLayout();
    expect(surface.viewer.page.value).toBe(7);
  });

  it('shows the page requested while the size of the first page was being read', async () => {
    let tell = (_size: { width: number; height: number }): void => undefined;
    const size = new Promise<{ width: number; height: number }>((resolve) => (tell = resolve));
    const { surface, sent } = make(() => Promise.resolve({ ...fake(9), size: () => size }));
    surface.viewer.receive({ type: 'open', state, assets });
    await settle();
    surface.viewer.receive({ type: 'goto', page: 8 });
    tell({ width: 100, height: 200 });
    await settle();
    surface.viewer.onLayout();
    await settle();
    expect(surface.viewer.page.value).toBe(8);
    expect(sent.at(-1)).toMatchObject({ type: 'view', page: 8, top: 8, offset: 0 });
  });

  it('fits each page by itself, to the width or to the whole view', async () => {
    const { surface } = make(() => Promise.resolve(fake(9)));
    const { viewer } = surface;
    viewer.receive({ type: 'open', state: { ...state, zoom: 'width' }, assets });
    await settle();
    viewer.setSize(4, { width: 400, height: 100 });
    expect(viewer.layout.value.width).toBe(800);
    expect(viewer.scale.value).toBeCloseTo((800 - 2 * MARGIN) / 100, 6);
    expect([...viewer.layout.value.widths]).toEqual(Array.from({ length: 9 }, () => 800 - 2 * MARGIN));
    viewer.goTo(4);
    expect(viewer.scale.value).toBeCloseTo((800 - 2 * MARGIN) / 400, 6);
    viewer.setZoom('page');
    const [portrait, , , landscape] = viewer.layout.value.scales;
    expect(portrait).toBeCloseTo((600 - 2 * GAP) / 200, 6);
    expect(landscape).toBeCloseTo((800 - 2 * MARGIN) / 400, 6);
  });

  it('zooms in from a fitted zoom by the scale of the page in view', async () => {
    const { surface } = make(() => Promise.resolve(fake(9)));
    const { viewer } = surface;
    viewer.receive({ type: 'open', state: { ...state, zoom: 'width' }, assets });
    await settle();
    viewer.setSize(4, { width: 800, height: 900 });
    viewer.goTo(4);
    expect(viewer.scale.value).toBeCloseTo(0.96, 6);
    viewer.stepZoom(1);
    expect(viewer.zoom.value).toBe(1);
  });

  it('recenters the pages when a wider page is found, and scrolls a page that is beside the view back into it', async () => {
    const { surface, scroller } = make(() => Promise.resolve(fake(9)));
    const { viewer } = surface;
    viewer.receive({ type: 'open', state: { ...state, zoom: 4 }, assets });
    await settle();
    viewer.onLayout();
    viewer.setSize(4, { width: 400, height: 100 });
    viewer.onLayout();
    const center = (4 * 400 + 2 * MARGIN - 800) / 2;
    expect(scroller.scrollLeft).toBe(center);
    // A small horizontal offset is kept, but a position where the page is out of view is not.
    scroller.scrollLeft = center + 50;
    viewer.onScroll();
    viewer.goTo(6);
    expect(scroller.scrollLeft).toBe(center + 50);
    scroller.scrollLeft = 0;
    viewer.onScroll();
    viewer.goTo(4);
    expect(scroller.scrollLeft).toBe(0);
    scroller.scrollLeft = center - 600;
    viewer.onScroll();
    viewer.goTo(7);
    expect(scroller.scrollLeft).toBe(center);
  });

  it('reports the position once the person stops scrolling', async () => {
    const { surface, sent } = make(() => Promise.resolve(fake(9)));
    surface.viewer.receive({ type: 'open', state, assets });
    await settle();
    surface.viewer.goTo(3);
    surface.viewer.goTo(4);
    surface.viewer.select({ pages: [1, 2], active: 2, anchor: 1 });
    await settle();
    const views = sent.filter((message) => message.type === 'view');
    expect(views.at(-1)).toEqual({
      type: 'view',
      page: 4,
      top: 4,
      offset: 0,
      zoom: 1,
      selection: [1, 2],
      pageCount: 9,
    });
    expect(views).toHaveLength(2);
  });

  it('reports chosen pages at once, because the view may be disposed at any time', async () => {
    const { surface, sent } = make(() => Promise.resolve(fake(9)));
    surface.viewer.receive({ type: 'open', state, assets });
    await settle();
    surface.viewer.select({ pages: [4], active: 4, anchor: 4 });
    expect(sent.at(-1)).toMatchObject({ type: 'view', selection: [4] });
  });

  it('draws no more pages than its limit, plus those that hold the selected text', async () => {
    const { surface } = make(() => Promise.resolve(fake(500)));
    surface.viewer.receive({ type: 'open', state: { ...state, zoom: 0.1 }, assets });
    await settle();
    expect(surface.viewer.live.value).toHaveLength(MAX_LIVE_PAGES);
    surface.viewer.pinned.value = [400, 401];
    expect(surface.viewer.live.value).toHaveLength(MAX_LIVE_PAGES + 2);
    surface.viewer.pinned.value = [9999];
    expect(surface.viewer.live.value).toHaveLength(MAX_LIVE_PAGES);
  });

  it('finds pages by label first and then by number', async () => {
    const { surface } = make(() => Promise.resolve(fake(4, 'text', ['i', 'ii', '1', 'A-2'])));
    surface.viewer.receive({ type: 'open', state, assets });
    await settle();
    const named = ['II', '1', ' a-2 ', '4', '5', '0', '', 'x'].map((text) => surface.viewer.findPage(text));
    expect(named).toEqual([2, 3, 4, 4, null, null, null, null]);
  });

  it('closes the old document only after the rebuilt one has been loaded', async () => {
    const first = fake(3);
    const second = fake(3, 'new');
    let finish = (): void => undefined;
    const { surface } = make(({ size }) =>
      size === 100
        ? Promise.resolve(first)
        : new Promise((resolve) => {
            finish = () => {
              resolve(second);
            };
          }),
    );
    surface.viewer.receive({ type: 'open', state, assets });
    await settle();
    surface.viewer.receive({ type: 'changed', size: 200, version: 2 });
    await settle();
    expect(surface.viewer.document.value).toBe(first);
    expect(first.closed).toBe(false);
    finish();
    await settle();
    expect(surface.viewer.document.value).toBe(second);
    expect(first.closed).toBe(true);
  });

  it('shows only the last of several rebuilt documents', async () => {
    const made = new Map<number, ReturnType<typeof fake>>();
    const { surface } = make(({ size }) => {
      const document = fake(3, String(size));
      made.set(size, document);
      return new Promise((resolve) => {
        setTimeout(() => {
          resolve(document);
        }, 10);
      });
    });
    surface.viewer.receive({ type: 'open', state, assets });
    surface.viewer.receive({ type: 'changed', size: 200, version: 2 });
    surface.viewer.receive({ type: 'changed', size: 300, version: 3 });
    await settle();
    expect(surface.viewer.document.value).toBe(made.get(300));
    expect([...made].map(([size, document]) => [size, document.closed])).toEqual(
      [...made.keys()].map((size) => [size, size !== 300]),
    );
  });

  it.each([
    [{ kind: 'empty' } as const],
    [{ kind: 'password', wrong: true } as const],
    [{ kind: 'unreadable', begins: true } as const],
    [{ kind: 'damaged', message: 'No.', hint: 'Try.' } as const],
  ])(
    'shows %o in place of the pages when none are shown, and as a notice when pages are',
    async (failure) => {
      let fails = true;
      const { surface, sent } = make(() =>
        fails ? Promise.reject(new OpenError(failure)) : Promise.resolve(fake(2)),
      );
      surface.viewer.receive({ type: 'open', state, assets });
      await settle();
      expect(surface.viewer.phase.value).toEqual(failure);
      surface.viewer.retry();
      expect(sent.at(-1)).toEqual({ type: 'retry' });
      fails = false;
      surface.viewer.receive({ type: 'open', state, assets });
      await settle();
      expect(surface.viewer.phase.value.kind).toBe('ready');
      fails = true;
      surface.viewer.receive({ type: 'changed', size: 5, version: 3 });
      await settle();
      expect(surface.viewer.phase.value.kind).toBe('ready');
      expect(surface.viewer.notice.value).toMatch(/The pages shown are from before\.$/u);
    },
  );

  it('shows a message of the extension in place of the pages or above them', async () => {
    const { surface } = make(() => Promise.resolve(fake(2)));
    surface.viewer.receive({ type: 'failed', message: 'a.pdf is not there any more.', hint: 'Wait.' });
    expect(surface.viewer.phase.value).toMatchObject({
      kind: 'damaged',
      message: 'a.pdf is not there any more.',
    });
    surface.viewer.receive({ type: 'open', state, assets });
    await settle();
    surface.viewer.receive({ type: 'notice', message: 'a.pdf was deleted.' });
    expect(surface.viewer.notice.value).toBe('a.pdf was deleted.');
    surface.viewer.receive({ type: 'notice', message: null });
    expect(surface.viewer.notice.value).toBeNull();
  });

  it('requests the text height of the page it stops on, and requests it again when the budget changes', async () => {
    const { surface, asked } = make(() => Promise.resolve(fake(9)));
    surface.viewer.receive({ type: 'open', state, assets });
    await settle();
    surface.viewer.goTo(2);
    surface.viewer.goTo(6);
    await settle();
    surface.viewer.receive({ type: 'budget', budget: { minPixels: 1, maxPixels: 3 } });
    await settle();
    const pages = asked.filter(({ method }) => method === 'textHeight').map(({ args }) => args);
    expect(pages).toEqual([{ page: 1 }, { page: 6 }, { page: 6 }]);
    expect(surface.viewer.textHeight.value).toEqual({ kind: 'known', height: 7, readableAt: 900_000 });
  });
});

describe('searching in the document view', () => {
  it('searches a rebuilt document again and drops the matches of the old one', async () => {
    const { surface } = make(({ size }) => Promise.resolve(fake(3, size === 100 ? 'old' : 'new')));
    surface.viewer.receive({ type: 'open', state, assets });
    await settle();
    surface.finder.open();
    surface.finder.setText('old');
    await settle();
    expect(surface.finder.state.value).toMatchObject({ total: 3, ordinal: 1, searched: 3, searching: false });
    surface.viewer.receive({ type: 'changed', size: 200, version: 2 });
    await settle();
    expect(surface.finder.state.value).toMatchObject({ total: 0, ordinal: 0, searched: 3 });
  });

  it('drops the matches and the current position when the search is closed', async () => {
    const { surface } = make(() => Promise.resolve(fake(3)));
    surface.viewer.receive({ type: 'open', state, assets });
    await settle();
    surface.finder.open();
    surface.finder.setText('text 2');
    await settle();
    expect(surface.finder.position.value).toEqual({ page: 2, index: 0 });
    surface.finder.close();
    expect(surface.finder.position.value).toBeNull();
    expect(surface.finder.state.value.total).toBe(0);
  });
});
