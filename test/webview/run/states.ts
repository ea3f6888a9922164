import type { OfferedCompletions } from '../../../src/core/filter/offeredCompletions.ts';
import type {
  GroupRow,
  ProblemRow,
  RunColumn,
  RunRow,
  RunRows,
  RunState,
  RunView,
  SampleRow,
} from '../../../src/protocol/run.ts';

const TEXTS = ['question', 'answer', 'reference', 'verdict', 'findings', 'tools', 'group'];
const NUMBERS = ['reward', 'score', 'advantage', 'rloo', 'length', 'step'];

/** The columns of a run with a profile, two other numbers and a text in its records. */
export const COLUMNS: readonly RunColumn[] = [
  ...TEXTS.map((name): RunColumn => ({ name, kind: 'text', canSort: true, isEmpty: false })),
  ...['id', 'place'].map((name): RunColumn => ({ name, kind: 'text', canSort: false, isEmpty: false })),
  { name: 'finish', kind: 'text', canSort: true, isEmpty: true },
  ...NUMBERS.map((name): RunColumn => ({ name, kind: 'number', canSort: true, isEmpty: false })),
  ...['n', 'std', 'share'].map((name): RunColumn => ({
    name: `group.${name}`,
    kind: 'group',
    canSort: true,
    isEmpty: false,
  })),
  { name: 'reward.format', kind: 'component', canSort: true, isEmpty: false },
  { name: 'acc', kind: 'field', canSort: true, isEmpty: false },
  { name: 'pred_len', kind: 'field', canSort: true, isEmpty: false },
  { name: 'data_source', kind: 'textField', canSort: false, isEmpty: false },
];

/** What the person looks at: all rows, without groups. */
export function runView(changes: Partial<RunView> = {}): RunView {
  return {
    filter: '',
    problem: null,
    hint: null,
    sort: null,
    isGrouped: false,
    acrossSteps: false,
    isFolded: false,
    matched: 122_880,
    groups: 15_360,
    rows: 122_880,
    progress: 1,
    ...changes,
  };
}

/** A run of 122,880 samples that is ready and scored. */
export function runState(changes: Partial<RunState> = {}): RunState {
  return {
    key: 'file:///rollouts',
    name: 'rollouts',
    detail: 'verl, steps 1 to 120',
    status: { phase: 'ready' },
    counts: {
      files: 120,
      bytes: 1_200_000_000,
      records: 122_880,
      samples: 122_880,
      failed: 0,
      broken: 0,
      groups: 15_360,
      groupsAcrossSteps: 128,
    },
    columns: COLUMNS,
    profile: {
      name: 'lang2act',
      compared: 'reward',
      components: [
        { name: 'answer', weight: 0.8, factor: 0.8 },
        { name: 'format', weight: 0.1, factor: 0.1 },
        { name: 'tools', weight: 0.1, factor: 0.1 },
      ],
      scored: 122_880,
      isPaused: false,
    },
    pages: { phase: 'none', found: 0, missing: 0 },
    trial: null,
    view: runView(),
    chosen: null,
    fieldMap: null,
    compared: null,
    notices: [],
    savedFilters: [],
    history: [],
    version: 1,
    generation: 1,
    ...changes,
  };
}

/** The sample of a row of the run. */
export function sampleRow(row: number, changes: Partial<SampleRow> = {}): SampleRow {
  const isRight = row % 3 === 0;
  return {
    kind: 'sample',
    row,
    place: { file: `/rollouts/${1 + (row % 120)}.jsonl`, line: row + 1, sample: null },
    format: 'verl',
    id: `id-${row}`,
    question: `Question ${row}: what share of people never carries cash?`,
    answer: isRight ? '43%' : '56%',
    reference: '43%',
    verdict: isRight ? 'right' : 'wrong',
    reward: isRight ? 0.97 : 0.17,
    components: [
      { name: 'answer', paid: isRight ? 0.8 : 0 },
      { name: 'format', paid: 0.1 },
      { name: 'tools', paid: 0.07 },
    ],
    score: isRight ? 1 : 0,
    advantage: isRight ? 1.35 : -1.1,
    rloo: isRight ? 0.8 : -0.457,
    findings: isRight ? [] : ['image-not-in-think', 'empty-observation'],
    tools: ['read_numeric_value', 'compare_values'],
    tokens: 231 + (row % 1000),
    finishReason: 'stop',
    step: 1 + (row % 120),
    group: `group-${Math.floor(row / 8)}`,
    groupName: `What share? (${Math.floor(row / 8)})`,
    placeInGroup: (row % 8) + 1,
    fields: { acc: isRight ? 1 : 0, pred_len: 'NaN' },
    texts: { data_source: 'slidevqa' },
    claims: null,
    grounded: null,
    isScored: true,
    ...changes,
  };
}

/** A record of the run that cannot be read. */
export function problemRow(row: number, changes: Partial<ProblemRow> = {}): ProblemRow {
  return {
    kind: 'problem',
    row,
    place: { file: '/rollouts/7.jsonl', line: row + 1, sample: null },
    reason: 'json',
    problem: 'The line ends in the middle of a text.',
    partial: null,
    ...changes,
  };
}

/** The head of a group of eight samples. */
export function groupRow(index: number, changes: Partial<GroupRow> = {}): GroupRow {
  return {
    kind: 'group',
    key: `group-${index}`,
    name: `group-${index}`,
    question: `Question of group ${index}?`,
    reference: '43%',
    step: 1,
    isCollapsed: false,
    matched: 8,
    n: 8,
    judged: 8,
    right: 5,
    wrong: 3,
    share: 0.625,
    agreement: 0.625,
    mean: 0.6123,
    std: 0.4009,
    min: 0.17,
    max: 0.97,
    isZeroVariance: false,
    hasOtherComponents: false,
    passesAt: [
      { k: 1, share: 0.625 },
      { k: 8, share: 1 },
    ],
    majority: { answer: '43%', count: 5 },
    ...changes,
  };
}

/** Groups of eight with their heads: every ninth row is a head. */
export function groupedRow(index: number): RunRow {
  const group = Math.floor(index / 9);
  return index % 9 === 0 ? groupRow(group) : sampleRow(group * 8 + (index % 9) - 1);
}

/** Some rows as the extension answers. */
export function answerRows(
  row: (index: number) => RunRow,
  { start, count }: { readonly start: number; readonly count: number },
  version = 1,
): RunRows {
  return {
    version,
    generation: 1,
    start,
    rows: Array.from({ length: count }, (_, index) => row(start + index)),
  };
}

/** Completions for `rew`. */
export const COMPLETIONS: OfferedCompletions = {
  start: 0,
  end: 3,
  items: [
    { insert: 'reward', kind: 'field', detail: 'number' },
    { insert: 'reward.format', kind: 'field', detail: 'component' },
  ],
};
