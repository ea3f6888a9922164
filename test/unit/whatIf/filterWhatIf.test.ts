import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import {
  EASYR1_FILTER,
  groupStatistics,
  keepsGroup,
  LANG2ACT_FILTER,
} from '../../../src/core/groups/advantages.ts';
import { FilterWhatIf, LOSSES, type GroupFilter } from '../../../src/core/whatIf/filterWhatIf.ts';
import { groupsOf, type TestSample } from './table.ts';

const BY_REWARD: GroupFilter = {
  key: 'reward',
  ...LANG2ACT_FILTER,
  dropsAllRight: false,
  dropsAllWrong: false,
};
const UNBOUNDED = { low: -Infinity, high: Infinity };

/** A group of samples with such rewards; right if they are at least 0.5. */
function group(
  name: string,
  step: number | null,
  rewards: readonly (number | null)[],
): readonly TestSample[] {
  return rewards.map((reward) => ({
    group: name,
    step,
    right: reward === null ? null : reward >= 0.5,
    fields: reward === null ? {} : { reward },
  }));
}

const RUN = [
  ...group('easy', 1, [1, 1, 1, 1]),
  ...group('hard', 1, [0, 0, 0.1, 0]),
  ...group('mixed', 1, [1, 0, 1, 0]),
  ...group('mixed', 2, [0, 0, 0, 0.8]),
  ...group('open', 2, [1, null, 0, 0]),
  ...group('edge', 2, [0.1, 0.1, 0.1, 0.1]),
];

test('groups are kept whose mean lies strictly within the bounds', () => {
  const outcome = new FilterWhatIf(groupsOf(RUN)).apply(BY_REWARD);
  expect(outcome).toMatchObject({
    groups: 6,
    kept: 2,
    lost: { unknown: 1, allRight: 0, allWrong: 0, low: 2, high: 1 },
    lostAllRight: 1,
    lostAllWrong: 2,
  });
  expect(outcome.steps.map(({ step, groups, kept }) => [step, groups, kept])).toEqual([
    [1, 3, 1],
    [2, 3, 1],
  ]);
  expect(outcome.draws).toMatchObject({ batch: 3, expected: 9 });
  expect(outcome.steps[0]?.draws).toMatchObject({ batch: 3, expected: 9 });
});

test('what all samples answer right or wrong is dropped whatever the bounds are', () => {
  const filter: GroupFilter = { key: null, ...UNBOUNDED, dropsAllRight: true, dropsAllWrong: true };
  const whatIf = new FilterWhatIf(groupsOf(RUN));
  expect(whatIf.apply(filter)).toMatchObject({
    kept: 3,
    lost: { unknown: 0, allRight: 1, allWrong: 2, low: 0, high: 0 },
  });
  const { difficulty } = whatIf.apply({ ...filter, dropsAllWrong: false });
  expect(difficulty).toEqual({ size: 4, before: [2, 1, 1, 0, 1], after: [2, 1, 1, 0, 0], others: 1 });
});

test('a batch of another size takes other draws, and none are enough where nothing is kept', () => {
  const whatIf = new FilterWhatIf(groupsOf(RUN));
  expect(whatIf.apply(BY_REWARD, 128).draws).toMatchObject({ batch: 128, expected: 384 });
  const { kept, draws, steps } = whatIf.apply({ ...BY_REWARD, low: 0.99, high: 0.991 }, 128);
  expect([kept, draws.expected, draws.most]).toEqual([0, null, null]);
  expect(steps.every((step) => step.draws.expected === null)).toBe(true);
});

test('groups without a step, and groups across steps, come last as one entry', () => {
  const { steps } = new FilterWhatIf(groupsOf([...RUN, ...group('late', null, [0, 1])])).apply(BY_REWARD);
  expect(steps.map(({ step, groups }) => [step, groups])).toEqual([
    [1, 3],
    [2, 3],
    [null, 1],
  ]);
  const across = new FilterWhatIf(groupsOf(RUN, undefined, true)).apply(BY_REWARD);
  expect(across.steps.map(({ step, groups }) => [step, groups])).toEqual([
    [1, 2],
    [2, 2],
    [null, 1],
  ]);
});

