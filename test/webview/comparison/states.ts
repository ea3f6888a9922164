import type {
  ComparedQuestion,
  ComparedQuestions,
  SideSummary,
  ToComparison,
} from '../../../src/protocol/comparison.ts';
import type { ClaimStatus, GroundedClaim } from '../../../src/core/grounding/model.ts';
import type { GroundingShown } from '../../../src/protocol/grounding.ts';
import type { InspectorState } from '../../../src/protocol/inspector.ts';
import { state } from '../inspector/states.ts';

/** What the extension sends of two trajectories that are compared: a single question, or one of a table. */
export function comparisonMessages(
  before: Partial<InspectorState>,
  after: Partial<InspectorState>,
  index = 0,
): readonly ToComparison[] {
  return [
    {
      type: 'sides',
      index,
      sides: [
        { key: 'question:1', prompt: 'lang2act', title: 'Before', sample: 0, isSample: false },
        {
          key: 'question:2',
          prompt: 'prompts/careful.prompt.jinja',
          title: 'After',
          sample: 0,
          isSample: false,
        },
      ],
    },
    stateMessage('question:1', before),
    stateMessage('question:2', after),
  ];
}

/** What the extension sends of several samples of one question that are compared. */
export function samplesMessages(change: Partial<InspectorState>): readonly ToComparison[] {
  const key = 'question:1';
  const sides = (change.samples ?? []).map((_, sample) => ({
    key,
    prompt: 'lang2act',
    title: `Sample ${sample + 1}`,
    sample,
    isSample: true,
  }));
  return [{ type: 'sides', index: 0, sides }, stateMessage(key, change)];
}

const stateMessage = (key: string, change: Partial<InspectorState>): ToComparison => ({
  type: 'trajectory',
  key,
  message: { type: 'state', state: state({ key, ...change }) },
});

/** A side of a question in the table. */
export function sideSummary(overrides: Partial<SideSummary> = {}): SideSummary {
  return {
    key: 'question:1',
    prompt: 'lang2act',
    state: 'answered',
    answer: '481.9',
    complete: 1,
    valid: 1,
    failure: null,
    ...overrides,
  };
}

/** The other side of a question. */
const sideAfter = (overrides: Partial<SideSummary>): SideSummary =>
  sideSummary({ key: 'question:2', prompt: 'careful.prompt.jinja', ...overrides });

/** A question of the table whose second answer is paid `difference` more. */
export function comparedQuestion(
  question: string,
  difference: number,
  overrides: Partial<ComparedQuestion> = {},
): ComparedQuestion {
  const after = Math.round((0.2 + difference) * 100) / 100;
  return {
    question,
    before: sideSummary(),
    after: sideAfter({
      answer: difference === 0 ? '481.9' : '518.9 million',
    }),
    missing: null,
    rewards: {
      before: [0.2, 0.2],
      after: [after, after],
      difference: [difference, difference],
      sharesVerdicts: false,
      lacksVerdicts: false,
    },
    ...overrides,
  };
}

/** The table of a comparison of several questions. */
export function comparedQuestions(
  questions: readonly ComparedQuestion[],
  overrides: Partial<ComparedQuestions> = {},
): ToComparison {
  const prompts = [{ before: 'Read.\nAnswer in a word.', after: 'Read.\nAnswer in a number.' }];
  return { type: 'questions', table: { questions, prompts, notes: [], progress: null, ...overrides } };
}

/** Questions in every state that a row of the table can have. */
export const EVERY_ROW: readonly ComparedQuestion[] = [
  comparedQuestion('What was total revenue in 2024?', 0.8),
  comparedQuestion('How many plants are there?', -0.1, {
    after: sideAfter({ key: 'question:4', answer: '7', valid: 0 }),
  }),
  comparedQuestion('Who signed the report?', 0),
  comparedQuestion('Which region grew most?', 0, {
    rewards: {
      before: [0.2, 1],
      after: [0.2, 1],
      difference: [-0.8, 0.8],
      sharesVerdicts: false,
      lacksVerdicts: true,
    },
  }),
  comparedQuestion('What is the operating margin?', 0, {
    rewards: {
      before: [0, 0],
      after: [0.2, 1],
      difference: [0.2, 1],
      sharesVerdicts: true,
      lacksVerdicts: true,
    },
  }),
  comparedQuestion('Which page shows the map?', 0, {
    after: sideAfter({
      key: 'question:6',
      state: 'failed',
      answer: null,
      complete: 0,
      valid: 0,
      failure: 'The connection was cut.',
    }),
    rewards: 'incomplete',
  }),
  comparedQuestion('What does page 40 show?', 0, {
    after: null,
    missing: 'report.pdf no longer has page 40.',
    rewards: null,
  }),
  comparedQuestion('How many people work there?', 0, {
    after: sideAfter({ key: 'question:8', state: 'asking', answer: null, complete: 0, valid: 0 }),
    rewards: null,
  }),
  comparedQuestion('What is planned for 2025?', 0, { after: null, rewards: null }),
];

/** The grounding of a sample whose claims have these statuses. */
export function groundingOf(statuses: readonly ClaimStatus[]): GroundingShown {
  const claims = statuses.map((status, index): GroundedClaim => ({
    span: { start: index, end: index + 1 },
    text: '7',
    kind: 'number',
    step: 0,
    action: 0,
    place: null,
    box: null,
    cited: null,
    status,
    on: null,
    sent: true,
    boxes: [],
    namedPlace: null,
    words: '',
    difference: null,
    source: null,
    confidence: 1,
    occurrences: 0,
  }));
  return {
    kind: 'grounded',
    grounding: { claims, pages: [], answer: null, computations: [], unread: null },
    withoutText: 0,
    notices: [],
    missing: null,
    partial: false,
  };
}
