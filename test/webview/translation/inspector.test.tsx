import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ListView } from '../../../src/core/trajectory/listView.ts';
import type { ParsedText } from '../../../webview/inspector/model/parsedText.ts';
import { readSentRequest } from '../../../src/core/records/sentRequest.ts';
import { headline } from '../../../src/core/rewards/explanation/headline.ts';
import { formatPartSum, partSum } from '../../../src/core/rewards/explanation/partSum.ts';
import { eitherWay } from '../../../src/core/rewards/explanation/wording.ts';
import type { Score } from '../../../src/core/rewards/model.ts';
import { DIALECT_NAMES } from '../../../src/core/trajectory/dialects/names.ts';
import { dialectOf } from '../../../src/core/trajectory/dialects/registry.ts';
import type { InspectorState } from '../../../src/protocol/inspector.ts';
import type { TabName } from '../../../webview/inspector/model/uiState.ts';
import { dateAndTime, decimal } from '../../../webview/shared/format.ts';
import { probabilitiesOf, type Bench } from '../inspector/bench.ts';
import { dialectStates, TREE } from '../inspector/dialectStates.ts';
import { all, apply, click, find, open, root, showTab, receive } from '../inspector/drawing.tsx';
import {
  COMPOSITE,
  COMPOSITE_SCORE,
  GOOD_RESPONSE,
  image,
  PAGE_CHOICE,
  RESPONSE,
  sample,
  state,
  stepShown,
} from '../inspector/states.ts';
import { plantLanguage, removeLanguage, stringsIn, untranslated } from './plantedLanguage.ts';

beforeEach(plantLanguage);
afterEach(removeLanguage);

/** Names that no language translates. */
const NAMES = [
  'px',
  's',
  'OCR',
  'EasyR1',
  'verl',
  'True',
  'False',
  'question:',
  'documents:',
  '.trajectory',
  'pagetrace.tokenProbabilities',
];

/** What an inspector shows that is not its own: the state, and what the core says about it. */
function dataOf({ model }: Bench, shown: InspectorState): string[] {
  return [
    ...NAMES,
    ...stringsIn(shown),
    ...stringsIn(readSentRequest(shown.request ?? '')),
    'user',
    ...shown.samples.map(({ reasoning }) => reasoning),
    ...(shown.askedAt === null ? [] : [dateAndTime(shown.askedAt)]),
    ...model.samples.value.flatMap((each) => {
      const { score = null } = each.explained.value ?? {};
      const scores = [...(score === null ? [] : [score]), ...(each.others.value ?? [])];
      return [
        ...textsOfSteps(each.parsed.value),
        ...stringsIn(each.checks.value),
        ...stringsIn(each.explained.value),
        ...stringsIn(each.thoughts.value),
        ...scores.flatMap(textsOfScore),
      ];
    }),
    ...stringsIn(model.engine.profiles),
    ...DIALECT_NAMES.flatMap((name) => [name, ...stringsIn(dialectOf(name))]),
  ];
}

