import { expect, test } from 'vitest';
import { LANG2ACT_FILTER } from '../../../../src/core/groups/advantages.ts';
import { readRecord } from '../../../../src/core/records/recordSamples.ts';
import { profileByName } from '../../../../src/core/rewards/registry.ts';
import { rewardContext, BY_THE_RECORD } from '../../../../src/runs/scoring/rewardContext.ts';
import type { ScoredItem } from '../../../../src/runs/scoring/scorer.ts';
import { comparableFields } from '../../../../src/runs/statistics/groupKey.ts';
import { StatisticsCollector } from '../../../../src/runs/statistics/runStatistics.ts';

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
  return { place, sample, score, unjudged: false, user: null };
}

function collect(records: readonly unknown[], field = 'overall'): StatisticsCollector {
  const collector = new StatisticsCollector(field, LANG2ACT_FILTER);
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
  const collector = new StatisticsCollector('score', LANG2ACT_FILTER);
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
