// @vitest-environment node
import fs from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../../scripts/lib/browser.mjs';
import type { InspectorState } from '../../../src/protocol/inspector.ts';
import { dialectStates, TREE } from '../inspector/dialectStates.ts';
import {
  COMPOSITE,
  COMPOSITE_SCORE,
  GOOD_RESPONSE,
  RESPONSE,
  image,
  longResponse,
  sample,
  state,
} from '../inspector/states.ts';
import {
  bundleWebview,
  drawn,
  openWebview,
  posted,
  root,
  runAxe,
  send,
  THEMES,
  themes,
  type Bundle,
  type PageOptions,
} from './webviewPage.ts';

const KB = 1024;
const PAPER = `<svg xmlns="http://www.w3.org/2000/svg" width="532" height="756"><rect width="532" height="756" fill="#fff"/></svg>`;
const answers = { image: { src: `data:image/svg+xml;base64,${Buffer.from(PAPER).toString('base64')}` } };

let bundle: Bundle;
let browser: Browser;
const pages: Page[] = [];

beforeAll(async () => {
  [bundle, browser] = await Promise.all([bundleWebview('webview/inspector/main.tsx'), launchBrowser()]);
}, 120_000);

afterAll(() => browser.close());

afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close();
});

/** An inspector that shows `shown`; a script error fails the test. */
async function open(shown: InspectorState | null, options: Partial<PageOptions> = {}): Promise<Page> {
  const page = await openWebview(browser, bundle, { theme: 'dark', answers, ...options });
  pages.push(page);
  page.on('pageerror', (error) => {
    throw error;
  });
  if (shown !== null) await send(page, { type: 'state', state: shown });
  return page;
}

async function tab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
  await drawn(page);
}

