import { describe, expect, it } from 'vitest';
import { readWhere } from '../../../src/cli/verbs/runs/whereOption.ts';
import type { DatasetItem } from '../../../src/core/datasets/model.ts';
import { readItem } from '../../../src/core/datasets/readItem.ts';
import { ItemFilter } from '../../../src/evaluation/itemFilter.ts';

const itemOf = (record: object): DatasetItem => {
  const { item } = readItem({ ...record });
  if (item === null) throw new Error('The record is no question.');
  return item;
};

const report = itemOf({
  id: 'revenue',
  question: 'What was revenue in 2024?',
  documents: [{ path: 'reports/2024.pdf', pages: [4, 7] }, 'notes.pdf'],
  reference: ['518.9', '518.9 million'],
  gold_pages: [7],
  buckets: { evidence: ['Table', 'Text'], hops: 2 },
  tags: ['lookup', 'hard'],
  score: 3,
  checked: true,
  answer: 'elsewhere',
});
const plain = itemOf({ id: 'plain', question: 'Why?', document: 'notes.pdf' });

describe('a filter of questions', () => {
  it.each([
    ['', true, true],
    ['revenue', true, false],
    ['elsewhere', false, false],
    ['record.answer=elsewhere', true, false],
    ['question:why', false, true],
    ['id:rev*', true, false],
    ['group=plain', false, true],
    ['reference=518.9', true, false],
    ['reference="518.9 million"', true, false],
    ['missing:reference', false, true],
    ['document:reports', true, false],
    ['document:notes', true, true],
    ['documents=notes.pdf', true, true],
    ['pages=7', true, false],
    ['pages:5..6', false, false],
    ['pages>3 not pages=9', true, false],
    ['gold_pages=7', true, false],
    ['tags=hard', true, false],
    ['tags!=hard', false, false],
    ['not tags=hard', false, true],
    ['tags!=easy', true, false],
    ['evidence=table', true, false],
    ['evidence:/^T/', true, false],
    ['hops>=2', true, false],
    ['hops="2"', true, false],
    ['record.score=3', true, false],
    ['checked=true', true, false],
    ['checked=1', true, false],
    ['has:checked', true, false],
    ['buckets=1', false, false],
    ['evidence=table or question:why', true, true],
  ])('%s', (text, ofReport, ofPlain) => {
    const filter = new ItemFilter(readWhere(text));
    expect([filter.matches(report), filter.matches(plain)]).toEqual([ofReport, ofPlain]);
  });

  it.each([
    'answer=42',
    'response:x',
    'reward<0.2',
    'reward.format=1',
    'is:failed',
    'tool:crop',
    'claims>1',
    'group.n=2',
  ])('cannot ask for what only an answer has: %s', (text) => {
    expect(() => new ItemFilter(readWhere(text))).toThrow('is not known before a question is answered.');
  });

  it('names fields that no question had', () => {
    const filter = new ItemFilter(readWhere('evidense=table or tags=x or missing:level'));
    filter.matches(plain);
    expect(filter.unseen).toEqual(['evidense', 'tags']);
    filter.matches(report);
    expect(filter.unseen).toEqual(['evidense']);
  });
});
