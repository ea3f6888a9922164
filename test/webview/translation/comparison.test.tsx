import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ToComparison } from '../../../src/protocol/comparison.ts';
import { ComparisonModel } from '../../../webview/comparison/model/comparisonModel.ts';
import { readKeptComparison } from '../../../webview/comparison/model/keptComparison.ts';
import { App } from '../../../webview/comparison/view/app.tsx';
import { coreEngine } from '../../../webview/inspector/model/coreEngine.ts';
import { comparedQuestions, comparisonMessages, EVERY_ROW } from '../comparison/states.ts';
import { HandClock } from '../inspector/bench.ts';
import { GOOD_RESPONSE, requestOf, RESPONSE, sample } from '../inspector/states.ts';
import { plantLanguage, removeLanguage, stringsIn, untranslated } from './plantedLanguage.ts';

let root: HTMLElement;
let clock: HandClock;
let model: ComparisonModel;

beforeEach(() => {
  plantLanguage();
  root = document.createElement('div');
  document.body.append(root);
  clock = new HandClock();
  model = new ComparisonModel({
    engine: coreEngine,
    clock,
    post: () => undefined,
    kept: readKeptComparison(null),
    keep: () => undefined,
  });
});

afterEach(() => {
  render(null, root);
  root.remove();
  model.dispose();
  removeLanguage();
});

function show(messages: readonly ToComparison[]): void {
  void act(() => {
    render(<App model={model} />, root);
    for (const message of messages) model.receive(message);
    clock.draw();
  });
}

/** Words of the prompts. */
const PROMPTS = ['Read', 'old', 'new'];

/** What the sides of a question show that is not the comparison's own. */
function dataOf(messages: readonly ToComparison[]): string[] {
  const sides = model.sides.value?.sides ?? [];
  return [
    ...PROMPTS,
    ...stringsIn(messages),
    ...sides.flatMap((side) => [
      ...stringsIn(side.sample.value?.explained.value),
      ...(side.sample.value?.parsed.value.text.toString().split(/[<>\n:"]/) ?? []),
    ]),
  ];
}

const SCENES: readonly (readonly [string, readonly ToComparison[]])[] = [
  ['a table', [comparedQuestions(EVERY_ROW, { progress: 'Asking.', notes: ['Not compared.'] })]],
  [
    'a table of prompts that changed differently',
    [
      comparedQuestions(EVERY_ROW, {
        prompts: [
          { before: 'a', after: 'b' },
          { before: 'a', after: 'c' },
        ],
      }),
    ],
  ],
  [
    'a question of a table',
    [comparedQuestions(EVERY_ROW), ...comparisonMessages({}, { samples: [sample({ text: GOOD_RESPONSE })] })],
  ],
  [
    'two prompts, and several samples',
    comparisonMessages(
      { request: requestOf('old') },
      { request: requestOf('new'), samples: [sample({ verdict: 'right' }), sample({ text: GOOD_RESPONSE })] },
    ),
  ],
  [
    'a response that is arriving',
    comparisonMessages({}, { samples: [sample({ text: RESPONSE.slice(0, 300), state: 'streaming' })] }),
  ],
  ['the same on both sides', comparisonMessages({}, {})],
];

it.each(SCENES)('the comparison shows no untranslated text: %s', (_, messages) => {
  show(messages);
  expect(root.textContent).toContain('⟦');
  expect(untranslated(root, dataOf(messages))).toEqual([]);
});
