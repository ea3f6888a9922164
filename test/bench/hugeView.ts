import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../scripts/lib/browser.mjs';
import type { Grounding } from '../../src/core/grounding/model.ts';
import type { ToInspector } from '../../src/protocol/inspector.ts';
import { groundHuge, HUGE, hugeTrajectory } from '../support/hugeTrajectory.ts';
import { installApi, PAPER_IMAGES, serveWebview } from '../webview/browser/support/webviewSite.ts';
import { image, sample, state } from '../webview/inspector/states.ts';
import { medianOf, type BenchRow } from './row.ts';

/** Milliseconds from the loaded script of the inspector to the first frame with the trajectory. */
const FIRST_PAINT = 300;
/** Milliseconds of a frame while a person scrolls. */
const FRAME = 50;
const ROUNDS = 7;

/** Screens scrolled per frame, like a fast turn of the mouse wheel. */
const STEP = 0.5;

/** The views of a trajectory that can be long. */
const VIEWS = ['Steps', 'Claims', 'Text'] as const;

/** Milliseconds of one round. */
interface Measured {
  /** From the loaded script to the frame with the first steps. */
  readonly painted: number;
  /** From the arrival of the claims to the frame with them. */
  readonly grounded: number;
  /** The longest task while each of the views is scrolled from its beginning to its end, in processor time. */
  readonly scrolled: readonly number[];
}

interface MeasuringWindow {
  /** Resolves to the milliseconds until the first paint. */
  readonly painted: Promise<number>;
}

/**
 * The inspector with the largest trajectory that it must show at once, each time in a browser context without caches, as
 * when a panel is opened for the first time.
 */
export async function run(): Promise<BenchRow[]> {
  const text = hugeTrajectory();
  const grounding = groundHuge(text);
  const site = await serveWebview('inspector');
  const browser = await launchBrowser();
  try {
    const rounds: Measured[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push(await measure(browser, site.origin, text, grounding));
    const row = (what: string, times: readonly number[], most?: number): BenchRow => ({
      what,
      ...(most === undefined ? {} : { budget: { of: 'ours', most } }),
      ours: medianOf(times),
      peer: null,
      ratio: null,
      unit: 'ms',
    });
    const huge = `${HUGE.calls} calls, ${grounding.claims.length} claims, ${HUGE.images} images`;
    return [
      row(
        `first paint of a trajectory of ${Math.round(text.length / 1000)} KB, ${huge}`,
        rounds.map(({ painted }) => painted),
        FIRST_PAINT,
      ),
      row(
        'from the arrival of its claims to the frame that shows them',
        rounds.map(({ grounded }) => grounded),
      ),
      ...VIEWS.map((view, index) =>
        row(
          `longest task while scrolling its ${view.toLowerCase()} in processor time`,
          rounds.map(({ scrolled }) => scrolled[index] ?? Number.NaN),
          FRAME,
        ),
      ),
    ];
  } finally {
    await browser.close();
    await site.close();
  }
}

async function measure(
  browser: Browser,
  origin: string,
  text: string,
  grounding: Grounding,
): Promise<Measured> {
  const context = await browser.newContext({ viewport: { width: 740, height: 860 } });
  try {
    const page = await context.newPage();
    const images = Array.from({ length: HUGE.images }, (_, index) => image(index + 1));
    const shown = state({ numImages: HUGE.images, images, samples: [sample({ text })] });
    await page.addInitScript(installApi, { answers: PAPER_IMAGES, kept: undefined });
    const opened: ToInspector = { type: 'state', state: shown };
    await page.addInitScript(installHost, opened);
    await page.goto(`${origin}/?theme=dark`);
    const painted = await page.evaluate(() => (window as unknown as MeasuringWindow).painted);
    const found: ToInspector = {
      type: 'grounding',
      sample: 0,
      shown: { kind: 'grounded', grounding, withoutText: 0, notices: [], missing: null, partial: false },
    };
    const grounded = await page.evaluate(showClaims, found);
    const scrolled: number[] = [];
    for (const view of VIEWS) {
      await page.getByRole('tab', { name: new RegExp(`^${view}`) }).click();
      // All of the reasoning, which is one step.
      if (view === 'Steps') await page.getByRole('button', { name: /^Show all [\d,]+ characters$/u }).click();
      scrolled.push(await scroll(browser, page));
    }
    return { painted, grounded, scrolled };
  } finally {
    await context.close();
  }
}

/** Runs in the page before its scripts: sends the trajectory when the inspector is ready, and measures its first paint. */
function installHost(message: ToInspector): void {
  const frame = (): Promise<unknown> => new Promise((next) => requestAnimationFrame(next));
  const paint = async (): Promise<number> => {
    const { posted } = window as unknown as { posted: { type?: string }[] };
    while (!posted.some(({ type }) => type === 'ready')) await new Promise((next) => setTimeout(next));
    window.postMessage(message);
    while (document.querySelector('[role=treeitem]') === null) await frame();
    await frame();
    const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return performance.now() - Math.max(...loaded.map(({ responseEnd }) => responseEnd));
  };
  Object.assign(window, { painted: paint() });
}

/** Runs in the page: sends the claims, and returns the milliseconds until the frame with them has been drawn. */
async function showClaims(message: ToInspector): Promise<number> {
  const frame = (): Promise<unknown> => new Promise((next) => requestAnimationFrame(next));
  // Nothing else is left to do.
  await new Promise((next) => setTimeout(next, 300));
  const sent = performance.now();
  window.postMessage(message);
  while (document.querySelector('.grounding') === null) await frame();
  await frame();
  return performance.now() - sent;
}

/** An event of Chromium's trace; `tdur` is the processor time of its thread, microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
}

const MARK = 'scrolled';

/**
 * Scrolls the view in sight from its beginning to its end; returns the processor time of the longest task of the page's
 * own thread, milliseconds. Other work on the machine does not count.
 */
async function scroll(browser: Browser, page: Page): Promise<number> {
  await drawAll(page);
  await browser.startTracing(page, {
    categories: ['blink.user_timing', 'disabled-by-default-devtools.timeline'],
  });
  await page.locator('.scroll').evaluate(
    async (box, { step, mark }) => {
      performance.mark(mark);
      box.scrollTop = 0;
      while (box.scrollTop + box.clientHeight < box.scrollHeight - 1) {
        await new Promise((next) => requestAnimationFrame(next));
        box.scrollTop += box.clientHeight * step;
      }
    },
    { step: STEP, mark: MARK },
  );
  await drawAll(page);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const marked = traceEvents.find(({ name }) => name === MARK);
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name === 'RunTask' && pid === marked?.pid && tid === marked.tid,
  );
  if (tasks.length === 0) throw new Error('The trace has no tasks of the page.');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}

/** Waits until what comes into view is drawn. */
async function drawAll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 10; frame += 1) await new Promise((next) => requestAnimationFrame(next));
  });
}
