import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { RpcSchemas } from '../../../src/protocol/rpc.ts';
import {
  fromRun,
  MOST_ROWS_AT_ONCE,
  NARROWEST_COLUMN,
  runMethods,
  sentNumber,
  WIDEST_COLUMN,
  type FromRun,
  type RunMethods,
  type ToRun,
} from '../../../src/protocol/run.ts';
import { LONGEST_FILTER } from '../../../src/protocol/runInsights.ts';

const methods: RpcSchemas<RunMethods> = runMethods;
const column = { name: 'question', width: 200 };
const MESSAGES: readonly FromRun[] = [
  { type: 'ready' },
  { type: 'filter', text: '' },
  { type: 'filter', text: 'reward<0.2' },
  { type: 'sort', sort: { column: 'reward', isDescending: true } },
  { type: 'sort', sort: null },
  { type: 'group', isGrouped: true, acrossSteps: false },
  { type: 'fold', group: '3:What is it?', isFolded: true },
  { type: 'foldAll', isFolded: false },
  { type: 'open', row: 2_999_999, generation: 1, isKept: false },
  { type: 'compare', group: 'g', generation: 0 },
  { type: 'chooseProfile' },
  { type: 'editFieldMap' },
  { type: 'columns', columns: [column] },
  { type: 'columns', columns: null },
  { type: 'saveFilter', text: 'reward<0.2' },
  { type: 'removeFilter', name: 'Cheap' },
  { type: 'retry' },
  { type: 'pause', isPaused: true },
];

describe('messages of the run view', () => {
  it.each(MESSAGES)('accepts %o', (message) => {
    expect(v.parse(fromRun, message)).toEqual(message);
  });

  it.each([
    null,
    'ready',
    { type: 'state' } satisfies Pick<ToRun, 'type'>,
    { type: 'filter' },
    { type: 'filter', text: 'x'.repeat(LONGEST_FILTER + 1) },
    { type: 'sort', sort: { column: 'reward' } },
    { type: 'open', row: -1, generation: 0, isKept: false },
    { type: 'open', row: 1.5, generation: 0, isKept: false },
    { type: 'open', row: Number.NaN, generation: 0, isKept: false },
    { type: 'columns', columns: [] },
    { type: 'columns', columns: [{ ...column, width: NARROWEST_COLUMN - 1 }] },
    { type: 'columns', columns: [{ ...column, width: WIDEST_COLUMN + 1 }] },
    { type: 'saveFilter', text: '' },
  ])('refuses %o', (message) => {
    expect(v.is(fromRun, message)).toBe(false);
  });

  it('carry numbers that JSON does not have', () => {
    const numbers = [0.5, -0, NaN, Infinity, -Infinity].map(sentNumber);
    expect(JSON.parse(JSON.stringify(numbers))).toEqual([0.5, 0, 'NaN', 'Infinity', '-Infinity']);
  });

  it('asks for a limited number of rows at once', () => {
    const is = (start: number, count: number): boolean => v.is(methods.rows, { start, count });
    expect(is(2_999_999, MOST_ROWS_AT_ONCE)).toBe(true);
    expect(is(0, MOST_ROWS_AT_ONCE + 1)).toBe(false);
    expect(is(0, 0)).toBe(false);
    expect(is(-1, 1)).toBe(false);
    expect(v.is(methods.complete, { text: 'rew', offset: 3 })).toBe(true);
    expect(v.is(methods.complete, { text: 'rew' })).toBe(false);
  });
});
