import { describe, expect, it } from 'vitest';
import { goldPlaces } from '../../../src/core/datasets/goldPlaces.ts';
import { boxBetween } from '../../../src/core/geometry/box.ts';
import { goldenClaims } from '../../../src/core/grounding/goldenClaims.ts';

const page = (document: string, number: number) => ({ document, page: number });
const gold = [{ ...page('a.pdf', 2), box: boxBetween<'point'>(100, 100, 200, 150) }];

const claimAt = (on: ReturnType<typeof page> | null, ...boxes: [number, number, number, number][]) => ({
  on,
  boxes: boxes.map((corners) => boxBetween<'point'>(...corners)),
  namedPlace: null,
});

describe('claims and gold boxes', () => {
  it.each([
    ['within it', claimAt(page('a.pdf', 2), [110, 110, 120, 120]), 1],
    ['around it', claimAt(page('a.pdf', 2), [0, 0, 500, 500]), 1],
    ['with one of several lines in it', claimAt(page('a.pdf', 2), [0, 0, 9, 9], [190, 140, 300, 160]), 1],
    ['at its edge', claimAt(page('a.pdf', 2), [200, 100, 300, 150]), 0],
    ['beside it', claimAt(page('a.pdf', 2), [201, 100, 300, 150]), 0],
    ['on another page', claimAt(page('a.pdf', 1), [110, 110, 120, 120]), 0],
    ['in another document', claimAt(page('b.pdf', 2), [110, 110, 120, 120]), 0],
  ])('a claim %s', (_, claim, meeting) => {
    expect(goldenClaims([claim], gold)).toEqual({ placed: 1, meeting });
  });

  it('a claim without words on a page has the place that it names, and otherwise none', () => {
    const named = {
      ...claimAt(null),
      namedPlace: { on: page('a.pdf', 2), box: boxBetween<'point'>(90, 90, 110, 110) },
    };
    const point = {
      ...claimAt(null),
      namedPlace: { on: page('a.pdf', 2), box: boxBetween<'point'>(150, 120, 150, 120) },
    };
    expect(goldenClaims([named, point, claimAt(null)], gold)).toEqual({ placed: 2, meeting: 2 });
    expect(goldenClaims([], gold)).toEqual({ placed: 0, meeting: 0 });
  });
});

describe('the gold boxes of a sample', () => {
  const item = {
    id: '1',
    question: 'How much?',
    document: 'a.pdf',
    reference: '4.2',
    gold_boxes: [{ page: 2, box: [100, 100, 200, 150] }],
  };
  const record = {
    item,
    documents: [{ path: '/data/a.pdf', sha256: null }],
    images: [{ image: 1, document: 1, page: 2 }],
  };

  it('are those of its item, on the documents that the record names', () => {
    expect(goldPlaces({ record, retrieval: null })).toEqual([
      { document: '/data/a.pdf', page: 2, box: boxBetween(100, 100, 200, 150) },
    ]);
  });

  it('are not known without an item that can be read, or without its documents', () => {
    expect(goldPlaces({ record: null, retrieval: null })).toEqual([]);
    expect(
      goldPlaces({ record: { ...record, item: { ...item, gold_boxes: 'here' } }, retrieval: null }),
    ).toEqual([]);
    expect(goldPlaces({ record: { ...record, item: { id: '1' } }, retrieval: null })).toEqual([]);
    expect(goldPlaces({ record: { item }, retrieval: null })).toEqual([]);
  });
});
