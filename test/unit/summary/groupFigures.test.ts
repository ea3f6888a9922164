import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { groupStatistics } from '../../../src/core/groups/advantages.ts';
import { DescribedGroups } from '../../../src/core/summary/describedGroups.ts';
import { groupFigures, isComponent, passesAt } from '../../../src/core/summary/groupFigures.ts';
import { GroupRows } from '../../../src/core/summary/groupRows.ts';
import { NumberColumn } from '../../../src/core/summary/numberColumn.ts';

function column(values: readonly number[]): NumberColumn {
  const numbers = new NumberColumn();
  values.forEach((value, row) => {
    numbers.set(row, value);
  });
  return numbers;
}

const COLUMNS = {
  isRight: (row: number) => (row === 3 ? null : row < 2),
  answerOf: (row: number) => row % 2,
};

test('a group whose samples are paid the same may differ in a component', () => {
  const compared = column([0.5, 0.5, 0.5, 1]);
  const components = [column([1, 1, 1, 1]), column([0, 1, 0, 1])];
  const of = (...rows: readonly number[]) =>
    groupFigures(
      { columns: COLUMNS, compared, components, numbers: () => undefined },
      Uint32Array.of(...rows),
    );
  expect(of(0, 1, 2)).toEqual({
    n: 3,
    judged: 3,
    right: 2,
    wrong: 1,
    share: 2 / 3,
    agreement: 1 / 3,
    majority: { row: 1, count: 1 },
    mean: 0.5,
    std: 0,
    min: 0.5,
    max: 0.5,
    isZeroVariance: true,
    hasOtherComponents: true,
  });
  expect(of(0, 2)).toMatchObject({ isZeroVariance: true, hasOtherComponents: false, agreement: null });
  expect(of(0, 3)).toMatchObject({ judged: 1, isZeroVariance: false, min: 0.5, max: 1 });
  expect(of(3)).toMatchObject({ share: null, std: 0, isZeroVariance: false });
  expect(of(0, 4)).toMatchObject({ n: 2, mean: null, std: null, min: null, isZeroVariance: false });
});

test('pass@k is known if it is known of every sample whether it is right', () => {
  expect(passesAt({ n: 3, judged: 3, right: 1 })).toEqual([
    { k: 1, share: expect.closeTo(1 / 3, 12) as number },
    { k: 2, share: expect.closeTo(2 / 3, 12) as number },
    { k: 3, share: 1 },
  ]);
  expect(passesAt({ n: 3, judged: 2, right: 1 })).toEqual([]);
});

test('the parts of a reward are its components, those of a recorded score the other numbers of records', () => {
  const of = (compared: string): readonly string[] =>
    ['score', 'reward', 'reward.format', 'acc', 'length', 'total_tokens'].filter((name) =>
      isComponent(name, compared),
    );
  expect([of('reward'), of('score')]).toEqual([['reward.format'], ['acc']]);
});

test('rows have the advantages of their places in their groups, wherever these rows are', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          group: fc.integer({ min: -1, max: 3 }),
          score: fc.double({ noNaN: true, min: 0, max: 1 }),
        }),
      ),
      (rows) => {
        const ofRow = Int32Array.from(rows, ({ group }) => group);
        const compared = column(rows.map(({ score }) => score));
        const described = new DescribedGroups(new GroupRows(ofRow, 4), {
          columns: COLUMNS,
          compared,
          components: [],
          numbers: () => undefined,
        });
        rows.forEach(({ group }, row) => {
          if (group === -1) return;
          const members = rows
            .map((each, index) => ({ ...each, index }))
            .filter((each) => each.group === group);
          const at = members.findIndex(({ index }) => index === row);
          const { grpo, rloo } = groupStatistics(members.map(({ score }) => score));
          expect(described.placeOf(row, group)).toBe(at);
          expect(described.advantage(row, group, 'advantage')).toBe(grpo[at]);
          expect(described.number(row, group, 'rloo')).toBe(rloo[at]);
        });
      },
    ),
    propertyRuns(),
  );
});
