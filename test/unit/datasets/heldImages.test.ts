import { describe, expect, it } from 'vitest';
import { readItem } from '../../../src/core/datasets/readItem.ts';

const origin = { file: '/d/test.parquet', row: 4 };
const bytes = { held_bytes: 812 };

const documents = (record: Readonly<Record<string, unknown>>): readonly unknown[] =>
  readItem(record, origin).item?.documents ?? [];

describe('images in a row of a Parquet file', () => {
  const own = { id: 1, question: 'Q?', reference: 'x' };
  const held = (column: string, index: number | null) => ({ ...origin, column, index });

  it.each([
    [{ ...own, image: bytes }, [{ path: 'image-5', pages: null, held: held('image', null) }]],
    [
      { ...own, image: { bytes, path: 'a.png' }, document: null },
      [{ path: 'a.png', pages: null, held: held('image', null) }],
    ],
    [
      { ...own, images: [{ bytes, path: null }, bytes] },
      [
        { path: 'images-5-1', pages: null, held: held('images', 0) },
        { path: 'images-5-2', pages: null, held: held('images', 1) },
      ],
    ],
    [
      { qid: 1, query: 'Q?', image: [{ bytes, path: 'a.jpg' }, 'b.jpg'], answer: ['x'] },
      [
        { path: 'a.jpg', pages: null, held: held('image', 0) },
        { path: 'b.jpg', pages: null },
      ],
    ],
    [
      { ann_id: 1, question: 'the man', image: [bytes], tool_results: '[]', ground_truth: 'x' },
      [{ path: 'image-5-1', pages: null, held: held('image', 0) }],
    ],
  ])('%j are %j', (record, expected) => {
    expect(documents(record)).toEqual(expected);
  });

  it('are refused beside a document', () => {
    expect(readItem({ ...own, image: bytes, document: 'a.pdf' }, origin).problems).toMatchObject([
      { code: 'bad-value', path: ['document'] },
    ]);
  });

  it('cannot be asked about without the file', () => {
    expect(readItem({ ...own, image: bytes }).item).toBeNull();
  });
});
