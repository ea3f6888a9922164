import type { GroundedClaim } from '../../../../src/core/grounding/model.ts';
import type { GroundingShown } from '../../../../src/protocol/grounding.ts';
import type { InspectorState } from '../../../../src/protocol/inspector.ts';
import { claim, grounded, TEXT } from '../../inspector/groundings.ts';
import { image, longResponse, sample, state } from '../../inspector/states.ts';
import { PAPER_IMAGES, type GivenAnswers } from './webviewSite.ts';

/** The views of the inspector that show what the pages say. */
export type GroundingView = 'head' | 'claims' | 'steps' | 'strip' | 'enlarged';

/** A state of grounding: what the extension sends, how it answers, and what a person reads in each view. */
export interface GroundingScene {
  readonly name: string;
  readonly state: InspectorState;
  readonly shown: GroundingShown;
  /** The claim that is selected. */
  readonly selected?: number;
  readonly answers: Partial<GivenAnswers>;
  /** Null for a view that does not exist in the state. */
  readonly says: Readonly<Record<GroundingView, string>>;
}

const BOX = { left: 300, top: 400, right: 360, bottom: 416 };
const FULL = { ...PAPER_IMAGES, words: { size: PAPER_IMAGES.page, words: [] } };
const MOVED = { path: 'moved.pdf', document: 'moved.pdf' };
const GONE = 'moved.pdf does not exist.';

const trajectory = (text: string, images = 2, change: Parameters<typeof image>[1] = {}): InspectorState =>
  state({
    profile: null,
    images: Array.from({ length: images }, (_, index) =>
      image(index + 1, { path: 'report.pdf', document: 'report.pdf', ...change }),
    ),
    numImages: images,
    samples: [sample({ text })],
  });

/** 500 tool calls after 200 KB of thinking. */
const HUGE_TEXT = longResponse(500).replace(
  '<think>',
  `<think>${'The table on the page has a row for each year and a column for each region. '.repeat(2_700)}`,
);

/** 1,000 claims: two of every tool call. */
function manyClaims(): GroundedClaim[] {
  const calls = [...HUGE_TEXT.matchAll(/row (\d+), [^>]*>([\d.]+) million/gu)];
  return calls.flatMap((call, index) => {
    const [all, row = '', number = ''] = call;
    const rowAt = call.index + 'row '.length;
    const numberAt = call.index + all.lastIndexOf(number);
    const box = {
      left: 20 + (index % 12) * 48,
      top: 20 + Math.floor((index % 480) / 12) * 19,
      right: 50 + (index % 12) * 48,
      bottom: 32 + Math.floor((index % 480) / 12) * 19,
    };
    const own = { step: index + 2, action: index + 1, boxes: [box] };
    const status = index % 10 === 0 ? 'near' : 'found';
    return [
      claim(row, 'found', { ...own, kind: 'region', span: { start: rowAt, end: rowAt + row.length } }),
      claim(number, status, { ...own, span: { start: numberAt, end: numberAt + number.length } }),
    ];
  });
}

/** A claim on a page whose document has been moved since. */
function groundedOnMoved(): GroundingShown {
  const on = { document: MOVED.path, page: 4 };
  const shown = grounded([claim('518.9', 'found', { boxes: [BOX], on })], {
    missing: MOVED.path,
    notices: [GONE],
  });
  const pages = shown.grounding.pages.map((page) => ({ ...page, ...on }));
  return { ...shown, grounding: { ...shown.grounding, pages } };
}

export const GROUNDING_SCENES: readonly GroundingScene[] = [
  {
    name: 'nothing yet',
    state: {
      ...trajectory(''),
      samples: [sample({ text: TEXT.slice(0, 20), state: 'streaming', finishReason: null })],
    },
    shown: grounded([], { partial: true }),
    answers: { unanswered: ['image'] },
    says: {
      head: 'No claims so far.',
      claims: 'The claims appear here as the response arrives.',
      steps: 'think',
      strip: '515 tok',
      enlarged: 'Loading…',
    },
  },
  {
    name: 'running',
    state: trajectory(TEXT),
    shown: { kind: 'running' },
    answers: { answers: FULL },
    says: {
      head: 'Looking for the claims on the pages…',
      claims: 'Looking for the claims on the pages…',
      steps: '518.9',
      strip: '515 tok',
      enlarged: 'Page 4 of report.pdf',
    },
  },
  {
    name: 'failed',
    state: trajectory(TEXT),
    shown: { kind: 'failed', message: 'The pages cannot be read.', hint: 'Try again.', missing: null },
    answers: { failures: { image: 'Page 3 cannot be drawn.', page: 'Page 3 cannot be drawn.' } },
    says: {
      head: 'The pages cannot be read. Try again.',
      claims: 'The pages cannot be read. Try again.',
      steps: '518.9',
      strip: 'Page 3 cannot be drawn.',
      enlarged: 'Page 3 cannot be drawn.',
    },
  },
  {
    name: 'huge',
    state: trajectory(HUGE_TEXT, 50),
    shown: grounded(manyClaims()),
    selected: 900,
    answers: { answers: FULL },
    says: {
      head: '50 of 1,000 claims differ from the pages sent.',
      claims: 'All 1,000',
      steps: 'Found on page 4.',
      strip: '50 page images',
      enlarged: 'claims: 50 differ, 950 found',
    },
  },
  {
    name: 'no text on the pages',
    state: trajectory(TEXT, 2, { textHeight: null, readableAt: null }),
    shown: grounded(
      [
        claim('518.9', 'unknown', { on: null, boxes: [] }),
        claim('12.1%', 'unknown', { on: null, boxes: [], step: 3 }),
      ],
      { withoutText: 2 },
    ),
    selected: 0,
    answers: { answers: FULL },
    says: {
      head: '2 of 2 claims cannot be checked.',
      claims: 'Recognize the text of 2 pages',
      steps: 'Cannot be checked: a page that may have it has no text.',
      strip: 'text height unknown',
      enlarged: 'text height unknown',
    },
  },
  {
    name: 'document not at hand',
    state: trajectory(TEXT, 2, MOVED),
    shown: groundedOnMoved(),
    selected: 0,
    answers: { answers: { image: PAPER_IMAGES.image }, failures: { page: GONE, words: GONE } },
    says: {
      head: '1 of 1 claim is on the pages sent.',
      claims: 'Find the document',
      steps: GONE,
      strip: 'claims: 1 found',
      enlarged: GONE,
    },
  },
];
