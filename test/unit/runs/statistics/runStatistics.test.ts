import { expect, test } from 'vitest';
import { LANG2ACT_FILTER } from '../../../../src/core/groups/advantages.ts';
import { readRecord } from '../../../../src/core/records/recordSamples.ts';
import { profileByName } from '../../../../src/core/rewards/registry.ts';
import { rewardContext, BY_THE_RECORD } from '../../../../src/runs/scoring/rewardContext.ts';
import type { ScoredItem } from '../../../../src/runs/scoring/scorer.ts';
import { comparableFields } from '../../../../src/runs/statistics/groupKey.ts';
import {
  StatisticsCollector,
  type StatisticsOptions,
} from '../../../../src/runs/statistics/runStatistics.ts';

const profile = profileByName('action-rl');

function item(record: unknown, line: number): ScoredItem {
  const place = { file: 'run.jsonl', line, bytes: null, sample: null };
  const reading = readRecord(
    record,
    {},
    () => null,
    () => undefined,
  );
  if ('problem' in reading) return { place, problem: reading.problem, record };
  const [sample] = reading.samples;
  if (sample === undefined) throw new Error('The record has no sample.');
  const score = profile.score(sample.response, rewardContext(sample, BY_THE_RECORD));
  return { place, sample, format: 'verl', score, unjudged: false, user: null };
}

function collectorOf(groupField: string, options: Partial<StatisticsOptions> = {}): StatisticsCollector {
  return new StatisticsCollector({
    groupField,
    filter: LANG2ACT_FILTER,
    bySteps: false,
    scores: true,
    ...options,
  });
}

function collect(
  records: readonly unknown[],
  field = 'overall',
  options: Partial<StatisticsOptions> = {},
): StatisticsCollector {
  const collector = collectorOf(field, options);
  collector.add(records.map((record, index) => item(record, index + 1)));
  return collector;
}

const RIGHT = {
  response: '<think>a</think><answer>42</answer>',
  verdict: 'right',
  prompt: 'What?',
  ground_truth: '42',
};
const WRONG = { ...RIGHT, response: '<think>a</think><answer>43</answer>', verdict: 'wrong' };

test('samples with the same question and reference form one group, whose statistics are numbers', () => {
  const collector = collect([RIGHT, WRONG, { ...RIGHT, prompt: 'Who?' }]);
  const { samples, profiles, groups, answers, reported } = collector.statistics();
  expect({ samples, profiles }).toEqual({ samples: 3, profiles: ['action-rl'] });
  expect(groups).toMatchObject({ count: 2, smallest: 1, largest: 2, unknown: 0 });
  expect(answers).toMatchObject({ global_em: 2 / 3, cnt_global: 3 });
  expect(reported.get('overall')).toMatchObject({ count: 3, notFinite: 0 });
  const [first, second] = [...collector.groups()];
  expect(first).toMatchObject({ name: 'What?', statistics: { isKept: expect.any(Boolean) as boolean } });
  expect(first?.scores).toHaveLength(2);
  expect(second?.statistics?.deviation).toBe(0);
});

test('a group with an unknown score has no statistics', () => {
  const collector = collect([RIGHT, { ...RIGHT, verdict: undefined }]);
  expect(collector.statistics().groups).toMatchObject({
    count: 1,
    unknown: 1,
    kept: 0,
    mean: null,
    meanDeviation: null,
  });
  expect([...collector.groups()].map(({ statistics }) => statistics)).toEqual([null]);
});

test('records without a response add their own metrics, and other records are counted as unreadable', () => {
  const collector = collectorOf('score');
  const records = [
    { scores: [0, 1] },
    { prediction: 'a', references: ['a'] },
    { iou: 0.6, tool_iou: 0.4 },
    { x: 1 },
  ];
  const facts = collector.add(records.map((record, index) => item(record, index + 1)));
  expect(facts.map(({ kind }) => kind)).toEqual(['other', 'other', 'other', 'unreadable']);
  const { unreadable, samples, groups, answers, refinement } = collector.statistics();
  expect({ unreadable, samples }).toEqual({ unreadable: 1, samples: 0 });
  expect(groups).toMatchObject({ count: 1, mean: 0.5 });
  expect(answers).toMatchObject({ cnt_global: 1 });
  expect(refinement).toMatchObject({ total_cases: 1 });
  expect([...collector.groups()].map(({ name }) => name)).toEqual(['line 1']);
});

test('a field that no record has is missing, and the fields that can be compared are those of the profile', () => {
  expect(collect([RIGHT], 'score').isGroupFieldMissing).toBe(true);
  expect(collect([RIGHT]).isGroupFieldMissing).toBe(false);
  expect(collect([], 'score').isGroupFieldMissing).toBe(false);
  expect(comparableFields(profile)).toEqual(expect.arrayContaining(['overall', 'score']));
  expect(comparableFields('none')).toEqual(['score']);
  expect(comparableFields(null).length).toBeGreaterThan(comparableFields(profile).length);
});

