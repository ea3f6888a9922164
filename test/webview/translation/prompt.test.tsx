import { signal } from '@preact/signals';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PromptPreviewState, ToPrompt } from '../../../src/protocol/prompt.ts';
import { App } from '../../../webview/prompt/app.tsx';
import { state } from '../prompt/states.ts';
import { plantLanguage, removeLanguage, stringsIn, untranslated } from './plantedLanguage.ts';

let root: HTMLElement;

beforeEach(() => {
  plantLanguage();
  root = document.createElement('div');
  document.body.append(root);
});

afterEach(() => {
  render(null, root);
  root.remove();
  removeLanguage();
});

const onPage = { image: 1, page: { document: 'report.pdf', page: 3 }, count: { tokens: 486, exact: true } };
const SCENES: readonly (readonly [string, Partial<PromptPreviewState>])[] = [
  ['images without pages', { reward: 'lang2act', problems: [{ message: 'No value.', start: 0, end: 1 }] }],
  ['pages of a document', { images: [onPage], countChosen: false, total: { tokens: 1_029, exact: true } }],
  ['more tokens than the model reads', { total: { tokens: 9_000, exact: false }, cut: true }],
  ['an empty template', { parts: [], modelLength: null }],
];

it.each(SCENES)('the prompt preview shows no untranslated text: %s', async (_, change) => {
  const shown = state(change);
  const message: ToPrompt = { type: 'state', state: shown };
  await act(() => {
    render(
      <App shown={signal(message)} images={() => new Promise(() => undefined)} post={() => undefined} />,
      root,
    );
  });
  expect(untranslated(root, stringsIn(shown))).toEqual([]);
});

it('the prompt preview shows no untranslated text: while it waits, and a page that cannot be rendered', async () => {
  const shown = signal<ToPrompt | null>(null);
  await act(() => {
    render(
      <App shown={shown} images={() => Promise.reject(new Error('damaged'))} post={() => undefined} />,
      root,
    );
  });
  expect(root.textContent).toBe('⟦Filling in the prompt…⟧');
  const failing = state({ images: [onPage], countChosen: false });
  await act(async () => {
    shown.value = { type: 'state', state: failing };
    await Promise.resolve();
  });
  await expect.poll(() => root.textContent).toContain('damaged');
  expect(untranslated(root, [...stringsIn(failing), 'damaged'])).toEqual([]);
});