test('groups of another size or without a verdict are not in the difficulty', () => {
  const samples = [
    ...group('a', 1, [1, 0]),
    ...group('b', 1, [1, 1]),
    ...group('c', 1, [1, 0, 0]),
    ...group('d', 1, [1, null]),
  ];
  const { difficulty } = new FilterWhatIf(groupsOf(samples)).apply(BY_REWARD);
  expect(difficulty).toEqual({ size: 2, before: [0, 1, 1], after: [0, 1, 0], others: 2 });
  const unjudged = new FilterWhatIf(groupsOf([{ group: 'a', fields: { reward: 1 } }])).apply(BY_REWARD);
  expect(unjudged.difficulty).toEqual({ size: 0, before: [], after: [], others: 1 });
});

test('a key that no record has keeps no group, and neither does an empty run', () => {
  const { kept, lost } = new FilterWhatIf(groupsOf(RUN)).apply({ ...BY_REWARD, key: 'missing' });
  expect([kept, lost.unknown]).toEqual([0, 6]);
  const nothing = new FilterWhatIf(groupsOf([])).apply(BY_REWARD);
  expect(nothing).toMatchObject({ groups: 0, kept: 0, steps: [], draws: { batch: 0, expected: null } });
});

const reward = fc.option(fc.constantFrom(0, 0.1, 0.2, 0.5, 0.9, 1, Number.NaN, Infinity), { freq: 9 });
const samples = fc.array(
  fc.record({
    group: fc.option(fc.constantFrom('a', 'b', 'c', 'd'), { freq: 9 }),
    step: fc.option(fc.constantFrom(1, 2, 10), { freq: 9 }),
    right: fc.option(fc.boolean(), { freq: 9 }),
    reward,
  }),
  { maxLength: 60 },
);
const filters = fc.record({
  key: fc.constantFrom('reward', null),
  low: fc.constantFrom(-Infinity, 0, 0.1, 0.5),
  high: fc.constantFrom(0.5, 0.9, 1, Infinity),
  dropsAllRight: fc.boolean(),
  dropsAllWrong: fc.boolean(),
});

test('every group is kept or lost for one reason, exactly as online filtering decides', () => {
  fc.assert(
    fc.property(samples, filters, fc.boolean(), (drawn, filter, acrossSteps) => {
      const list = drawn.map(({ reward: paid, ...sample }) => ({
        ...sample,
        fields: paid === null ? {} : { reward: paid },
      }));
      const groups = groupsOf(list, undefined, acrossSteps);
      const whatIf = new FilterWhatIf(groups);
      const outcome = whatIf.apply(filter);
      expect(outcome.groups).toBe(groups.count);
      expect(outcome.kept + LOSSES.reduce((sum, loss) => sum + outcome.lost[loss], 0)).toBe(groups.count);
      for (const field of ['groups', 'kept', 'lostAllRight', 'lostAllWrong'] as const)
        expect(outcome.steps.reduce((sum, step) => sum + step[field], 0)).toBe(outcome[field]);
      for (let at = 0; at < groups.count; at += 1) {
        const members = [...groups.rows.subarray(groups.start(at), groups.end(at))].map((row) => drawn[row]);
        const judged = members.flatMap((each) => (each?.right == null ? [] : [Number(each.right)]));
        const values = filter.key === null ? judged : members.map((each) => each?.reward ?? Number.NaN);
        const isKnown = values.length > 0 && values.every(Number.isFinite);
        const isDropped =
          (filter.dropsAllRight && members.every((each) => each?.right === true)) ||
          (filter.dropsAllWrong && members.every((each) => each?.right === false));
        const isKept = isKnown && !isDropped && keepsGroup(groupStatistics(values), filter);
        expect(whatIf.lossOf(at, filter) === null).toBe(isKept);
      }
    }),
    propertyRuns(),
  );
});

test('narrower bounds never keep more', () => {
  fc.assert(
    fc.property(samples, (drawn) => {
      const whatIf = new FilterWhatIf(
        groupsOf(drawn.map(({ reward: paid, ...sample }) => ({ ...sample, fields: { reward: paid ?? 0 } }))),
      );
      const wide = whatIf.apply({ ...BY_REWARD, ...EASYR1_FILTER });
      expect(whatIf.apply(BY_REWARD).kept).toBeLessThanOrEqual(wide.kept);
    }),
    propertyRuns(),
  );
});
