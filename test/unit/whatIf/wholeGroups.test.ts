import { expect, test } from 'vitest';
import { groupsOf, type TestSample } from './table.ts';

const SAMPLES: readonly TestSample[] = [
  { group: 'a', step: 1 },
  { group: 'b', step: 1 },
  { group: null },
  { group: 'a', step: 1 },
  { group: 'a', step: 2 },
  { group: null },
];

test('groups are whole if one of their rows is chosen, and rows without a group come last', () => {
  const { count, starts, rows, isChosen } = groupsOf(SAMPLES, (row) => row === 2 || row === 3);
  expect(count).toBe(1);
  expect([...starts]).toEqual([0, 2]);
  expect([...rows]).toEqual([0, 3, 2]);
  expect([...isChosen]).toEqual([0, 1, 1]);
});

test('groups across steps have the rows of all steps', () => {
  const groups = groupsOf(SAMPLES, undefined, true);
  expect([groups.count, ...groups.rows]).toEqual([2, 0, 3, 4, 1, 2, 5]);
  expect([groups.start(1), groups.end(1)]).toEqual([3, 4]);
});

test('nothing is chosen from nothing', () => {
  const groups = groupsOf(SAMPLES, () => false);
  expect([groups.count, groups.rows.length, [...groups.starts]]).toEqual([0, 0, [0]]);
});
