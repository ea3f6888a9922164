import type { Page } from 'playwright-core';
import type { DocumentSite } from './documentSite.ts';
import type { ThemeName } from './themes.ts';

export interface DocumentPageOptions {
  readonly theme?: ThemeName;
  /** The state that the view kept before it was disposed. */
  readonly kept?: unknown;
}

/** Counts taken while the view runs: canvases that hold memory, and tasks that blocked the page. */
export interface Counts {
  /** The most page canvases that held pixels at the same time, on the screen or not. */
  readonly peakPageCanvases: number;
  /** The same for all canvases, those that pdf.js works with included. */
  readonly peakCanvases: number;
  /** The most elements in the page. */
  readonly peakElements: number;
  /** Tasks over 50 ms, in milliseconds. */
  readonly longTasks: readonly number[];
}

declare global {
  interface Window {
    counts: {
      peakPageCanvases: number;
      peakCanvases: number;
      peakElements: number;
      longTasks: number[];
    };
  }
}

function installCounters(): void {
  const counts = { peakPageCanvases: 0, peakCanvases: 0, peakElements: 0, longTasks: [] as number[] };
  window.counts = counts;
  const live = new Set<HTMLCanvasElement>();
  const width = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, 'width');
  if (width?.get === undefined || width.set === undefined) throw new Error('A canvas has no width.');
  Object.defineProperty(HTMLCanvasElement.prototype, 'width', {
    configurable: true,
    enumerable: true,
    get(this: HTMLCanvasElement): unknown {
      return width.get?.call(this);
    },
    set(this: HTMLCanvasElement, value: number) {
      width.set?.call(this, value);
      if (value > 0) live.add(this);
      else live.delete(this);
      const pages = [...live].filter((canvas) => canvas.classList.contains('page-canvas')).length;
      counts.peakPageCanvases = Math.max(counts.peakPageCanvases, pages);
      counts.peakCanvases = Math.max(counts.peakCanvases, live.size);
      counts.peakElements = Math.max(counts.peakElements, document.getElementsByTagName('*').length);
    },
  });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) counts.longTasks.push(entry.duration);
  }).observe({ type: 'longtask', buffered: true });
}

/** A browser page with the view in it. */
export interface DocumentPage {
  readonly page: Page;
  /** Errors that the page logged or threw. */
  readonly errors: readonly string[];
  readonly counts: () => Promise<Counts>;
}

/** Opens the view in a browser page; nothing is shown until the test opens a file. */
export async function openDocumentPage(
  page: Page,
  site: DocumentSite,
  { theme = 'dark', kept }: DocumentPageOptions = {},
): Promise<DocumentPage> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  const scripts = [
    await page.addInitScript(installCounters),
    await page.addInitScript((state) => {
      window.kept = state;
    }, kept),
  ];
  await page.goto(`${site.origin}/?theme=${theme}`);
  for (const script of scripts) await script.dispose();
  await page.waitForFunction(() => window.host.sent.some((message) => message.type === 'ready'));
  return { page, errors, counts: () => page.evaluate(() => window.counts) };
}

/** Measurements of scrolling a document from its first page to its last. */
export interface ScrollMeasure {
  readonly steps: number;
  /** Number of pages that were drawn. */
  readonly drawn: number;
  /** The longest time between two frames, in milliseconds. */
  readonly longestFrame: number;
  /** The longest task, in milliseconds; 0 when none took over 50 ms. */
  readonly longestTask: number;
}

/**
 * Scrolls from the first page to the last: in some stretches it waits until each screen is drawn, and in between it
 * jumps as a dragged scroll bar does.
 */
export async function scrollThrough({ page }: DocumentPage): Promise<ScrollMeasure> {
  return page.evaluate(async () => {
    const scroller = document.querySelector('.pages');
    if (scroller === null) throw new Error('Nothing scrolls.');
    window.counts.longTasks.length = 0;
    const drawn = new Set<string>();
    let steps = 0;
    let longestFrame = 0;
    const frame = async (): Promise<void> => {
      const before = performance.now();
      await new Promise((next) => requestAnimationFrame(next));
      longestFrame = Math.max(longestFrame, performance.now() - before);
      for (const one of document.querySelectorAll<HTMLElement>('.page:has(canvas)')) {
        drawn.add(one.dataset['page'] ?? '');
      }
    };
    const undrawn = (): boolean => document.querySelector('.page:not(:has(canvas))') !== null;
    while (scroller.scrollTop + scroller.clientHeight < scroller.scrollHeight - 1) {
      const reading = steps % 24 < 4;
      scroller.scrollTop += reading ? scroller.clientHeight * 0.7 : scroller.clientHeight * 4;
      steps++;
      await frame();
      while (reading && undrawn()) await frame();
    }
    return { steps, drawn: drawn.size, longestFrame, longestTask: Math.max(0, ...window.counts.longTasks) };
  });
}
