import type { InspectorState } from '../../../../src/protocol/inspector.ts';
import { dialectStates, TREE } from '../../inspector/dialectStates.ts';
import {
  COMPOSITE,
  COMPOSITE_SCORE,
  GOOD_RESPONSE,
  PAGE_CHOICE,
  RESPONSE,
  sample,
  state,
  stepShown,
} from '../../inspector/states.ts';

/** Four samples: judged by a person, judged by a model, streaming, and cut off. */
export const FOUR_SAMPLES = [
  sample({ verdict: 'wrong', verdictBy: 'person' }),
  sample({ text: GOOD_RESPONSE, verdict: 'right', verdictBy: 'judge' }),
  sample({ text: RESPONSE.slice(0, 420), state: 'streaming', finishReason: null }),
  sample({ text: 'I cannot say.', finishReason: 'length' }),
];

/** A state of the inspector that looks different from the others, and the tab in which it does. */
export interface Scene {
  readonly name: string;
  readonly state: InspectorState;
  readonly tab?: string;
}

const TWO_DOCUMENTS = ['annual-report.pdf', 'appendix.pdf'].map((name) => ({
  name,
  path: name,
  pages: '',
  changed: false,
  missing: false,
}));

const GOLD = [
  { document: 'appendix.pdf', page: 9, box: { left: 0.2, top: 0.2, right: 0.6, bottom: 0.3 } },
  { document: 'annual-report.pdf', page: 3, box: { left: 0.1, top: 0.1, right: 0.5, bottom: 0.2 } },
];

export const SCENES: readonly Scene[] = [
  { name: 'steps', state: state({ samples: [sample({ verdict: 'wrong', verdictBy: 'person' })] }) },
  { name: 'checks', state: state(), tab: 'Checks' },
  { name: 'reward', state: state(), tab: 'Reward' },
  { name: 'text', state: state(), tab: 'Text' },
  {
    name: 'pages',
    state: state({ pageChoice: PAGE_CHOICE, documents: TWO_DOCUMENTS, goldBoxes: GOLD }),
    tab: 'Pages, 2 with the answer not sent',
  },
  { name: 'request', state: state(), tab: 'Request' },
  { name: 'samples', state: state({ samples: FOUR_SAMPLES }), tab: 'Samples' },
  {
    name: 'streaming',
    state: state({ samples: [sample({ text: RESPONSE.slice(0, 420), state: 'streaming' })] }),
  },
  ...(['waiting', 'working'] as const).map((phase) => ({
    name: `a conversation, ${phase}`,
    state: state({
      samples: [sample({ text: RESPONSE.slice(0, 420), state: 'streaming' })],
      step: stepShown({ phase }),
    }),
  })),
  {
    name: 'failed',
    state: state({
      question: 'Is the invoice\u202Egnp.exe \u{E0069}\u{E0067} paid?',
      isFile: true,
      documents: [{ name: 'report.pdf', path: 'report.pdf', pages: '3', changed: true, missing: false }],
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
    tab: 'Reward',
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
