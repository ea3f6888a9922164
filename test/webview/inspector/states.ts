import type { RecordedChoice } from '../../../src/core/records/pageChoice.ts';
import type { Score } from '../../../src/core/rewards/model.ts';
import type {
  CompositeShown,
  InspectorImage,
  InspectorSample,
  InspectorState,
} from '../../../src/protocol/inspector.ts';
import type { StepShown } from '../../../src/protocol/stepShown.ts';

/** A complete response in the lang2act dialect: an empty observation, and an image that think does not name. */
export const RESPONSE = `<think>The question asks for the growth of the total and for the margin. Image 2 shows the table of revenue by region and holds the margin.</think>
<description>
<tool name="locate_visual_element" args="Image 2: table of revenue by region">The table stands below the heading Revenue by region.</tool>
<tool name="read_numeric_value" args="Image 2: row Total, column 2024">518.9 million euros</tool>
<tool name="read_numeric_value" args="Image 2: row Total, column 2023">481.9 million euros</tool>
<tool name="compute_percentage" args="37.0, 481.9"></tool>
<tool name="read_numeric_value" args="Image 1: operating margin">12.1%</tool>
</description>
<answer>7.7%, and the margin was 12.1%</answer>`;

/** The same response without faults and with another answer. */
export const GOOD_RESPONSE = RESPONSE.replace('481.9"></tool>', '481.9">7.7%</tool>')
  .replaceAll('Image 1: operating', 'Image 2: operating')
  .replaceAll('12.1%', '11.2%');

/** A composite reward that a trajectory names. */
export const COMPOSITE: CompositeShown = {
  file: './mine.reward.json',
  name: 'mine',
  description: 'Pays for a number that is near, and for tools that were read carefully.',
  chosen: true,
  fault: null,
  trainer: null,
};

/** A choice of pages in which a page with the answer was not sent. */
export const PAGE_CHOICE: RecordedChoice = {
  documents: ['/reports/annual-report.pdf', 'appendix.pdf'],
  choice: {
    way: 'auto',
    most: 2,
    retriever: 'hybrid',
    pages: [
      {
        document: 0,
        page: 2,
        score: 0.032,
        isSent: true,
        reason: {
          kind: 'hybrid',
          bm25: {
            rank: 1,
            score: 2.73,
            terms: [
              { term: 'revenue', count: 4, score: 2.04 },
              { term: 'grow', count: 1, score: 0.69 },
            ],
          },
          embeddings: { rank: 3, score: 14.2 },
        },
      },
      {
        document: 0,
        page: 7,
        score: 0.0164,
        isSent: true,
        reason: { kind: 'hybrid', bm25: null, embeddings: { rank: 1, score: 16.1 } },
      },
      {
        document: 1,
        page: 3,
        score: 0.0161,
        isSent: false,
        reason: { kind: 'hybrid', bm25: { rank: 2, score: 1.1, terms: [] }, embeddings: null },
      },
    ],
    gold: [
      { document: 0, page: 2 },
      { document: 1, page: 3 },
      { document: 1, page: 9 },
    ],
  },
};

/** A request as it is stored: a text, and two images after it. */
export function requestOf(text: string): string {
  const url = (k: number): string => `<image ${k}: image/jpeg, 532 x 756 pixels, 90000 bytes>`;
  const content = [
    { type: 'text', text },
    { type: 'image_url', image_url: { url: url(1) } },
    { type: 'image_url', image_url: { url: url(2) } },
  ];
  const settings = { temperature: 0.1, top_p: 1, repetition_penalty: 1.05, max_tokens: 2048, stream: true };
  const body = { model: 'Lang2Act-7B', messages: [{ role: 'user', content }], ...settings };
  return JSON.stringify({ method: 'POST', url: 'http://127.0.0.1:8000/v1/chat/completions', body }, null, 2);
}

