import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { groupStatistics } from '../../../src/core/groups/advantages.ts';
import { RewardWhatIf } from '../../../src/core/whatIf/rewardWhatIf.ts';
import { groupsOf, type TestSample } from './table.ts';

/** A sample that is paid for its answer, its format and its tools, as Lang2Act pays. */
function paid(group: string | null, answer: number, format: number, tool: number): TestSample {
  const reward = Math.round((answer + format + tool) * 1e6) / 1e6;
  const fields = { reward, 'reward.answer': answer, 'reward.format': format, 'reward.tool': tool };
  return { group, step: 1, fields };
}

const RUN = [
  paid('a', 0.8, 0.1, 0),
  paid('a', 0, 0.1, 0.1),
  paid('a', 0, 0, 0),
  paid('b', 0.8, 0.1, 0.1),
  paid('b', 0.8, 0.1, 0.1),
  paid('c', 0, 0.1, 0.06),
  paid('c', 0, 0.1, 0.1),
];

test('unchanged weights change nothing', () => {
  const outcome = new RewardWhatIf(groupsOf(RUN), 'reward').withTerms([{ column: 'reward.tool', factor: 0 }]);
  expect(outcome).toMatchObject({
    samples: 7,
    unknown: 0,
    groups: 3,
    ranks: { samples: 0, groups: 0, tau: 1, tauGroups: 2 },
    signs: { samples: 0, groups: 0 },
    variance: { without: [1, 1], lost: 0, gained: 0 },
    byAdvantage: [],
    byRank: [],
  });
  expect(outcome.distributions?.before).toEqual(outcome.distributions?.after);
});

test('a weight of nothing takes the part away, and a larger one can turn the order around', () => {
  const whatIf = new RewardWhatIf(groupsOf(RUN), 'reward');
  const without = whatIf.withTerms([{ column: 'reward.tool', factor: -1 }]);
  expect(without.variance).toEqual({ without: [1, 2], lost: 1, gained: 0 });
  const more = whatIf.withTerms([{ column: 'reward.tool', factor: 9 }]);
  // Row 0 keeps 0.9, and row 1 gets 0.1 + 10 × 0.1 instead of 0.2.
  expect(more.byRank[0]).toMatchObject({ row: 0, reward: [0.9, 0.9], rank: [1, 2], size: 3 });
  expect(more.byAdvantage[0]).toMatchObject({ row: 1, reward: [0.2, 1.1], rank: [2, 1] });
  expect(more.signs).toEqual({ samples: 1, groups: 1 });
  expect(more.ranks).toMatchObject({ samples: 2, groups: 1, tauGroups: 2 });
});

test('rewards that are equal as decimals stay equal', () => {
  // 0.8 + 0.1 and 0.9 + 0 differ in the last bit once a weight is doubled.
  const samples = [paid('a', 0.3, 0.1, 0), paid('a', 0.1, 0.2, 0)];
  const { byAdvantage, variance } = new RewardWhatIf(groupsOf(samples), 'reward').withTerms([
    { column: 'reward.format', factor: 1 },
  ]);
  expect(variance).toEqual({ without: [0, 1], lost: 1, gained: 0 });
  expect(byAdvantage.map(({ row, reward }) => [row, ...reward])).toEqual([
    [0, 0.4, 0.5],
    [1, 0.3, 0.5],
  ]);
});

test('groups with an unknown reward are counted, and compared no further', () => {
  const samples: TestSample[] = [...RUN, { group: 'a', step: 1 }, { group: null, fields: { reward: 3 } }];
  const outcome = new RewardWhatIf(groupsOf(samples), 'reward').withRewards({
    at: (row) => (row === 8 ? 5 : row / 10),
  });
  expect(outcome).toMatchObject({ samples: 8, unknown: 1, groups: 2, unknownGroups: 1 });
  expect(outcome.distributions).toMatchObject({ least: 0, greatest: 5 });
  expect(outcome.byAdvantage.map(({ row }) => row)).toEqual(expect.not.arrayContaining([0, 1, 2, 7, 8]));
});

