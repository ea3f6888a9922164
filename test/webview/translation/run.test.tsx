import { afterEach, beforeEach, expect, it } from 'vitest';
import { toolFilter } from '../../../src/core/toolPool/toolFilter.ts';
import type { RunState } from '../../../src/protocol/run.ts';
import { ShownRun } from '../run/shown.tsx';
import { ALERTS, DEFINITIONS, PAPER_POOL } from '../run/toolAnswers.ts';
import { groupRow, problemRow, runState, runView, sampleRow } from '../run/states.ts';
import { plantLanguage, removeLanguage, stringsIn, untranslated } from './plantedLanguage.ts';

const ROWS = [
  groupRow(0, { matched: 3, judged: 7, isZeroVariance: true }),
  groupRow(1, { right: 0, majority: { answer: '7', count: 1 } }),
  groupRow(2, { n: 64, judged: 60, right: 60 }),
  groupRow(3, { right: 8 }),
  sampleRow(1, { findings: ['image-not-in-think'] }),
  sampleRow(3, { isScored: false, answer: null, reward: null }),
  problemRow(5, { place: { file: '7.jsonl', line: 3, sample: 2 } }),
  ...(['failed', 'encoding', 'no_response', 'too_deep', 'too_long'] as const).map((reason) =>
    problemRow(6, { reason }),
  ),
];

const SCENES: readonly (readonly [string, RunState])[] = [
  ['an empty run', runState({ status: { phase: 'empty' } })],
  ['a run that is being read', runState({ status: { phase: 'indexing', bytes: 1e9, ofBytes: 2e9 } })],
  ['a run that cannot be read', runState({ status: { phase: 'failed', message: 'Gone.', hint: 'Open.' } })],
  ['rows', runState({ notices: ['A notice.'], fieldMap: 'The response is "out".' })],
  [
    'groups',
    runState({ view: runView({ isGrouped: true, sort: { column: 'reward', isDescending: true } }) }),
  ],
  ['nothing that matches', runState({ view: runView({ rows: 0, matched: 0, groups: 0, filter: 'acc' }) })],
  ['a filter that is applied', runState({ view: runView({ progress: 0.5, groups: 1 }) })],
  ['scoring', runState({ profile: { ...runState().profile, scored: 1 } })],
  ['paused scoring', runState({ profile: { ...runState().profile, scored: 1, isPaused: true } })],
  [
    'no profile, and other counts',
    runState({
      profile: { name: null, compared: 'score', components: [], scored: 0, isPaused: false },
      counts: { ...runState().counts, files: 1, records: 1, failed: 1, broken: 1 },
    }),
  ],
];

/** What the tools and alerts say themselves. */
const TOOLS = [
  ...stringsIn(PAPER_POOL),
  ...stringsIn(DEFINITIONS),
  ...stringsIn(ALERTS),
  ...PAPER_POOL.tools.map(({ spellings }) => toolFilter(spellings)),
];

let shown: ShownRun;

beforeEach(() => {
  plantLanguage();
  shown = new ShownRun((index) => ROWS[index] ?? sampleRow(index));
});

afterEach(() => {
  shown.dispose();
  removeLanguage();
});

it('the run view shows no untranslated text: what-ifs', async () => {
  const component = { name: 'reward.answer', kind: 'component', canSort: true, isEmpty: false } as const;
  const trial = { name: 'r1v', phase: 'stopped', scored: 5, failed: 1, of: 9, problem: 'Gone.' } as const;
  const state = runState({ columns: [component], trial });
  await shown.show(state);
  await shown.doing(() => {
    shown.model.whatIf.setWeight('answer', 0);
    shown.model.whatIf.setFilter({ low: 0.4 });
  });
  expect(shown.all('.shifts li').length).toBeGreaterThan(0);
  const section = shown.all('.side-section').slice(0, 2);
  // The questions and answers of the samples, and the key of the mean.
  const filters = ['whatif.turned=1', 'whatif.moved!=0'];
  const data = ['Lang2Act', 'EasyR1', ...filters, 'answer', 'reward', 'reward.answer'];
  const samples = shown.texts('.shifts .link');
  for (const each of section)
    expect(untranslated(each, [...data, ...samples, ...stringsIn(state), ...TOOLS])).toEqual([]);
});

it.each(SCENES)('the run view shows no untranslated text: %s', async (_, state) => {
  await shown.show(state);
  for (const button of ['.columns-button', '.menu-button'])
    if (shown.all(button).length > 0) await shown.click(button);
  const columns = state.columns.map(({ name }) => name);
  // Findings are shown with the words of their codes, the files of records by their names.
  // The units of bytes are the browser's.
  const findings = ['image not in think', 'empty observation', 'image not in think, empty observation'];
  const counted = ['finding:missing-block', 'missing block', 'finding:unknown-tool', 'unknown tool'];
  const trainers = ['Lang2Act', 'EasyR1'];
  const data = [
    'GB',
    ...trainers,
    'is:failed',
    'is:broken',
    ...findings,
    ...counted,
    ...columns,
    'format',
    'reward',
  ];
  const files = Array.from({ length: 120 }, (__, index) => `${index + 1}.jsonl`);
  const rows = Array.from({ length: 60 }, (__, index) => ROWS[index] ?? sampleRow(index));
  expect(
    untranslated(shown.root, [...data, ...files, ...stringsIn(state), ...stringsIn(rows), ...TOOLS]),
  ).toEqual([]);
});

it('the tools of a run have no untranslated text', async () => {
  await shown.show(runState());
  await shown.click('[role=tab]', '⟦Tools⟧');
  await shown.click('.tools-said > button');
  for (const at of [0, 8])
    await shown.doing(() => {
      shown.all('.tool-name .button')[at]?.click();
    });
  expect(untranslated(shown.find('.tools-tab'), TOOLS)).toEqual([]);
});

it('metrics and comparisons have no untranslated text', async () => {
  const compared = { name: 'old', phase: 'ready', problem: null, version: 1 } as const;
  const state = runState({ compared });
  await shown.show(state);
  const columns = state.columns.map(({ name }) => name);
  // Keys of records, the formats of files, and codes of findings.
  const keys = [
    'step',
    'hops',
    'evidence_sources',
    'query_type',
    'gold_images',
    'sufficient',
    'tool',
    'finding',
  ];
  const data = [
    ...keys,
    ...columns,
    'Markdown',
    'LaTeX',
    'CSV',
    'missing-block',
    'unknown-tool',
    'Which page is missing?',
  ];
  const questions = ['Question 0', 'Question 1', 'Question 2', 'Question 3'];
  await shown.openTab('⟦Metrics⟧', '.metrics-tab');
  expect(shown.all('.metrics-table')).toHaveLength(1);
  expect(untranslated(shown.find('.metrics-tab'), [...data, ...stringsIn(state)])).toEqual([]);
  await shown.openTab('⟦Compare⟧', '.compare-unmatched');
  expect(untranslated(shown.find('.metrics-tab'), [...data, ...questions, ...stringsIn(state)])).toEqual([]);
});
