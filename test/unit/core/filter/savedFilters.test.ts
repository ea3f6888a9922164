import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../scripts/lib/generatedInputs.mjs';
import { builtInFilters } from '../../../../src/core/filter/builtInFilters.ts';
import { checkFilter } from '../../../../src/core/filter/checkFilter.ts';
import {
  forgetHistory,
  nameOfFilter,
  NO_FILTERS,
  readFilterMemory,
  rememberFilter,
  removeFilter,
  renameFilter,
  saveFilter,
} from '../../../../src/core/filter/savedFilters.ts';
import { NAMES } from './exampleNames.ts';
import { matches, readable, subjectOf } from './subjects.ts';

const GROUNDED = ['found', 'computed-right'];

/** Whether a row matches the built-in filter of a name. */
function isIn(name: string, row: Parameters<typeof subjectOf>[0]): boolean {
  const text = builtInFilters('reward').find((each) => each.name === name)?.text;
  return text !== undefined && matches(text, subjectOf(row));
}

describe('built-in filters', () => {
  it.each([...builtInFilters('reward'), ...builtInFilters('score')])(
    '$text names only what runs have',
    ({ text }) => {
      expect(checkFilter(readable(text), NAMES)).toEqual([]);
    },
  );

  it('find what is paid or right without support on the page', () => {
    const unsupported = 'Paid but unsupported';
    expect(isIn(unsupported, { numbers: { reward: 1 }, claims: ['found', 'not-found'] })).toBe(true);
    expect(isIn(unsupported, { numbers: { reward: 0.2 }, claims: ['not-found'] })).toBe(false);
    expect(isIn(unsupported, { numbers: { reward: 1 }, claims: GROUNDED })).toBe(false);
    const ungrounded = 'Right but not grounded';
    expect(isIn(ungrounded, { texts: { verdict: 'right' }, claims: ['near', 'unknown'] })).toBe(true);
    expect(isIn(ungrounded, { texts: { verdict: 'right' }, claims: ['near', 'found'] })).toBe(false);
    expect(isIn(ungrounded, { texts: { verdict: 'right' } })).toBe(false);
    expect(isIn(ungrounded, { texts: { verdict: 'wrong' }, claims: ['near'] })).toBe(false);
  });

  it('find groups without differences and responses that were cut off', () => {
    expect(isIn('Groups that teach nothing', { group: { n: 8, std: 0 } })).toBe(true);
    expect(isIn('Groups that teach nothing', { group: { n: 8, std: 0.1 } })).toBe(false);
    expect(isIn('Groups that teach nothing', { group: { n: 1, std: 0 } })).toBe(false);
    expect(isIn('Cut off', { texts: { finish: 'length' } })).toBe(true);
    expect(isIn('Cut off', { texts: { finish: 'stop' } })).toBe(false);
  });
});

describe('the history of filters', () => {
  it('has the most recent first, each once however it is written, and nothing that is no filter', () => {
    let memory = NO_FILTERS;
    for (const text of ['a', 'reward < 0.2 b', ' ', 'a or', ' c ', 'reward<0.2 AND b'])
      memory = rememberFilter(memory, text);
    expect(memory.history).toEqual(['reward<0.2 AND b', 'c', 'a']);
    expect(forgetHistory(saveFilter(memory, 'Low', 'a'))).toEqual({
      history: [],
      saved: [{ name: 'Low', text: 'a' }],
    });
  });

  it('has at most 50', () => {
    let memory = NO_FILTERS;
    for (let at = 0; at < 60; at += 1) memory = rememberFilter(memory, `step=${at}`);
    expect([memory.history.length, memory.history[0], memory.history.at(-1)]).toEqual([
      50,
      'step=59',
      'step=10',
    ]);
  });
});

describe('saved filters', () => {
  const memory = saveFilter(saveFilter(NO_FILTERS, ' Low ', 'reward<0.2 '), 'Tools', 'tools>3');

  it('have names, in any case', () => {
    expect(memory.saved).toEqual([
      { name: 'Low', text: 'reward<0.2' },
      { name: 'Tools', text: 'tools>3' },
    ]);
    expect(saveFilter(memory, 'LOW', 'reward<0.1').saved).toEqual([
      { name: 'LOW', text: 'reward<0.1' },
      { name: 'Tools', text: 'tools>3' },
    ]);
    expect(saveFilter(memory, '', 'a')).toBe(memory);
    expect(saveFilter(memory, 'Broken', 'a or')).toBe(memory);
  });

  it('are renamed, but not to the name of another, and removed', () => {
    expect(renameFilter(memory, 'low', 'Lower').saved.map(({ name }) => name)).toEqual(['Lower', 'Tools']);
    expect(renameFilter(memory, 'low', 'LOW').saved.map(({ name }) => name)).toEqual(['LOW', 'Tools']);
    expect(renameFilter(memory, 'low', 'tools')).toBe(memory);
    expect(renameFilter(memory, 'low', ' ')).toBe(memory);
    expect(removeFilter(memory, 'tools').saved.map(({ name }) => name)).toEqual(['Low']);
  });

  it('name a filter however it is written, before the built-in ones', () => {
    const builtIn = builtInFilters('reward');
    expect(nameOfFilter('(reward < .2)', memory, builtIn)).toBe('Low');
    expect(nameOfFilter('is:truncated', memory, builtIn)).toBe('Cut off');
    expect(nameOfFilter('is:truncated', saveFilter(memory, 'Mine', 'is:TRUNCATED'), builtIn)).toBe('Mine');
    expect(nameOfFilter('reward<0.3', memory, builtIn)).toBeNull();
    expect(nameOfFilter('', memory, builtIn)).toBeNull();
  });

  it('are read from what was stored, without what is no filter', () => {
    expect(readFilterMemory(JSON.parse(JSON.stringify(rememberFilter(memory, 'a'))))).toEqual(
      rememberFilter(memory, 'a'),
    );
    const stored = {
      history: ['a', 3, 'or', 'b', 'a'],
      saved: [null, { name: 'x' }, { name: 'y', text: 'a or' }, { name: 'z', text: 'a' }],
    };
    expect(readFilterMemory(stored)).toEqual({ history: ['a', 'b'], saved: [{ name: 'z', text: 'a' }] });
  });

  it('are read from anything that was stored', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (history, saved) => {
        expect(readFilterMemory({ history: [history], saved: [saved] }).history.length).toBeLessThan(2);
        expect(readFilterMemory(history).saved.length).toBeLessThan(200);
      }),
      propertyRuns(1000),
    );
  });
});
