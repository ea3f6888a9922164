import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { comparisonReport } from '../../../src/core/runComparison/comparisonReport.ts';
import {
  compareRuns,
  DEFAULT_COMPARISON,
  type RunSide,
} from '../../../src/core/runComparison/compareRuns.ts';
import { reportMarkdown } from '../../../src/core/runMetrics/format/writeReport.ts';
import { runOf, type TestedSample } from '../runMetrics/samples.ts';

const OPTIONS = { ...DEFAULT_COMPARISON, rounds: 50, permutations: 99 };

/** A run whose questions are known by their names. */
function side(name: string, samples: readonly TestedSample[]): RunSide {
  const run = runOf(samples);
  return {
    name,
    ...run,
    keyOf: (question) => ({ id: run.table.groups(true).name(question), text: null, reference: null }),
  };
}

const right = (question: string, isRight: boolean | null, answer = 'a'): TestedSample => ({
  question,
  facts: { right: isRight, answer },
});

const compare = (base: readonly TestedSample[], run: readonly TestedSample[], options = OPTIONS) =>
  compareRuns(side('base', base), side('run', run), options);

describe('two runs with one sample a question', () => {
  const { comparison, outcomes, questions } = compare(
    [
      right('1', true),
      right('2', false),
      right('3', true),
      right('4', false),
      right('5', true),
      right('6', null),
    ],
    [
      right('2', true, 'b'),
      right('1', true),
      right('3', false),
      right('4', true),
      right('7', true),
      right('6', true),
    ],
  );

  test('are matched, and what only one has is counted', () => {
    expect(comparison).toMatchObject({
      base: { name: 'base', samples: 6, questions: 6, unmatched: 1, repeated: 0 },
      run: { name: 'run', samples: 6, questions: 6, unmatched: 1, repeated: 0 },
      matched: 5,
      byId: 5,
      byText: 0,
    });
  });

  test('have wins, losses and ties', () => {
    expect(comparison).toMatchObject({
      measure: 'right',
      wins: 2,
      losses: 1,
      ties: 1,
      undecided: 1,
      changedAnswers: 1,
    });
    const rowsOf = (outcome: string | null) =>
      outcomes.flatMap((each, at) =>
        each === outcome ? [[...questions.rowsOf('base', at), ...questions.rowsOf('run', at)]] : [],
      );
    expect(rowsOf('loss')).toEqual([[2, 2]]);
    expect(rowsOf('win')).toEqual([
      [1, 0],
      [3, 3],
    ]);
  });

  test('have the effect and both tests', () => {
    expect(comparison.metrics.find(({ name }) => name === 'right')).toMatchObject({
      questions: 4,
      base: 0.5,
      run: 0.75,
      difference: 0.25,
      permutation: { method: 'exact', rounds: 8, pValue: 1 },
      mcnemar: { method: 'exact', gained: 2, lost: 1, pValue: 1, oddsRatio: 2 },
    });
  });
});

test('each question counts the same, and several samples have no McNemar test', () => {
  const { comparison } = compare(
    [right('1', true), right('1', false), right('1', false), right('1', false), right('2', true)],
    [right('1', true), right('2', true)],
  );
  expect(comparison.metrics.find(({ name }) => name === 'right')).toMatchObject({
    questions: 2,
    base: 0.625,
    run: 1,
    mcnemar: null,
  });
});

test('a lower number can be better, and the measure can be chosen', () => {
  const boxes = (question: string, iou: number, toolIou: number): TestedSample => ({
    question,
    sample: { isRefinement: true, iou, toolIou },
  });
  const base = [boxes('1', 0.2, 0.2)];
  const run = [boxes('1', 0.3, 0.2)];
  const options = { ...OPTIONS, measure: 'inherited_error_rate' };
  expect(compare(base, run, options).comparison).toMatchObject({ wins: 1, losses: 0 });
  expect(compare(base, run, { ...OPTIONS, measure: 'nothing' }).comparison).toMatchObject({
    measure: null,
    undecided: 1,
  });
  // Percentages of a reference are percentages in differences, too.
  const nsri = compare(base, run).comparison.metrics.find(({ name }) => name === 'nsri');
  expect(nsri?.difference).toBeCloseTo(12.5, 9);
});

test('tools and findings of shared questions come and go', () => {
  const calls = (question: string, tools: readonly string[]): TestedSample => ({
    question,
    facts: { tools },
  });
  const { comparison } = compare(
    [calls('1', ['zoom']), calls('2', ['zoom', 'crop']), calls('only', ['draw'])],
    [calls('1', ['look', 'look']), calls('2', ['zoom'])],
  );
  expect(comparison.tools).toEqual([
    { name: 'crop', base: 0.5, run: 0, difference: -0.5 },
    { name: 'look', base: 0, run: 0.5, difference: 0.5 },
    { name: 'zoom', base: 1, run: 0.5, difference: -0.5 },
  ]);
  expect(comparison.findings).toEqual([]);
});

test('runs without a shared question have nothing to compare', () => {
  const { comparison } = compare([right('1', true)], [right('2', true)]);
  expect(comparison).toMatchObject({ matched: 0, metrics: [], measure: null, wins: 0, tools: [] });
  expect(reportMarkdown(comparisonReport(comparison, []))).toContain('0 questions in both');
});

test('a comparison is the opposite if the runs change places', () => {
  const question = fc.constantFrom('1', '2', '3', '4', '5');
  const samples = fc.array(
    fc.tuple(question, fc.constantFrom(true, false, null), fc.constantFrom('a', 'b', '')),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(samples, samples, (base, run) => {
      const of = (each: typeof base): readonly TestedSample[] => each.map((one) => right(...one));
      const forth = compare(of(base), of(run)).comparison;
      const back = compare(of(run), of(base)).comparison;
      expect([forth.wins, forth.losses, forth.ties, forth.undecided, forth.changedAnswers]).toEqual([
        back.losses,
        back.wins,
        back.ties,
        back.undecided,
        back.changedAnswers,
      ]);
      forth.metrics.forEach((metric, at) => {
        const other = back.metrics[at];
        expect(metric.difference).toBeCloseTo(-(other?.difference ?? Number.NaN), 12);
        expect(metric.permutation).toEqual(other?.permutation);
        expect(metric.mcnemar?.pValue).toBe(other?.mcnemar?.pValue);
        const difference = metric.difference ?? Number.NaN;
        expect(metric.low ?? difference).toBeLessThanOrEqual(difference + 1e-12);
        expect(metric.high ?? difference).toBeGreaterThanOrEqual(difference - 1e-12);
      });
    }),
    propertyRuns(100),
  );
});

test('a run compared with itself has only ties', () => {
  const samples = [right('1', true), right('1', false), right('2', false)];
  const { comparison } = compare(samples, samples);
  expect(comparison).toMatchObject({ wins: 0, losses: 0, ties: 2, changedAnswers: 0 });
  expect(
    comparison.metrics.every(({ difference, permutation }) => difference === 0 && permutation?.pValue === 1),
  ).toBe(true);
});
