import { signal } from '@preact/signals';
import fs from 'node:fs';
import path from 'node:path';
import { options, render, type ComponentChildren, type VNode } from 'preact';
import { act } from 'preact/test-utils';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { root as repository } from '../../scripts/lib/paths.mjs';
import type { ToComparison } from '../../src/protocol/comparison.ts';
import type { ToPrompt } from '../../src/protocol/prompt.ts';
import { ComparisonModel } from '../../webview/comparison/model/comparisonModel.ts';
import { readKeptComparison } from '../../webview/comparison/model/keptComparison.ts';
import { App as Comparison } from '../../webview/comparison/view/app.tsx';
import { coreEngine } from '../../webview/inspector/model/coreEngine.ts';
import { App as Inspector } from '../../webview/inspector/view/app.tsx';
import type { TabName } from '../../webview/inspector/model/uiState.ts';
import { App as Prompt } from '../../webview/prompt/app.tsx';
import { pageImages } from '../../webview/prompt/pageImages.ts';
import { showHiddenCharacters } from '../../webview/shared/visibleText.ts';
import { ELSEWHERE, HIDDEN_CHARACTER, HOSTILE_LINE, HOSTILE_TEXT } from '../support/hostileText.ts';
import { SCENES } from './browser/support/inspectorScenes.ts';
import { comparedQuestions, comparisonMessages, EVERY_ROW } from './comparison/states.ts';
import { advantagesOf, bench, HandClock, probabilitiesOf } from './inspector/bench.ts';
import { GOOD_RESPONSE, requestOf, sample } from './inspector/states.ts';
import { state as promptState } from './prompt/states.ts';

let root: HTMLElement;
const before = { ...options };
beforeAll(showHiddenCharacters);
afterAll(() => {
  Object.assign(options, { vnode: undefined }, before);
});
beforeEach(() => {
  root = document.createElement('div');
  document.body.append(root);
});
afterEach(() => {
  render(null, root);
  root.remove();
});

function draw(drawing: ComponentChildren): void {
  void act(() => {
    render(drawing, root);
  });
}

/** What stands in an attribute that a person reads, or in text outside of a mark, and is hidden or live. */
function liveIn(element: Element): string[] {
  const found: string[] = [];
  for (const inner of element.querySelectorAll('*')) {
    for (const { name, value } of inner.attributes)
      // The value of a choice is sent, not shown.
      if (inner.localName === 'option' && name === 'value') continue;
      else if (HIDDEN_CHARACTER.test(value) || (/^(?:href|src)$/.test(name) && value.includes(ELSEWHERE)))
        found.push(`${name} of ${inner.localName}: ${value}`);
    if (/^(?:a|script|iframe)$/.test(inner.localName)) found.push(inner.outerHTML);
    if (inner.classList.contains('hidden-characters')) continue;
    for (const node of inner.childNodes) {
      const text = node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : '';
      if (HIDDEN_CHARACTER.test(text.replaceAll('\r\n', '\n'))) found.push(`${inner.localName}: ${text}`);
    }
  }
  return found;
}

const marks = (): readonly Element[] => [...root.querySelectorAll('.hidden-characters')];

/** Fields whose values are names of PageTrace's own, and numbers and times as text. */
const OWN = /^(?:key|type|kind|state|side|dialect|profile|trainer|verdict|verdictBy|reasoning|from|rewards)$/;
const NUMBER_OR_TIME = /^-?\d[\d.:TZ-]*$/;

/** A copy of `value` with hostile text in every text of it; a response of a model keeps its blocks. */
const plant = <T,>(value: T): T => planted(value, '') as T;

function planted(value: unknown, field: string): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => planted(item, field));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, planted(inner, name)]));
  if (typeof value !== 'string' || OWN.test(field) || NUMBER_OR_TIME.test(value)) return value;
  if (field === 'request') return requestOf(HOSTILE_TEXT);
  if (field !== 'text') return `${value}${HOSTILE_LINE}`;
  return value.replaceAll(/(?<=[a-z.,])(?<!<[a-z]+) (?=[a-z])/gi, ' \u202E\u200B\u0007\u{E0061}');
}