test('other weights say nothing of samples whose reward is not known, where scores are compared', () => {
  const scored = (score: number, parts: Readonly<Record<string, number>>): TestSample => ({
    group: 'a',
    step: 1,
    fields: { score, ...parts },
  });
  const samples = [
    scored(1, {}),
    scored(0, { reward: 0, 'reward.format': 0 }),
    ...RUN.map(({ fields = {}, ...rest }) => ({ ...rest, step: 2, fields: { ...fields, score: 1 } })),
    // Another profile has scored it, which has no such component.
    { group: 'd', step: 2, fields: { score: 1, reward: 0.5 } },
  ];
  const whatIf = new RewardWhatIf(groupsOf(samples), 'score');
  expect(whatIf.withTerms([{ column: 'reward.format', factor: 4 }])).toMatchObject({
    samples: 9,
    unknown: 1,
    groups: 4,
    unknownGroups: 1,
  });
  expect(whatIf.unequalTo(['reward.answer', 'reward.format', 'reward.tool'])).toMatchObject({ samples: 6 });
});

test('only the samples that a person looks at are counted, within whole groups', () => {
  const whatIf = new RewardWhatIf(
    groupsOf(RUN, (row) => row === 1),
    'reward',
  );
  const outcome = whatIf.withTerms([{ column: 'reward.tool', factor: 9 }]);
  expect(outcome).toMatchObject({ samples: 1, groups: 1, ranks: { samples: 1 }, signs: { samples: 1 } });
  expect(outcome.byAdvantage.map(({ row }) => row)).toEqual([1]);
});

test('rewards that are not the sum of their parts are counted', () => {
  const rounded: TestSample = {
    group: 'a',
    step: 1,
    fields: { reward: 1, 'reward.answer': 0.8, 'reward.format': 0.3, 'reward.tool': 0 },
  };
  const columns = ['reward.answer', 'reward.format', 'reward.tool'];
  const whatIf = new RewardWhatIf(groupsOf([...RUN, rounded]), 'reward');
  expect(whatIf.unequalTo(columns)).toEqual({ samples: 1, most: 0.1 });
  expect(new RewardWhatIf(groupsOf(RUN), 'reward').unequalTo(columns)).toEqual({ samples: 0, most: 0 });
});

test('the last outcome can be read by row', () => {
  const whatIf = new RewardWhatIf(groupsOf([...RUN, { group: 'd' }]), 'reward');
  whatIf.withTerms([{ column: 'reward.answer', factor: -1 }]);
  const seen: [number, number, number | null][] = [];
  whatIf.visitLast(({ row, reward, advantage }) => seen.push([row, reward, advantage]));
  expect(seen.map(([row, reward]) => [row, reward])).toEqual([
    [0, 0.1],
    [1, 0.2],
    [2, 0],
    [3, 0.2],
    [4, 0.2],
    [5, 0.16],
    [6, 0.2],
  ]);
  expect(seen.slice(0, 3).map(([, , advantage]) => advantage)).toEqual(groupStatistics([0.1, 0.2, 0]).grpo);
});

const parts = fc.tuple(
  fc.constantFrom(0, 0.8),
  fc.constantFrom(0, 0.1),
  fc.constantFrom(0, 0.04, 0.06, 0.08, 0.1),
);
const runs = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', null), parts), { minLength: 1, maxLength: 60 });
const factors = fc.constantFrom(-1, -0.5, 0.25, 1, 3);

test('changed weights are what the other weights would have paid, and advantages add up to zero in each group', () => {
  fc.assert(
    fc.property(runs, factors, factors, (run, format, tool) => {
      const groups = groupsOf(run.map(([group, [answer, ...rest]]) => paid(group, answer, ...rest)));
      const whatIf = new RewardWhatIf(groups, 'reward', 1000);
      const outcome = whatIf.withTerms([
        { column: 'reward.format', factor: format },
        { column: 'reward.tool', factor: tool },
      ]);
      const rewards = new Map<number, number>();
      const sums = new Map<string, number>();
      whatIf.visitLast(({ row, reward, advantage }) => {
        rewards.set(row, reward);
        const name = run[row]?.[0] ?? null;
        if (name !== null) sums.set(name, (sums.get(name) ?? 0) + (advantage ?? Number.NaN));
      });
      run.forEach(([, [answer, ...rest]], row) => {
        expect(rewards.get(row)).toBeCloseTo(answer + rest[0] * (1 + format) + rest[1] * (1 + tool), 9);
      });
      for (const sum of sums.values()) expect(sum).toBeCloseTo(0, 6);
      const changes = outcome.byAdvantage.map(({ advantage: [was, is] }) =>
        Math.round(Math.abs(is - was) / 1e-5),
      );
      expect(changes).toEqual([...changes].sort((a, b) => b - a));
      expect(outcome.ranks.samples).toBe(outcome.byRank.length);
      expect(outcome.signs.samples).toBeLessThanOrEqual(outcome.byAdvantage.length);
    }),
    propertyRuns(),
  );
});
