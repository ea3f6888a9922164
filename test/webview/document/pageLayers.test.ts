import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PageLayer, ShownPage } from '../../../webview/document/layers/pageLayer.ts';
import { TextLayer } from '../../../webview/document/layers/textLayer.ts';
import { createPaintQueue } from '../../../webview/document/model/paintQueue.ts';
import type { ViewedDocument } from '../../../webview/document/model/viewedDocument.ts';
import { PagePainter, type PainterDeps } from '../../../webview/document/view/pagePainter.ts';

/** A document with one word on each page. */
function fake(word: string): ViewedDocument {
  return {
    pageCount: 3,
    labels: null,
    outline: () => Promise.resolve([]),
    size: () => Promise.resolve({ width: 100, height: 200 }),
    points: () => Promise.resolve({ width: 100, height: 200 }),
    text: () => Promise.resolve([{ str: word, hasEOL: false }]),
    paint: () => Promise.resolve(),
    layText: (_page, container) => {
      const element = container.ownerDocument.createElement('span');
      element.textContent = word;
      container.append(element);
      return Promise.resolve([element]);
    },
    close: () => Promise.resolve(),
  };
}

/** A layer that records its calls in `log`. */
function loggingLayer(log: string[], name: string): PageLayer {
  return {
    draw: ({ page, scale }: ShownPage) => {
      log.push(`${name} draws ${page} at ${scale}`);
    },
    release: (page) => {
      log.push(`${name} releases ${page}`);
    },
  };
}

function paint(layers: readonly PageLayer[], page = 2): { painter: PagePainter; element: HTMLElement } {
  const element = document.createElement('div');
  document.body.append(element);
  const deps: PainterDeps = {
    queue: createPaintQueue(0),
    priority: () => 0,
    layers,
    onSize: () => undefined,
    onPainted: () => undefined,
  };
  return { painter: new PagePainter(page, element, deps), element };
}

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(50);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  document.body.replaceChildren();
  vi.useRealTimers();
});

describe('the layers over a page', () => {
  it('draws the layers in order after the page, draws them again at another zoom, and releases them with the page', async () => {
    const log: string[] = [];
    const { painter } = paint([loggingLayer(log, 'text'), loggingLayer(log, 'boxes')]);
    const shown = fake('one');
    painter.update({ document: shown, scale: 1, pixelRatio: 2 });
    expect(log).toEqual([]);
    await settle();
    expect(log).toEqual(['text draws 2 at 1', 'boxes draws 2 at 1']);
    painter.update({ document: shown, scale: 1.5, pixelRatio: 2 });
    await settle();
    expect(log.slice(2)).toEqual(['text draws 2 at 1.5', 'boxes draws 2 at 1.5']);
    painter.dispose();
    expect(log.slice(4)).toEqual(['text releases 2', 'boxes releases 2']);
  });

  it('draws the remaining layers when one of them fails', async () => {
    const log: string[] = [];
    const failing: PageLayer = {
      draw: () => Promise.reject(new Error('no text')),
      release: () => undefined,
    };
    const { painter } = paint([failing, loggingLayer(log, 'boxes')]);
    painter.update({ document: fake('one'), scale: 1, pixelRatio: 1 });
    await settle();
    expect(log).toEqual(['boxes draws 2 at 1']);
  });

  it('draws no layers over a page that has left the screen in the meantime', async () => {
    const log: string[] = [];
    let finish = (): void => undefined;
    const slow: PageLayer = {
      draw: () => new Promise((resolve) => (finish = resolve)),
      release: () => undefined,
    };
    const { painter } = paint([slow, loggingLayer(log, 'boxes')]);
    painter.update({ document: fake('one'), scale: 1, pixelRatio: 1 });
    await settle();
    painter.dispose();
    finish();
    await settle();
    expect(log).toEqual(['boxes releases 2']);
  });
});

describe('the text layer over a page', () => {
  it('lays out the text once per document at any zoom, and removes it with the page', async () => {
    const shown = fake('one');
    const layText = vi.spyOn(shown, 'layText');
    const text = new TextLayer(signal(shown));
    const { painter, element } = paint([text]);
    painter.update({ document: shown, scale: 1, pixelRatio: 1 });
    await settle();
    painter.update({ document: shown, scale: 2, pixelRatio: 1 });
    await settle();
    expect(layText).toHaveBeenCalledTimes(1);
    expect(element.querySelectorAll('.text-layer')).toHaveLength(1);
    painter.dispose();
    expect(element.querySelectorAll('.text-layer, canvas')).toHaveLength(0);
  });

  it('excludes text of an old version from search and copy, and replaces it when the new version is drawn', async () => {
    const [first, second] = [fake('old'), fake('new')];
    const shown = signal(first);
    const text = new TextLayer(shown);
    const { painter, element } = paint([text]);
    painter.update({ document: first, scale: 1, pixelRatio: 1 });
    await settle();
    const matches = new Map([[2, [{ start: 0, end: 3 }]]]);
    const position = { page: 2, index: 0 };
    const span = { from: { page: 2, offset: 0 }, to: { page: 2, offset: 3 } };
    expect(text.rangesOf(matches, position).map(String)).toEqual(['old']);
    shown.value = second;
    expect(text.rangesOf(matches, position)).toEqual([]);
    expect(text.textNow(span)).toBeNull();
    painter.update({ document: second, scale: 1, pixelRatio: 1 });
    await settle();
    expect(text.rangesOf(matches, position).map(String)).toEqual(['new']);
    expect(text.textNow(span)).toBe('new');
    expect(element.textContent).toBe('new');
  });
});