describe('text with hidden characters in a webview', () => {
  it('marks the characters with their codes and keeps the true text', () => {
    draw(<p title={'a\u202Eb'}>invoice{'\u202Egnp.exe \u{E0061}\u{E0062}'}</p>);
    expect(root.textContent).toBe('invoice\u202Egnp.exe \u{E0061}\u{E0062}');
    expect(marks().map((mark) => mark.getAttribute('data-codes'))).toEqual(['U+202E', 'U+E0061 ×2']);
    expect(marks().map((mark) => mark.getAttribute('aria-label'))).toEqual([
      'Hidden characters: U+202E',
      'Hidden characters: U+E0061 U+E0062',
    ]);
    expect(root.querySelector('p')?.title).toBe('a\\u202Eb');
  });

  it('marks nothing in text of any script, in emoji, and at the line ends of Windows', () => {
    const honest = 'مرحبا\u200F! می\u200Cخواهم क्\u200Dष 👩\u200D👩\u200D👧 ❤\uFE0F a\tb\r\nc';
    draw(
      <p>
        <>{[honest]}</>
      </p>,
    );
    expect(marks()).toEqual([]);
    expect(root.textContent).toBe(honest);
  });

  it('lists at most 16 codes in the name of a mark', () => {
    draw(<p>{'\u200B'.repeat(500)}</p>);
    expect(marks()).toHaveLength(1);
    expect(marks()[0]?.getAttribute('data-codes')).toBe('U+200B ×500');
    expect(marks()[0]?.getAttribute('aria-label')).toMatch(/^Hidden characters: (?:U\+200B ){16}…$/);
  });

  it('draws at most 10,000 marks in a text, and shows what is hidden in the rest without marks', () => {
    const drawn: VNode<{ children?: readonly unknown[] }> = <p>{'a\u200B'.repeat(10_002)}</p>;
    const parts = drawn.props.children ?? [];
    expect(parts.filter((part) => typeof part === 'object')).toHaveLength(10_000);
    expect(parts.at(-1)).toBe('a\\u200Ba\\u200B');
  });

  it('updates the text of a drawn element', () => {
    for (const text of ['a\u200Bb', 'ab', '\u202Eab\u202C', 'a']) {
      draw(<p>{text}</p>);
      expect(root.textContent).toBe(text);
    }
    expect(marks()).toEqual([]);
  });

  it('shows what is hidden in the choices of a dropdown, which cannot have marks', () => {
    draw(
      <select>
        <option>{'m\u202Eodel'}</option>
      </select>,
    );
    expect(root.textContent).toBe('m\\u202Eodel');
  });
});

describe('hostile text in every field', () => {
  const TABS: readonly TabName[] = ['steps', 'reward', 'checks', 'text', 'pages', 'request', 'samples'];

  it.each(SCENES.map(({ name, state: shown }) => [name, shown] as const))(
    'is marked in the inspector: %s',
    (_, shown) => {
      const { model, clock } = bench(plant(shown));
      draw(
        <Inspector
          model={model}
          pictures={{
            images: () => Promise.resolve('data:image/png;base64,AAAA'),
            pages: () => Promise.reject(new Error('No page is asked for.')),
            parts: () => Promise.reject(new Error('No part of a page is asked for.')),
            words: () => Promise.resolve([]),
            pageCount: () => Promise.resolve(1),
            partDelay: 0,
          }}
          probabilities={probabilitiesOf()}
          advantages={advantagesOf(model)}
        />,
      );
      for (const tab of root.querySelector('.tab-panel') === null ? [] : TABS) {
        void act(() => {
          model.showTab(tab);
          clock.draw();
        });
        expect(liveIn(root)).toEqual([]);
      }
      expect(liveIn(root)).toEqual([]);
      if (shown.samples.length > 0) expect(marks().length).toBeGreaterThan(0);
    },
  );

  it.each<readonly [string, readonly ToComparison[]]>([
    ['a table', plant([comparedQuestions(EVERY_ROW, { progress: 'Asking.', notes: ['Not compared.'] })])],
    [
      'two trajectories',
      plant(
        comparisonMessages({}, { request: requestOf('new'), samples: [sample({ text: GOOD_RESPONSE })] }),
      ),
    ],
  ])('is marked in the comparison: %s', (_, messages) => {
    const clock = new HandClock();
    const model = new ComparisonModel({
      engine: coreEngine,
      clock,
      post: () => undefined,
      kept: readKeptComparison(null),
      keep: () => undefined,
    });
    draw(<Comparison model={model} />);
    void act(() => {
      for (const message of messages) model.receive(message);
      clock.draw();
    });
    expect(liveIn(root)).toEqual([]);
    expect(marks().length).toBeGreaterThan(4);
    model.dispose();
  });

  it('is marked in the preview of a prompt', () => {
    const shown = signal<ToPrompt | null>({
      type: 'state',
      state: plant(
        promptState({
          reward: 'mine',
          couldCount: 'gpu',
          cut: true,
          problems: [{ message: 'Nothing fills "x".', start: 0, end: 1 }],
          images: [{ image: 1, page: { document: 'a.pdf', page: 1 }, count: null }],
        }),
      ),
    });
    const images = pageImages(() => Promise.reject(new Error(HOSTILE_LINE)));
    draw(<Prompt shown={shown} images={images} post={() => undefined} />);
    expect(liveIn(root)).toEqual([]);
    expect(marks().length).toBeGreaterThan(8);
    void act(() => {
      shown.value = { type: 'failed', message: HOSTILE_LINE };
    });
    expect(liveIn(root)).toEqual([]);
  });
});

it('every webview shows hidden characters before it draws', () => {
  for (const file of fs.globSync('webview/*/main.tsx', { cwd: repository })) {
    const source = fs.readFileSync(path.join(repository, file), 'utf8');
    expect(source, file).toMatch(/^showHiddenCharacters\(\);$/m);
    expect(source.indexOf('showHiddenCharacters();')).toBeLessThan(source.search(/\brender\(/));
  }
});