/** What the model wrote, in pieces as the steps show it. */
function textsOfSteps({ steps, parts, text }: ParsedText): string[] {
  const listed = [steps, parts].flatMap((list: ListView<unknown>) =>
    Array.from({ length: list.length }, (_, index) => list.item(index)),
  );
  return [...text.toString().split(/Image \d+|[<>\n:"]/), ...stringsIn(listed)];
}

/** The core's own texts about a score. */
function textsOfScore(score: Score): string[] {
  return [
    headline(score),
    ...Object.keys(score.reported),
    ...score.components.flatMap((component) => {
      const calculation = partSum(component);
      return [
        component.title.toLowerCase(),
        eitherWay(decimal('0'), decimal(component.most)),
        ...(calculation === null ? [] : [formatPartSum(calculation)]),
      ];
    }),
  ];
}

const TABS: readonly TabName[] = ['steps', 'reward', 'checks', 'text', 'pages', 'request', 'samples'];

/** Draws `shown`, and returns the pieces of every tab that are not translated. */
function untranslatedIn(shown: InspectorState, prepare: (made: Bench) => void = () => undefined): string[] {
  const made = open(shown);
  prepare(made);
  const data = dataOf(made, shown);
  if (all('.tab-panel').length === 0) return untranslated(root, data);
  return TABS.flatMap((tab) => {
    showTab(made, tab);
    for (const details of all('details')) details.setAttribute('open', '');
    return untranslated(root, data);
  });
}

const BROKEN_OFF = RESPONSE.slice(0, 900);
const ODD_TOOLS = '<description><tool args="">5</tool><tool name="read_legend">6</tool></description>';
const judged = sample({ text: GOOD_RESPONSE, verdict: 'right', verdictBy: 'judge' });
const SCENES: readonly (readonly [string, InspectorState])[] = [
  ['an answer that nobody has judged', state()],
  ['pages that PageTrace chose', state({ pageChoice: PAGE_CHOICE })],
  [
    'pages with the answer',
    state({ pageChoice: { ...PAGE_CHOICE, choice: { ...PAGE_CHOICE.choice, way: 'oracle' } } }),
  ],
  [
    'a wrong answer of a changed document',
    state({
      documents: [
        { name: 'annual-report.pdf', path: 'annual-report.pdf', pages: '', changed: true, missing: false },
      ],
      reference: '',
      canJudge: false,
      canAsk: false,
      profile: 'lang2act-paper',
      numImages: null,
      samples: [
        sample({ verdict: 'wrong', verdictBy: 'person', tokensEstimated: true, finishReason: 'length' }),
      ],
      images: [
        image(1, { textHeight: null, readFrom: 'ocr' }),
        image(2, { textHeight: 20, tokensEstimated: true }),
      ],
    }),
  ],
  [
    'several samples',
    state({
      samples: [
        sample({ verdict: 'wrong', verdictBy: 'judge' }),
        judged,
        sample({ text: GOOD_RESPONSE }),
        sample({ text: RESPONSE.slice(0, 300), state: 'streaming', finishReason: null }),
        sample({ text: RESPONSE.slice(0, 300), state: 'cancelled', finishReason: 'abort' }),
        sample({ text: '', state: 'failed', finishReason: null, tokens: null }),
      ],
    }),
  ],
  [
    'samples that a person judged',
    state({
      samples: [
        sample({ verdict: 'right', verdictBy: 'person', finishReason: null }),
        sample({ verdict: 'wrong', verdictBy: 'person' }),
      ],
    }),
  ],
  [
    'tools without a name or args, and text outside of the tags',
    state({ samples: [sample({ text: `${RESPONSE}\nloose${ODD_TOOLS}` })] }),
  ],
  [
    'a response that was canceled',
    state({ samples: [sample({ text: BROKEN_OFF, state: 'cancelled', finishReason: 'abort' })] }),
  ],
  ['a response that failed', state({ samples: [sample({ text: BROKEN_OFF, state: 'failed' })] })],
  ['a response that failed at once', state({ samples: [sample({ text: '', state: 'failed' })] })],
  ['evidence without a reference', { ...dialectStates.evisrag, reference: null }],
  ['samples with the same answer', state({ samples: [judged, judged] })],
  [
    'a response that is arriving',
    state({ samples: [sample({ text: BROKEN_OFF, state: 'streaming', finishReason: null })] }),
  ],
  ...(
    [
      {},
      { phase: 'running' },
      { kind: 'end' },
      { kind: 'ask', said: { by: 'tool', text: '<image 1>' } },
      { kind: 'ask', said: null },
    ] as const
  ).map(
    (step, index) =>
      [
        `a conversation at stop ${index}`,
        state({ samples: [sample({ text: BROKEN_OFF, state: 'streaming' })], step: stepShown(step) }),
      ] as const,
  ),
  [
    'a long step that is arriving',
    state({
      samples: [sample({ text: `<think>${'word '.repeat(400)}`, state: 'streaming', finishReason: null })],
    }),
  ],
  ['a long step', state({ samples: [sample({ text: `<think>${'word '.repeat(400)}</think>` })] })],
  [
    'a response that has not begun',
    state({ samples: [sample({ text: '', state: 'waiting', finishReason: null })] }),
  ],
  ['a response that was canceled at once', state({ samples: [sample({ text: '', state: 'cancelled' })] })],
  [
    'a failed request',
    state({ samples: [], failure: { message: 'No server.', hint: 'Start one.', canRetry: true } }),
  ],
  ['no trajectory', state({ samples: [], question: null, images: [], canAsk: false })],
  ['an empty file', state({ isFile: true, samples: [], question: null, images: [] })],
  [
    'a file without a question',
    state({ isFile: true, question: null, request: null, dialectConfidence: 0, documents: [] }),
  ],
  ['a file whose dialect was recognized', state({ isFile: true, dialectConfidence: 0.8, profile: null })],
  ...(['reasoning', 'template'] as const).map(
    (reasoning) => [`think from ${reasoning}`, state({ samples: [sample({ reasoning })] })] as const,
  ),
  ['many page images', state({ images: Array.from({ length: 14 }, (_, index) => image(index + 1)) })],
  [
    'a tree of thoughts',
    state({ dialect: 'think-answer', profile: null, samples: [sample({ text: TREE })] }),
  ],
  ['a composite reward', state({ composite: COMPOSITE, samples: [sample({ score: COMPOSITE_SCORE })] })],
  [
    'a composite reward with a fault',
    state({ composite: { ...COMPOSITE, fault: { message: 'Line 3 is no JSON.', canOpen: true } } }),
  ],
  ...(
    [
      { kind: 'running' },
      { kind: 'failed', failure: 'ImportError.', hint: 'Look at the log.' },
      { kind: 'scored', overall: 0.5, fields: { overall: 0.5, format: 1 } },
    ] as const
  ).map(
    (scored) =>
      [
        `a Python reward: ${scored.kind}`,
        state({
          canScoreWithPython: true,
          samples: [sample({ userReward: { file: 'mine.py', state: scored } })],
        }),
      ] as const,
  ),
  ...Object.entries(dialectStates),
];

it.each(SCENES)('the inspector shows no untranslated text: %s', (_, shown) => {
  expect(untranslatedIn(shown)).toEqual([]);
});

it('the inspector shows no untranslated text: details, the menu, an enlarged image', async () => {
  const shown = dialectStates['vg-refiner'];
  const made = open(shown);
  click(find('.details-button'));
  click(find('.menu-button'));
  apply(() => {
    made.model.enlarged.value = 1;
  });
  await expect.poll(() => all('.box-names').length).toBe(1);
  expect(untranslated(root, dataOf(made, shown))).toEqual([]);
});

it('the inspector shows no untranslated text: the probabilities of tokens', async () => {
  const shown = state({ samples: [sample({ hasProbabilities: true })] });
  const lengths = [RESPONSE.length - 12, 0, 12];
  const made = open(
    shown,
    undefined,
    probabilitiesOf({
      tokens: { lengths, logprobs: [-0.5, -0.5, -3] },
      alternatives: { alternatives: [{ text: '8', logprob: -2 }] },
    }),
  );
  showTab(made, 'text');
  click(find('.probabilities .button'));
  await expect.poll(() => all('[data-token]').length).toBeGreaterThan(0);
  click(find('.probabilities .link'));
  await expect.poll(() => all('.token-card dt').length).toBe(1);
  expect(untranslated(root, dataOf(made, shown))).toEqual([]);
});

it('the inspector shows no untranslated text: the advantages of parts', () => {
  const samples = (['right', 'wrong'] as const).map((verdict) => sample({ verdict }));
  const shown = state({ samples });
  const made = open(shown);
  showTab(made, 'text');
  click(find('.advantages .button'));
  expect(all('.advantage-legend li').length).toBeGreaterThan(0);
  expect(untranslated(root, dataOf(made, shown))).toEqual([]);
  const lost = state({ inGroup: true, key: 'other' });
  receive(made, { type: 'state', state: lost });
  expect(untranslated(root, dataOf(made, lost))).toEqual([]);
});

it('the inspector shows no untranslated text: the inputs of a trainer', () => {
  expect(
    untranslatedIn(state(), ({ model }) => {
      apply(() => {
        model.setTrainer('easyr1');
      });
    }),
  ).toEqual([]);
});

it('numbers and dates are written as in the display language', () => {
  open(state());
  click(find('.details-button'));
  expect(find('.details').textContent).toContain('1.694⟦ tokens⟧');
  expect(find('.asked-at').textContent).toMatch(/^21\. Nov\., \d\d:00$/);
});