/** The score of the composite reward for RESPONSE, as the extension sends it. */
export const COMPOSITE_SCORE: Score = {
  profile: 'mine',
  overall: 0.675,
  ifWrong: 0.675,
  ifRight: 0.675,
  reported: { overall: 0.675, number: 0.75, tools: 0.75 },
  raises: null,
  defaults: [],
  needs: [],
  components: [
    {
      key: 'number',
      title: 'Number near the reference',
      weight: '0.6',
      start: '1',
      value: '0.75',
      paid: '0.45',
      most: '0.6',
      entries: [
        {
          kind: 'deduction',
          code: 'number-far',
          amount: '-0.25',
          paid: '-0.15',
          reason: 'The number 12.1 is not within 1% of 11.2.',
          span: { start: RESPONSE.indexOf('7.7%, and'), end: RESPONSE.indexOf('</answer>') },
          tool: null,
        },
      ],
      scope: null,
    },
    {
      key: 'tools',
      title: 'Tools',
      weight: '0.3',
      start: '1',
      value: '0.75',
      paid: '0.225',
      most: '0.3',
      entries: [
        {
          kind: 'deduction',
          code: 'empty-observation',
          amount: '-0.25',
          paid: '-0.075',
          reason: 'The observation of compute_percentage is empty.',
          span: {
            start: RESPONSE.indexOf('<tool name="compute'),
            end: RESPONSE.indexOf('\n<tool name="read_numeric_value" args="Image 1'),
          },
          tool: 3,
        },
      ],
      scope: { start: RESPONSE.indexOf('<description>'), end: RESPONSE.indexOf('<answer>') },
    },
  ],
  adjustments: [],
  notes: [],
};

export function sample(change: Partial<InspectorSample> = {}): InspectorSample {
  return {
    text: RESPONSE,
    score: null,
    state: 'done',
    finishReason: 'stop',
    tokens: 214,
    tokensEstimated: false,
    firstTokenAfter: 420,
    tokensPerSecond: 61,
    verdict: 'unknown',
    verdictBy: null,
    userReward: null,
    reasoning: 'content',
    hasProbabilities: false,
    ...change,
  };
}

export function image(number: number, change: Partial<InspectorImage> = {}): InspectorImage {
  return {
    image: number,
    document: 'annual-report.pdf',
    path: 'annual-report.pdf',
    page: number + 2,
    isEarlier: false,
    width: 532,
    height: 756,
    tokens: 515,
    tokensEstimated: false,
    textHeight: 7,
    readableAt: 1_181_952,
    ...change,
  };
}

export function state(change: Partial<InspectorState> = {}): InspectorState {
  return {
    key: 'trajectory-1',
    isFile: false,
    goldBoxes: [],
    question: 'By how much did total revenue grow from 2023 to 2024, and what was the margin?',
    documents: [
      {
        name: 'annual-report.pdf',
        path: 'annual-report.pdf',
        pages: '3 and 4',
        changed: false,
        missing: false,
      },
    ],
    images: [image(1), image(2)],
    edition: 0,
    askedAt: '2026-11-21T17:00:00.123Z',
    model: 'Lang2Act-7B',
    server: 'workstation',
    sampling: 'temperature 0.1 · top_p 1',
    promptTokens: 1_694,
    cachedTokens: 512,
    imageTokens: 1_030,
    dialect: 'lang2act',
    dialectConfidence: null,
    profile: 'lang2act',
    composite: null,
    numImages: 2,
    toolNames: null,
    reference: '7.7% and 11.2%',
    toolResults: null,
    retrieval: null,
    samples: [sample()],
    request: requestOf('By how much did total revenue grow from 2023 to 2024?'),
    failure: null,
    progress: null,
    notices: [],
    canAsk: true,
    canJudge: true,
    canScoreWithPython: false,
    ...change,
  };
}

/** A long response with `steps` tool calls of about 200 characters each. */
export function longResponse(steps: number): string {
  const parts = ['<think>Image 1 and Image 2 hold the tables.</think>\n<description>\n'];
  for (let step = 0; step < steps; step++) {
    const where = `Image ${(step % 2) + 1}: row ${step}, column ${2000 + (step % 25)}`;
    parts.push(
      `<tool name="read_numeric_value" args="${where}">${(step * 7.3).toFixed(1)} million euros, read at the crossing of the row and the column of the table, ${step % 17 === 0 ? '' : 'as printed there'}.</tool>\n`,
    );
  }
  parts.push('</description>\n<answer>The sum of all rows.</answer>');
  return parts.join('');
}

/** A conversation that waits for the person before a search. */
export function stepShown(change: Partial<StepShown> = {}): StepShown {
  return {
    stop: 2,
    phase: 'waiting',
    next: 'A page is searched for “revenue”',
    kind: 'call',
    said: { by: 'model', text: '<think>I look.</think><search>revenue</search>' },
    problem: null,
    ...change,
  };
}