const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe('the bundle of the inspector', () => {
  it('keeps the bundle within its budget, with the toolkit and without React', () => {
    expect(bundle.script.length).toBeLessThan(450 * KB);
    const inputs = Object.keys(bundle.metafile.inputs);
    expect(inputs.some((input) => input.includes('@vscode/webview-ui-toolkit'))).toBe(true);
    expect(
      inputs.filter((input) =>
        /node_modules\/(react|react-dom|@microsoft\/fast-react-wrapper)\//.test(input),
      ),
    ).toEqual([]);
    expect(inputs.filter((input) => input.includes('webview-ui-toolkit/react'))).toEqual([]);
  });

  it('imports the toolkit in one module only', () => {
    const importers = Object.entries(bundle.metafile.inputs)
      .filter(
        ([name, { imports }]) =>
          name.startsWith('webview/') && imports.some((one) => one.path.includes('webview-ui-toolkit')),
      )
      .map(([name]) => name);
    expect(importers).toEqual(['webview/shared/controls.tsx']);
  });

  it('takes all colors from the theme', () => {
    const styles = fs.readdirSync(path.join(root, 'webview/inspector/styles'));
    expect(styles.length).toBeGreaterThan(0);
    for (const file of [
      'webview/shared/theme.css',
      ...styles.map((name) => `webview/inspector/styles/${name}`),
    ]) {
      const css = fs.readFileSync(path.join(root, file), 'utf8');
      // Paper is white in every theme.
      const colors = css.match(/#[\da-f]{3,8}\b|\brgba?\(|\bhsla?\(/gi) ?? [];
      expect(
        colors.filter((color) => color !== '#fff'),
        file,
      ).toEqual([]);
      for (const [name] of css.matchAll(/--vscode-[\w-]+/g))
        expect(
          THEMES.some((theme) => themes[theme].variables[name] !== undefined),
          `${name} is in some theme`,
        ).toBe(true);
    }
  });
});

const four = [
  sample({ verdict: 'wrong', verdictBy: 'person' }),
  sample({ text: GOOD_RESPONSE, verdict: 'right', verdictBy: 'judge' }),
  sample({ text: RESPONSE.slice(0, 420), state: 'streaming', finishReason: null }),
  sample({ text: 'I cannot say.', finishReason: 'length' }),
];

const SCENES: readonly { readonly name: string; readonly state: InspectorState; readonly tab?: string }[] = [
  { name: 'steps', state: state({ samples: [sample({ verdict: 'wrong', verdictBy: 'person' })] }) },
  { name: 'checks', state: state(), tab: 'Checks' },
  { name: 'text', state: state(), tab: 'Text' },
  { name: 'request', state: state(), tab: 'Request' },
  { name: 'samples', state: state({ samples: four }), tab: 'Samples' },
  {
    name: 'streaming',
    state: state({ samples: [sample({ text: RESPONSE.slice(0, 420), state: 'streaming' })] }),
  },
  {
    name: 'failed',
    state: state({
      isFile: true,
      documents: [{ name: 'report.pdf', pages: '3', changed: true }],
      notices: ['The key `author` is not known.'],
      failure: { message: 'The connection was cut.', hint: 'Try again.', canRetry: true },
    }),
  },
  ...Object.entries(dialectStates).map(([name, shown]) => ({ name, state: shown })),
  {
    name: 'a composite reward',
    state: state({ profile: null, composite: COMPOSITE, samples: [sample({ score: COMPOSITE_SCORE })] }),
  },
  {
    name: 'a composite reward that cannot be used',
    state: state({
      profile: null,
      composite: { ...COMPOSITE, fault: { message: 'The reward file cannot be used.', canOpen: true } },
    }),
  },
  {
    name: 'no score',
    state: { ...dialectStates.evisrag, numImages: null, reference: '7.7%' },
  },
  {
    name: 'not known',
    state: { ...dialectStates.evisrag, dialectConfidence: 0.86, reference: '' },
  },
  {
    name: 'thoughts',
    state: state({ dialect: 'think-answer', profile: null, samples: [sample({ text: TREE })] }),
  },
  {
    name: 'own reward',
    state: state({
      canScoreWithPython: true,
      samples: [
        sample({
          verdict: 'right',
          userReward: {
            file: 'mine.py',
            state: { kind: 'scored', overall: 0.5, fields: { overall: 0.5, format_score: 1, note: 'short' } },
          },
        }),
      ],
    }),
  },
  { name: 'nothing', state: state({ samples: [], question: null, images: [], documents: [] }) },
];

describe.each(THEMES)('the inspector in the theme %s', (theme) => {
  it('shows no accessibility violation that axe finds in any state of the inspector', async () => {
    const page = await open(null, { theme });
    const nodes = new Set<string>();
    for (const scene of SCENES) {
      await send(page, { type: 'state', state: { ...scene.state, key: scene.name } });
      if (scene.name !== 'nothing') await tab(page, scene.tab ?? 'Steps');
      if (scene.name === 'steps') {
        const start = RESPONSE.indexOf('518');
        await send(page, { type: 'reveal', sample: 0, span: { start, end: start } });
      }
      const { violations, checked } = await runAxe(page);
      expect(violations, `${scene.name} in ${theme}`).toEqual([]);
      expect(checked.length, `${scene.name} in ${theme}`).toBeGreaterThan(scene.name === 'nothing' ? 3 : 20);
      for (const node of checked) nodes.add(`${scene.name} ${node}`);
    }
    expect(nodes.size).toBeGreaterThan(300);
  }, 120_000);

  it('lets axe find an accessibility violation that is added on purpose', async () => {
    const page = await open(state(), { theme });
    await page.evaluate(() => {
      const planted = document.createElement('button');
      const pale = document.createElement('p');
      pale.textContent = 'hardly to be read';
      pale.style.cssText = 'color: #777; background: #888';
      document.querySelector('.head')?.append(planted, pale);
    });
    const { violations } = await runAxe(page);
    expect(violations.map((found) => found.split(':')[0]).sort()).toEqual(['button-name', 'color-contrast']);
  }, 60_000);
});

describe('the inspector with the keyboard', () => {
  it('reaches the verdict, the tabs and the steps with the keyboard alone', async () => {
    const page = await open(state());
    const verdict = page.getByRole('button', { name: 'Wrong' });
    for (
      let stops = 0;
      stops < 20 &&
      !(await verdict.evaluate((button) =>
        button.getRootNode() instanceof ShadowRoot
          ? document.activeElement === (button.getRootNode() as ShadowRoot).host
          : document.activeElement === button,
      ));
      stops++
    )
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => posted(page)).toContainEqual({ type: 'verdict', sample: 0, verdict: 'wrong' });
    await page.getByRole('tab', { name: 'Steps' }).focus();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('tree');
    const outline = (selector: string): Promise<string> =>
      page.locator(selector).evaluate((element) => getComputedStyle(element).outlineStyle);
    expect(await outline('[role=tree]')).toBe('solid');
    await page.keyboard.press('ArrowDown');
    expect(await outline('[role=tree]')).toBe('none');
    expect(await outline('.step.current')).toBe('solid');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page
      .getByRole('treeitem', { selected: true })
      .filter({ hasText: 'locate_visual_element' })
      .waitFor();
    // Tab stops only at the links of the current step.
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Image 2');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Enlarge image 2');
    await page.keyboard.press('Enter');
    const large = page.getByRole('dialog');
    await large.getByText('532 × 756 px, 515 tokens').waitFor();
    await large.getByText('text 7 px high').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Steps' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('region', { name: 'Text of the response' }).count()).toBe(0);
    await page.keyboard.press('ArrowRight');
    await page.getByRole('region', { name: 'Text of the response' }).waitFor();
    await page.getByRole('button', { name: 'More…' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Copy Answer' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect.poll(() => posted(page)).toContainEqual({ type: 'command', command: 'copyCurl', sample: 0 });
  }, 60_000);

  it('chooses a reward profile with the keyboard', async () => {
    const page = await open(state({ samples: [sample({ verdict: 'right' })] }));
    await page.getByRole('combobox', { name: 'Reward profile' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => posted(page)).toContainEqual({ type: 'profile', profile: 'lang2act-paper' });
    await expect.poll(() => page.locator('.number').textContent()).toBe('1.00');
  });

  it('accepts a reference answer typed with the keyboard', async () => {
    const page = await open(state({ reference: '' }));
    await page.getByRole('textbox', { name: 'Reference answer' }).fill('7.7%');
    await page.keyboard.press('Enter');
    await expect.poll(() => posted(page)).toContainEqual({ type: 'reference', text: '7.7%' });
  });
});

describe('page images in the inspector', () => {
  it('requests each page image once, when it scrolls into view', async () => {
    const many = Array.from({ length: 30 }, (_, index) => image(index + 1));
    const page = await open(state({ images: many, numImages: 30 }));
    await page.waitForFunction(() => document.querySelectorAll('.thumb img').length > 1);
    const asked = (): Promise<number[]> =>
      page.evaluate(() =>
        (window as unknown as { posted: { method?: string; args?: { image: number } }[] }).posted
          .filter(({ method }) => method === 'image')
          .map(({ args }) => args?.image ?? 0),
      );
    expect((await asked()).length).toBeLessThan(8);
    await page.locator('.shot').last().scrollIntoViewIfNeeded();
    await page.waitForFunction(() => document.querySelectorAll('.shot:last-child img').length === 1);
    const all = await asked();
    expect(all).toContain(30);
    expect(new Set(all).size).toBe(all.length);
  });
});

describe('the strip of page images', () => {
  const many = Array.from({ length: 20 }, (_, index) => image(index + 1));
  const text = RESPONSE.replaceAll('Image 1: operating', 'Image 17: operating');
  const last = text.indexOf('12.1%</tool>');
  const strip = (page: Page) => page.locator('.strip');
  const isWhole = (page: Page): Promise<boolean> =>
    strip(page).evaluate((box) => {
      const outer = box.getBoundingClientRect();
      const inner = box.children[16]?.getBoundingClientRect() ?? new DOMRect();
      return inner.left >= outer.left - 1 && inner.right <= outer.right + 1;
    });

  it.each([
    ['in one page beside it', 740, 862],
    ['where the whole page scrolls', 420, 500],
  ])(
    'scrolls the strip to the image that the selected step names and scrolls nothing else: %s',
    async (_, width, height) => {
      const page = await open(state({ images: many, numImages: 20, samples: [sample({ text })] }), {
        width,
        height,
      });
      // The tabs Steps and Text scroll to the selection on their own.
      await tab(page, 'Checks');
      const before = await page.evaluate(() => window.scrollY);
      await send(page, { type: 'reveal', sample: 0, span: { start: last, end: last } });
      await expect.poll(() => isWhole(page), { timeout: 20_000 }).toBe(true);
      expect(await page.evaluate(() => window.scrollY)).toBe(before);
      expect(await strip(page).evaluate((box) => box.scrollTop)).toBe(0);
      expect(await page.locator('.shot.named b').allTextContents()).toEqual(['Image 17']);
    },
    30_000,
  );

  it.each([
    { where: 'the system', reducedMotion: true },
    { where: 'VS Code', reducedMotion: false },
  ])('scrolls the strip without animation when $where asks for reduced motion', async ({ reducedMotion }) => {
    const page = await open(state({ images: many, numImages: 20, samples: [sample({ text })] }), {
      reducedMotion,
    });
    await page.evaluate((still) => {
      document.body.classList.toggle('vscode-reduce-motion', still);
      const asked: unknown[] = [];
      Object.assign(window, { asked });
      const { prototype } = Element;
      const original = Object.getOwnPropertyDescriptor(prototype, 'scrollBy')?.value as () => void;
      prototype.scrollBy = function scrollBy(this: Element, ...args: unknown[]) {
        asked.push((args[0] as ScrollToOptions).behavior);
        Reflect.apply(original, this, args);
      };
    }, !reducedMotion);
    await send(page, { type: 'reveal', sample: 0, span: { start: last, end: last } });
    expect(await isWhole(page)).toBe(true);
    expect(await page.evaluate(() => (window as unknown as { asked: unknown[] }).asked)).toEqual(['instant']);
  });
});

describe('the selection in the inspector', () => {
  it('sends a selection made with the mouse in the text and marks its step', async () => {
    const page = await open(state());
    await tab(page, 'Text');
    await page.locator('.text .tool-name').nth(1).dblclick();
    const start = RESPONSE.indexOf('read_numeric_value');
    await expect
      .poll(async () => (await posted(page)).filter(({ type }) => type === 'select').at(-1))
      .toEqual({ type: 'select', sample: 0, span: { start, end: start + 'read_numeric_value'.length } });
    await tab(page, 'Steps');
    await page
      .getByRole('treeitem', { selected: true })
      .filter({ hasText: 'row Total, column 2024' })
      .waitFor();
  });

  it('shows a selection made by the extension in the steps and in the text', async () => {
    const page = await open(state());
    const start = RESPONSE.indexOf('12.1%</tool>');
    await send(page, { type: 'reveal', sample: 0, span: { start, end: start + 5 } });
    await page.getByRole('treeitem', { selected: true }).filter({ hasText: 'operating margin' }).waitFor();
    expect(await page.locator('.shot.named b').allTextContents()).toEqual(['Image 1']);
    await tab(page, 'Text');
    expect(await page.locator('.text .selected').allTextContents()).toEqual(['12.1%']);
    expect((await posted(page)).filter(({ type }) => type === 'select')).toEqual([]);
  });
});

describe('an inspector that was disposed and created again', () => {
  it('restores the tab, the sample and the selection of an inspector that was disposed', async () => {
    const first = await open(state({ samples: four }));
    await first.getByRole('tab', { name: /^2/ }).click();
    await tab(first, 'Checks');
    const kept = await first.evaluate(() =>
      (window as unknown as { acquireVsCodeApi(): { getState(): unknown } }).acquireVsCodeApi().getState(),
    );
    expect(kept).toMatchObject({ key: 'trajectory-1', tab: 'checks', sample: 1 });
    const again = await open(state({ samples: four }), { kept });
    expect(await again.locator('.check-group.passed').isVisible()).toBe(true);
    expect(await again.locator('.sample-tab[aria-selected=true]').textContent()).toBe('21.00');
    // The extension no longer knows which sample is shown, so the page tells it.
    expect(await posted(again)).toContainEqual({ type: 'shown', sample: 1 });
    const other = await open(state({ samples: four, key: 'trajectory-2' }), { kept });
    expect(await other.locator('.sample-tab[aria-selected=true]').textContent()).toBe('10.18');
  });
});

/** Whether a row is completely visible in its scroll container. */
const isInSight = (row: Element): boolean => {
  const box = row.closest('.scroll')?.getBoundingClientRect() ?? new DOMRect();
  const { top, bottom } = row.getBoundingClientRect();
  return top >= box.top - 1 && bottom <= box.bottom + 1;
};

/**
 * Counts from now on the milliseconds of processor time of the page's own thread, so that other work on the machine
 * does not count.
 */
async function busyMeter(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const total = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
  const begun = await total();
  return async () => (await total()) - begun;
}

describe('a huge trajectory in the inspector', () => {
  const text = longResponse(6_000);

  it('opens and scrolls through a trajectory of 1 MB with few elements in the DOM', async () => {
    expect(text.length).toBeGreaterThan(900_000);
    const page = await open(null);
    const busy = await busyMeter(page);
    await send(page, { type: 'state', state: state({ samples: [sample({ text })] }) });
    expect(await busy()).toBeLessThan(5_000);
    const elements = (): Promise<number> => page.evaluate(() => document.querySelectorAll('*').length);
    expect(await elements()).toBeLessThan(4_000);
    await page.getByRole('tree').focus();
    await page.keyboard.press('End');
    const last = page.getByRole('treeitem', { selected: true });
    expect(await last.textContent()).toContain('The sum of all rows.');
    await expect.poll(() => last.evaluate(isInSight)).toBe(true);
    expect(await elements()).toBeLessThan(4_000);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.text .selected').last().isVisible()).toBe(true);
    expect(await elements()).toBeLessThan(6_000);
  }, 60_000);

  it('follows a long stream with as little work at its end as at its beginning', async () => {
    const page = await open(
      state({ samples: [sample({ text: '', state: 'streaming', finishReason: null })] }),
    );
    const busy = await busyMeter(page);
    const halves: number[] = [];
    for (const half of [text.slice(0, text.length / 2), text.slice(text.length / 2)]) {
      const before = await busy();
      await page.evaluate(async (whole) => {
        for (let at = 0; at < whole.length; at += 4_000) {
          window.postMessage({ type: 'append', sample: 0, text: whole.slice(at, at + 4_000) });
          await new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
        }
      }, half);
      halves.push((await busy()) - before);
    }
    console.log(
      `busy ${halves.map((half) => half.toFixed(0)).join(' and ')} ms in the first and the second half`,
    );
    const [first = 0, second = 0] = halves;
    // Earlier text is not processed again: otherwise the second half would take three times as long as the first.
    expect(second / first).toBeLessThan(2);
    expect((first + second) / (text.length / 4_000)).toBeLessThan(100);
    await expect
      .poll(() =>
        page.locator('.scroll').evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight),
      )
      .toBeLessThan(60);
    expect(await page.evaluate(() => document.querySelectorAll('[role=treeitem]').length)).toBeLessThan(300);
  }, 90_000);
});

describe('huge parts of a trajectory', () => {
  const items = Array.from({ length: 20_000 }, (_, index) => `[${index + 1}]: fact ${index} of the page`);
  const evidence = `<observe>a</observe><evidence>${items.join('\n')}</evidence><think>b</think><answer>c</answer>`;
  const reasoning = `<think>${'The table says 518.9, as the chart does. '.repeat(100_000)}</think><answer>c</answer>`;

  it.each([
    { what: '20,000 items of evidence', dialect: 'evisrag', text: evidence },
    { what: '4 MB of reasoning', dialect: 'think-answer', text: reasoning },
  ] as const)(
    'opens and scrolls to the end of $what',
    async ({ dialect, text }) => {
      const page = await open(null);
      const busy = await busyMeter(page);
      await send(page, {
        type: 'state',
        state: state({ dialect, profile: null, reference: '', samples: [sample({ text })] }),
      });
      console.log(`busy ${(await busy()).toFixed(0)} ms`);
      expect(await busy()).toBeLessThan(8_000);
      await page.getByRole('tree').focus();
      await page.keyboard.press('End');
      const last = page.getByRole('treeitem', { selected: true });
      expect(await last.textContent()).toContain('answer c');
      await expect.poll(() => last.evaluate(isInSight)).toBe(true);
      expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(4_000);
    },
    60_000,
  );
});

describe('boxes on a page image', () => {
  it('draws a box at its place on the thumbnail and on the enlarged image, with its name outside the box', async () => {
    const page = await open(dialectStates['vg-refiner']);
    await page.locator('.thumb img').waitFor();
    const place = (selector: string) => page.locator(selector).first().boundingBox();
    const thumb = await place('.thumb img');
    const small = await place('.thumb .frame.model');
    if (thumb === null || small === null) throw new Error('nothing is drawn');
    // The page image fills the height or width of the thumbnail and is centered in it.
    const scale = Math.min(thumb.width / 532, thumb.height / 756);
    expect(Math.abs(small.y - (thumb.y + (thumb.height - 756 * scale) / 2 + 120 * scale))).toBeLessThan(2);
    await page.locator('.thumb').click();
    await page.locator('.enlarged-figure img').waitFor();
    const image = await place('.enlarged-figure img');
    const frame = await place('.enlarged-figure .frame.model');
    if (image === null || frame === null) throw new Error('nothing is drawn');
    const around = [frame.x - image.x - 48, frame.y - image.y - 120, frame.width - 282, frame.height - 28];
    for (const off of around) expect(Math.abs(off)).toBeLessThan(3);
    for (const name of await page.locator('.box-name').all()) {
      const box = await name.boundingBox();
      expect((box?.x ?? Infinity) + (box?.width ?? 0)).toBeLessThanOrEqual(image.x);
    }
    expect(await page.locator('.box-name').allTextContents()).toEqual(['R1', '1', 'T1', '2']);
    await page.getByRole('button', { name: 'Box 2, by the model' }).press('Enter');
    await expect.poll(() => page.locator('.enlarged .frame.current').count()).toBe(1);
    await expect
      .poll(() => posted(page))
      .toContainEqual(expect.objectContaining({ type: 'select', sample: 0 }));
  });
});

describe('the inspector at different widths', () => {
  it.each([300, 420, 700, 1400])(
    'shows every state without horizontal scrolling at a width of %i px',
    async (width) => {
      const page = await open(null, { width, height: 700 });
      for (const scene of SCENES) {
        await send(page, { type: 'state', state: scene.state });
        if (scene.name !== 'nothing') await tab(page, scene.tab ?? 'Steps');
        expect(await overflow(page), `${scene.name} at ${width} px`).toBeLessThanOrEqual(0);
      }
    },
    60_000,
  );

  it.each([
    { width: 220, scale: 1 },
    { width: 230, scale: 1 },
    { width: 300, scale: 1 },
    { width: 600, scale: 1 },
    { width: 1400, scale: 1 },
    { width: 400, scale: 2 },
  ])('cuts off no word at a width of $width px and a scale of $scale', async ({ width, scale }) => {
    const page = await open(state({ reference: '' }), { width, height: 700, scale });
    const cut = await page.evaluate(() => {
      const found: string[] = [];
      const pen = document.createElement('canvas').getContext('2d');
      const input = document.querySelector('vscode-text-field')?.shadowRoot?.querySelector('input');
      if (!input || !pen) throw new Error('there is no field');
      const style = getComputedStyle(input);
      pen.font = style.font;
      const room = input.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      if (input.placeholder !== 'Reference answer') found.push(`placeholder ${input.placeholder}`);
      if (pen.measureText(input.placeholder).width > room) found.push(input.placeholder);
      // Labels of one line stay on one line and inside the window; in a very narrow window the row of tabs scrolls.
      const tabs = document.documentElement.clientWidth < 300 ? '' : ', vscode-panel-tab';
      for (const part of document.querySelectorAll(`vscode-button, .bar-labels li${tabs}`)) {
        const { left, right, height } = part.getBoundingClientRect();
        if (left < 0 || right > document.documentElement.clientWidth || height > 40)
          found.push(part.textContent.trim());
      }
      // Text that wraps stays inside the window, and so does the first image of the strip.
      for (const part of document.querySelectorAll('vscode-text-field, .shot:first-child p')) {
        const { left, right } = part.getBoundingClientRect();
        const box = (part.closest('.strip') ?? document.documentElement).getBoundingClientRect();
        if (left < box.left || right > box.right || part.scrollWidth > part.clientWidth)
          found.push(part.textContent.trim() || part.localName);
      }
      return found;
    });
    expect(cut).toEqual([]);
  });

  it('shows everything at 200% zoom, with the page images in view', async () => {
    const page = await open(state(), { width: 300, height: 430, scale: 2 });
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await page.locator('.strip').isVisible()).toBe(true);
    await page.getByRole('tree').focus();
    await page.keyboard.press('End');
    const { row, foot } = await page.evaluate(() => ({
      row: document.querySelector('.step.current')?.getBoundingClientRect().bottom ?? Infinity,
      foot: document.querySelector('.foot')?.getBoundingClientRect() ?? new DOMRect(),
    }));
    expect(row).toBeLessThanOrEqual(foot.top + 1);
    expect(foot.bottom).toBeLessThanOrEqual(431);
    // The name, the page and the text height of the first image are completely visible.
    const strip = await page.locator('.strip').boundingBox();
    for (const text of ['Image 1', 'page 3', 'text 7 px high']) {
      const words = await page.locator('.shot').first().getByText(text).boundingBox();
      expect((words?.x ?? Infinity) + (words?.width ?? 0), text).toBeLessThanOrEqual(
        (strip?.x ?? 0) + (strip?.width ?? 0),
      );
    }
  });

  it('animates nothing when the person asks for reduced motion', async () => {
    const turning = `document.querySelector('vscode-progress-ring').shadowRoot.getAnimations().length`;
    const scene = SCENES.find(({ name }) => name === 'streaming');
    if (scene === undefined) throw new Error('no such scene');
    const moving = async (reducedMotion: boolean): Promise<number> => {
      const page = await open(scene.state, { reducedMotion });
      const around = await page.evaluate(() => document.getAnimations().length);
      return around + (await page.evaluate<number>(turning));
    };
    expect(await moving(false)).toBeGreaterThan(0);
    expect(await moving(true)).toBe(0);
  });
});
