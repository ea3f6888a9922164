import { expect, test } from 'vitest';
import { LANG2ACT_FILTER } from '../../../src/core/groups/advantages.ts';
import { GroupNumbers } from '../../../src/core/summary/groupNumbers.ts';
import { RunColumns } from '../../../src/core/summary/runColumns.ts';
import type { ClaimMark } from '../../../src/core/grounding/model.ts';
import { claimNumbers, withClaims, type SampleFacts } from '../../../src/core/summary/sampleFacts.ts';
import { summarize } from '../../../src/core/summary/summarize.ts';
import { factsOf } from './facts.ts';

const group = (key: string): SampleFacts['group'] => ({ key, name: key, keys: ['uid'] });

const score = (value: number, acc: number): ReadonlyMap<string, number> =>
  new Map([
    ['score', value],
    ['acc', acc],
  ]);

/** Question `a` in two steps, question `b` in one, and a sample without a group. */
const SAMPLES: readonly SampleFacts[] = [
  factsOf({ step: 2, group: group('a'), right: true, fields: score(1, 1), answer: '42' }),
  factsOf({
    step: 2,
    group: group('b'),
    right: true,
    fields: score(0.5, 1),
    answer: 'Paris',
    tools: ['zoom'],
  }),
  factsOf({ step: 2, group: group('a'), right: false, fields: score(0, 0), answer: '41' }),
  factsOf({ step: 2, group: group('b'), right: true, fields: score(0.5, 0), answer: 'Paris' }),
  factsOf({
    step: 10,
    group: group('a'),
    right: false,
    fields: score(Number.NaN, 0),
    tools: ['read', 'read'],
  }),
  factsOf({ step: 10, group: group('a'), right: false, tools: ['zoom'], findings: ['one', 'two'] }),
  factsOf({ findings: ['two'], fields: new Map([['score', Number.POSITIVE_INFINITY]]) }),
];

const columnsOf = (samples: readonly SampleFacts[]): RunColumns => {
  const columns = new RunColumns();
  for (const sample of samples) columns.add(sample);
  return columns;
};

const OPTIONS = { compared: 'score', acrossSteps: false, filter: LANG2ACT_FILTER };

test('a run is summarized in numbers that can be checked by hand', () => {
  expect(summarize(columnsOf(SAMPLES), OPTIONS)).toEqual({
    samples: 7,
    claims: [],
    steps: { count: 2, first: 2, last: 10 },
    groups: {
      count: 3,
      acrossSteps: 2,
      key: ['step', 'uid'],
      sizes: new Map([[2, 3]]),
      zeroVariance: 1,
      equalRewardsOtherComponents: 1,
      allRight: 1,
      allWrong: 1,
      filter: LANG2ACT_FILTER,
      kept: 2,
    },
    fields: new Map([
      ['score', { count: 4, mean: 0.5, std: Math.sqrt(0.5 / 3), min: 0, max: 1, notFinite: 2 }],
      ['acc', { count: 5, mean: 0.4, std: 0.5477225575051662, min: 0, max: 1, notFinite: 0 }],
    ]),
    tools: [
      { name: 'read', calls: 2, samples: 1 },
      { name: 'zoom', calls: 2, samples: 2 },
    ],
    findings: [
      { code: 'two', samples: 2 },
      { code: 'one', samples: 1 },
    ],
  });
});

test('across steps, the samples of a question are one group', () => {
  const { groups } = summarize(columnsOf(SAMPLES), { ...OPTIONS, acrossSteps: true });
  expect(groups).toMatchObject({ count: 2, acrossSteps: 2, key: ['uid'], kept: 1, allWrong: 0 });
  expect([...groups.sizes]).toEqual([
    [2, 1],
    [4, 1],
  ]);
});

test('a run without samples has neither numbers nor groups', () => {
  const { steps, groups, fields, tools } = summarize(columnsOf([]), OPTIONS);
  expect([steps, groups.count, groups.key, fields.size, tools]).toEqual([
    { count: 0, first: null, last: null },
    0,
    [],
    0,
    [],
  ]);
});

test('the numbers of groups are those of their rows, and none where a score is missing', () => {
  const numbers = new GroupNumbers(columnsOf(SAMPLES), { acrossSteps: false, compared: 'score' });
  const fields = ['name', 'n', 'right', 'wrong', 'share', 'agreement', 'mean', 'std', 'min', 'max'];
  const of = (row: number): unknown[] => fields.map((field) => numbers.of(row, field));
  expect(of(0)).toEqual(['a', 2, 1, 1, 0.5, 0.5, 0.5, Math.sqrt(0.5), 0, 1]);
  expect(of(3)).toEqual(['b', 2, 2, 0, 1, 1, 0.5, 0, 0.5, 0.5]);
  expect(of(5)).toEqual(['a', 2, 0, 2, 0, null, null, null, null, null]);
  expect(of(6)).toEqual(fields.map(() => null));
});

test('claims are counted by their marks, and are no part of a reward', () => {
  const found = (marks: readonly ClaimMark[], share: number | null): SampleFacts =>
    withClaims(factsOf({ group: group('a'), fields: score(1, 1) }), marks, claimNumbers({ marks, share }));
  const columns = columnsOf([
    found(['found', 'not-found', 'not-found'], 1 / 3),
    found(['unknown'], null),
    factsOf({ group: group('a'), fields: score(1, 1) }),
  ]);
  const { claims, fields, groups } = summarize(columns, OPTIONS);
  expect(claims).toEqual([
    { mark: 'not-found', claims: 2, samples: 1 },
    { mark: 'found', claims: 1, samples: 1 },
    { mark: 'unknown', claims: 1, samples: 1 },
  ]);
  expect([fields.get('claims')?.mean, fields.get('grounded')?.count]).toEqual([2, 1]);
  expect(groups).toMatchObject({ zeroVariance: 1, equalRewardsOtherComponents: 0 });
});

test('advantages are those of GRPO and RLOO, for each row of a group', () => {
  const numbers = new GroupNumbers(columnsOf(SAMPLES), { acrossSteps: false, compared: 'score' });
  const of = (row: number): unknown[] => ['advantage', 'rloo'].map((field) => numbers.of(row, field));
  const [grpo, rloo] = of(0);
  expect(grpo).toBeCloseTo(Math.SQRT1_2, 5);
  expect(rloo).toBe(1);
  expect(of(2)).toEqual([-Number(grpo), -1]);
  expect(of(5)).toEqual([null, null]);
  expect(of(6)).toEqual([null, null]);
});
