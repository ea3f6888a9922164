import { describe, expect, it } from 'vitest';
import { filterCompletions } from '../../../../src/host/runs/filterCompletions.ts';
import type { RunColumn } from '../../../../src/protocol/run.ts';

const COLUMNS: readonly RunColumn[] = [
  { name: 'question', kind: 'text', canSort: false },
  { name: 'reward', kind: 'number', canSort: true },
  { name: 'reward.format', kind: 'component', canSort: true },
  { name: 'acc', kind: 'field', canSort: true },
];
const inserted = (text: string, offset = text.length): readonly string[] =>
  filterCompletions({ text, offset }, COLUMNS).items.map(({ insert }) => insert);

describe('what a run offers in its filter', () => {
  it.each([
    ['rew', ['reward', 'reward.format']],
    ['ac', ['acc']],
    ['finding:image-not', ['image-not-in-think']],
    ['is:brok', ['broken']],
    ['acc=1 an', ['and ']],
  ])('after %s begins with %j', (text, first) => {
    expect(inserted(text).slice(0, first.length)).toEqual(first);
  });

  it('replaces the word at the offset alone', () => {
    const { start, end, items } = filterCompletions({ text: 'acc=1 and rew', offset: 13 }, COLUMNS);
    expect([start, end]).toEqual([10, 13]);
    expect(items[0]).toEqual({ insert: 'reward', kind: 'field', detail: '' });
  });

  it('offers nothing where nothing fits', () => {
    expect(inserted('zzzzzz')).toEqual([]);
    expect(inserted('response:/pattern')).toEqual([]);
  });
});
