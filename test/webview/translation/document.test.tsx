import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DocumentMethods, DocumentState } from '../../../src/protocol/document.ts';
import type { RpcClient } from '../../../src/protocol/rpc.ts';
import {
  OpenError,
  type OpenDocument,
  type OpenFailure,
  type OutlineItem,
  type ViewedDocument,
} from '../../../webview/document/model/viewedDocument.ts';
import { createSurface, type Surface } from '../../../webview/document/surface.ts';
import { App } from '../../../webview/document/view/app.tsx';
import { plantLanguage, removeLanguage, untranslated } from './plantedLanguage.ts';

const ASSETS = { worker: '', cMapUrl: '', standardFontDataUrl: '', wasmUrl: '', iccUrl: '' };
const STATE: DocumentState = {
  name: 'a.pdf',
  size: 100,
  version: 1,
  page: 1,
  top: 1,
  offset: 0,
  zoom: 1,
  selection: [2, 3],
  budget: { minPixels: 1, maxPixels: 2 },
};
/** The name of the document, the labels of its pages, its outline, and an icon made of letters. */
const DATA = ['a.pdf', 'xii', 'Chapter', 'Aa', 'px'];

let root: HTMLElement;
let surface: Surface;
let textHeight: { readonly height: number | null; readonly readableAt: number | null };

beforeEach(() => {
  plantLanguage();
  root = document.createElement('div');
  document.body.append(root);
  textHeight = { height: 7, readableAt: 1_411_200 };
});

afterEach(() => {
  render(null, root);
  root.remove();
  surface.dispose();
  removeLanguage();
});

const chapter: OutlineItem = {
  title: 'Chapter',
  children: [],
  isOpen: true,
  place: () => Promise.resolve(null),
};
const opened: ViewedDocument = {
  pageCount: 12,
  labels: Array.from({ length: 12 }, () => 'xii'),
  size: () => Promise.resolve({ width: 100, height: 200 }),
  points: () => Promise.resolve({ width: 100, height: 200 }),
  outline: () => Promise.resolve([chapter]),
  text: () => Promise.resolve([{ str: 'word', hasEOL: false }]),
  paint: () => Promise.reject(new Error('xii')),
  layText: () => Promise.resolve([]),
  close: () => Promise.resolve(),
};

/** Shows a document that `open` opens. */
async function show(open: OpenDocument): Promise<void> {
  const rpc: RpcClient<DocumentMethods> = {
    call: (method) =>
      method === 'textHeight' ? Promise.resolve(textHeight) : Promise.reject(new Error('Not asked for.')),
    dispose: () => undefined,
  };
  surface = createSurface({
    rpc,
    limits: { paint: 0, report: 0, textHeight: 0 },
    send: () => undefined,
    load: () => Promise.resolve(open),
    saved: { get: () => null, set: () => undefined },
    highlight: () => undefined,
  });
  await act(async () => {
    render(<App surface={surface} />, root);
    surface.viewer.receive({ type: 'open', state: STATE, assets: ASSETS });
    await pause();
  });
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));
const click = (selector: string): Promise<void> =>
  act(async () => {
    const element = root.querySelector<HTMLElement>(selector);
    if (element === null) throw new Error(`There is no ${selector} in ${root.innerHTML}.`);
    element.click();
    await pause();
  });

it('the document view shows no untranslated text: pages, thumbnails, outline, search', async () => {
  await show(() => Promise.resolve(opened));
  expect(root.querySelector('.page-bar')).not.toBeNull();
  expect(root.textContent).toContain('⟦ px needs a budget of ⟧1.411.200⟦ px⟧');
  expect(untranslated(root, DATA)).toEqual([]);
  await click('#sidebar-tab-outline');
  await click('.outline-row');
  expect(root.querySelector('.outline-missing')?.textContent).toContain('⟦" leads to no page');
  await act(async () => {
    surface.finder.open();
    surface.finder.setText('word');
    await pause();
  });
  expect(untranslated(root, DATA)).toEqual([]);
  await act(async () => {
    surface.finder.setText('nothing');
    await pause();
  });
  expect(root.querySelector('.find-bar')?.textContent).toContain('⟦Not found⟧');
});

it.each([null, 30])('the document view shows no untranslated text: a text height of %s', async (height) => {
  textHeight = { height, readableAt: null };
  await show(() => Promise.resolve({ ...opened, outline: () => Promise.resolve([]) }));
  await act(() => {
    surface.viewer.select({ pages: [], active: 1, anchor: 1 });
  });
  expect(untranslated(root, DATA)).toEqual([]);
});

const FAILURES: readonly OpenFailure[] = [
  { kind: 'empty' },
  { kind: 'password', wrong: false },
  { kind: 'password', wrong: true },
  { kind: 'unreadable', begins: true },
  { kind: 'damaged', message: 'xii', hint: 'xii' },
];

it.each(FAILURES)('the document view shows no untranslated text: a failure, %o', async (failure) => {
  await show(() => Promise.reject(new OpenError(failure)));
  expect(root.querySelector('h1')?.textContent).not.toBe('');
  expect(untranslated(root, DATA)).toEqual([]);
});

it.each(FAILURES)('the document view shows no untranslated text: a rebuilt file, %o', async (failure) => {
  let isRebuilt = false;
  await show(() => (isRebuilt ? Promise.reject(new OpenError(failure)) : Promise.resolve(opened)));
  isRebuilt = true;
  await act(async () => {
    surface.viewer.receive({ type: 'changed', size: 1, version: 2 });
    await pause();
  });
  expect(root.querySelector('.notice')?.textContent).toContain('⟦');
  expect(untranslated(root, DATA)).toEqual([]);
});

it('the document view shows no untranslated text: while it opens', async () => {
  await show(() => new Promise(() => undefined));
  expect(root.textContent).toBe('⟦Opening ⟧a.pdf');
});