const DUMP = { input: 'What?', output: RIGHT.response, gts: '42', verdict: 'right' };

test('the samples of one question at different training steps are different groups', () => {
  const steps = [10, 2, 10, 2, 2].map((step, index) => ({ ...DUMP, step, score: index % 2 }));
  const collector = collect([...steps, { ...DUMP, score: 1 }], 'score', { bySteps: true });
  expect([...collector.groups()].map(({ step, scores }) => [step, scores])).toEqual([
    [10, [0, 0]],
    [2, [1, 1, 0]],
    [null, [1]],
  ]);
  const { groups, steps: rows } = collector.statistics();
  expect(groups).toMatchObject({ count: 3, solvedNone: 1, solvedAll: 1, kept: 1 });
  expect(rows).toMatchObject([
    { step: 2, samples: 3, field: { count: 3, mean: 2 / 3 }, groups: { count: 1, kept: 1, solvedNone: 0 } },
    { step: 10, samples: 2, field: { count: 2, mean: 0 }, groups: { count: 1, kept: 0, solvedNone: 1 } },
    { step: null, samples: 1, groups: { count: 1, solvedAll: 1 } },
  ]);
  expect(collector.areStepsMissing).toBe(false);
  expect(collect([DUMP]).areStepsMissing).toBe(true);
  expect(collect(steps, 'overall', { bySteps: true }).statistics().steps).toMatchObject([
    { step: 2, recorded: { count: 3, mean: 2 / 3 } },
    { step: 10, recorded: { count: 2, mean: 0 } },
  ]);
});

test('recorded scores are compared with the recomputed ones up to the rounding of 32-bit floats', () => {
  const overall = collect([DUMP]).statistics().reported.get('overall')?.mean ?? Number.NaN;
  const scores = [overall, Math.fround(overall) + 1e-8, overall - 0.25, null, Number.NaN];
  const { recorded } = collect(scores.map((score) => ({ ...DUMP, score }))).statistics();
  expect(recorded).toMatchObject({ compared: 4, averaged: 3, differ: 2 });
  expect(recorded?.first).toMatchObject([
    { place: { line: 3 }, recorded: overall - 0.25, recomputed: overall },
    { place: { line: 5 }, recorded: Number.NaN, recomputed: overall },
  ]);
  // Both means are over the samples whose two scores are finite.
  expect(recorded?.recordedMean).toBeCloseTo(overall - 0.25 / 3, 6);
  expect(recorded?.recomputedMean).toBeCloseTo(overall, 6);
  expect(collect([RIGHT]).statistics().recorded).toBeNull();
});

test('samples without a score are counted by what is missing', () => {
  const { missing, reported } = collect([RIGHT, { ...RIGHT, verdict: undefined }]).statistics();
  expect(missing).toMatchObject({ count: 1, needs: new Map([['verdict', 1]]), unscored: 0 });
  expect(reported.get('overall')).toMatchObject({ count: 1 });
  expect(collect([RIGHT]).statistics().missing).toBeNull();
});

test('the numbers of a field that is never finite are counted', () => {
  const { reported } = collect([{ ...DUMP, score: Number.NaN }]).statistics();
  expect(reported.get('score')).toEqual({
    count: 0,
    mean: null,
    std: null,
    min: null,
    max: null,
    notFinite: 1,
  });
});

test('numbers under keys of their own are columns, and an iou among them is no refinement', () => {
  const { columns, refinement } = collect([
    { ...DUMP, score: 1, acc: 1, iou: 0.5 },
    { ...DUMP, score: 1, acc: 0, iou: null },
  ]).statistics();
  expect([...columns].map(([key, { count, mean }]) => [key, count, mean])).toEqual([
    ['acc', 2, 0.5],
    ['iou', 1, 0.5],
  ]);
  expect(refinement).toBeNull();
});

test('groups have the first 80 characters of their question as a name, and hold also samples that are apart', () => {
  const long = `${'\u{1F4C8}a'.repeat(45)}?`;
  const ends = [`${long}1`, `${long}2`];
  const groups = collect([...ends, 'Who?', ...ends].map((prompt) => ({ ...RIGHT, prompt }))).groups();
  expect(Array.from(groups, ({ name, scores }) => [name, scores.length])).toEqual([
    ['\u{1F4C8}a'.repeat(40), 2],
    ['\u{1F4C8}a'.repeat(40), 2],
    ['Who?', 1],
  ]);
});
