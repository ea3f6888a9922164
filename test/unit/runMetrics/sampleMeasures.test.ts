import { describe, expect, test } from 'vitest';
import { bucketValues } from '../../../src/core/runMetrics/bucketValues.ts';
import { SampleMeter } from '../../../src/core/runMetrics/sampleMeasures.ts';
import { goldSent, samplePages } from '../../../src/core/runMetrics/samplePages.ts';
import type { Sample } from '../../../src/core/records/sample.ts';
import { factsOf } from '../summary/facts.ts';
import { sampleWith } from './samples.ts';

const measure = (known: Partial<Sample>) => new SampleMeter().measure(sampleWith(known), null);

test('nothing is measured of a sample of which nothing is known', () => {
  expect(Object.values(measure({ response: '<answer>4</answer>' })).every((each) => each === null)).toBe(
    true,
  );
});

describe('answers', () => {
  test('are compared with the best reference', () => {
    const measured = measure({ response: '<answer>The Acme Ltd.</answer>', references: ['x', 'acme ltd'] });
    expect(measured).toMatchObject({ em: 1, acc: 1 });
    expect(measured.f1).toBeCloseTo(1, 6);
    expect(measured.insufficient).toBe(0);
  });

  test.each([
    ['Hello World', 'hello world', 1],
    ['  hello\n world ', 'Hello World', 1],
    ['helo', 'hello', 0.8],
    ['hell', 'world', 0],
    ['a', 'a much longer reference', 0],
    ['', '', 1],
    ['', 'x', 0],
  ])('ANLS of %j and %j', (answer, reference, anls) => {
    expect(measure({ response: answer, references: [reference] }).anls).toBeCloseTo(anls, 12);
  });
});

describe('whether the images suffice', () => {
  const says = '<answer>Insufficient to answer.</answer>';

  test.each([
    ['the record says no', { sufficient: false, references: ['4'] }, 1],
    ['the record says yes', { sufficient: true, references: ['4'] }, 0],
    ['the reference is a phrase', { references: ['Insufficient to answer'] }, 1],
    ['the reference is an answer', { references: ['4'] }, 0],
    ['nothing says it', { references: [] }, null],
  ])('%s', (_, known, insufficient) => {
    const measured = measure({ response: says, ...known });
    expect(measured.insufficient).toBe(insufficient);
    expect(measured.says_insufficient).toBe(insufficient === null ? null : 1);
  });

  test('an answer says something else', () => {
    expect(measure({ response: '<answer>4</answer>', sufficient: false })).toMatchObject({
      says_insufficient: 0,
      insufficient: 1,
      em: 0,
    });
  });
});

describe('pages', () => {
  const pagesOf = (known: Partial<Sample>) => {
    const { retrieved, gold } = samplePages(sampleWith(known));
    return [retrieved, gold === null ? null : [...gold]];
  };

  test.each([
    // What was sent may be less than what was retrieved.
    [{ retrieved_image_paths: ['a', 'b'], used_topk_images: ['a'], gt_image_paths: ['a', 'b'] }, 0.5],
    [{ image_paths: ['a', 'c'], gt_image_paths: ['b'] }, 0],
    [{ image_paths: ['a', 'b', 'a'], gt_image_paths: ['a', 'b'] }, 1],
    [{ image_paths: ['a'], gt_image_paths: [] }, null],
    [{ gt_image_paths: ['a'] }, null],
    [{ image_paths: ['a'] }, null],
  ])('with the answer of %j that were sent: %j', (record, share) => {
    expect(goldSent(sampleWith({ record }))).toBe(share);
  });

  test('with the answer that searches brought were sent', () => {
    const retrieval = { images: ['report_3.jpg'], fileName: 'report.pdf', pages: ['3', '5'] };
    expect(goldSent(sampleWith({ retrieval, record: { image_paths: ['x'] } }))).toBe(0.5);
  });

  test('of VRAG-RL have the name of the document and the page', () => {
    const retrieval = {
      images: ['x/report_3.jpg', 'report_4.jpg/'],
      fileName: 'report.pdf',
      pages: ['3', '5'],
    };
    expect(pagesOf({ retrieval })).toEqual([
      ['report_3', 'report_4'],
      ['report_3', 'report_5'],
    ]);
    expect(measure({ retrieval })).toMatchObject({
      'recall@1': 0.5,
      'recall@5': 0.5,
      'mrr@5': 1,
      gold_images: 2,
    });
  });

  test('of SlideVQA are numbers', () => {
    expect(pagesOf({ retrieval: { images: ['3', '4'], fileName: 'deck', pages: ['3'] } })).toEqual([
      ['3', '4'],
      ['3'],
    ]);
  });

  test('whose names say nothing of the page cannot be compared', () => {
    expect(pagesOf({ retrieval: { images: ['a.jpg'], fileName: null, pages: ['3'] } })).toEqual([
      null,
      ['3'],
    ]);
    expect(measure({ retrieval: { images: null, fileName: 'a', pages: ['3'] } })).toMatchObject({
      'recall@1': null,
      gold_images: 1,
    });
  });

  test('of Lang2Act are paths, also with the folders before them', () => {
    const record = { used_topk_images: ['data/r_3.jpg', 'r_4.jpg'], gt_image_paths: "['r_3.jpg']" };
    expect(pagesOf({ record })).toEqual([['r_3.jpg', 'r_4.jpg'], ['r_3.jpg']]);
    expect(pagesOf({ record: { gt_image_paths: ['r_3.jpg'] } })).toEqual([null, ['r_3.jpg']]);
    expect(pagesOf({ record: { meta_info: { gt_image_paths: 'r_3.jpg' } } })).toEqual([null, ['r_3.jpg']]);
    expect(pagesOf({ record: { used_topk_images: ['r_3.jpg'] } })).toEqual([null, null]);
  });

  test('without one that has the answer have no recall', () => {
    expect(measure({ retrieval: { images: ['1'], fileName: null, pages: [] } })).toMatchObject({
      'recall@1': null,
      gold_images: 0,
    });
  });
});

test('boxes are items if the record says so, or an IoU is known', () => {
  expect(measure({ isRefinement: true })).toMatchObject({ refinement: 1, iou: null });
  expect(measure({ iou: 0.5, toolIou: 0.25 })).toMatchObject({ refinement: 1, iou: 0.5, tool_iou: 0.25 });
});

describe('buckets', () => {
  const record = {
    evidence_sources: ['Table', 'Chart', 'Table'],
    listed: "['Pure-text (Plain-text)']",
    empty: '[]',
    hops: 2,
    flag: true,
    nothing: null,
    meta_info: { query_type: 'multi-hop' },
    long: 'x'.repeat(500),
  };
  const facts = factsOf({
    step: 3,
    right: true,
    tools: ['zoom', 'zoom'],
    findings: ['empty-block'],
    fields: new Map([['reward', 0.5]]),
  });
  const values = (field: string) =>
    bucketValues(field, sampleWith({ record, sufficient: false }), facts, { gold_images: 2 });

  test.each([
    ['evidence_sources', ['Table', 'Chart']],
    ['listed', ['Pure-text (Plain-text)']],
    ['empty', []],
    ['hops', ['2']],
    ['flag', ['true']],
    ['nothing', []],
    ['query_type', ['multi-hop']],
    ['long', []],
    ['missing', []],
    ['step', ['3']],
    ['verdict', ['right']],
    ['tool', ['zoom']],
    ['finding', ['empty-block']],
    ['finish', []],
    ['gold_images', ['2']],
    ['sufficient', ['false']],
    ['reward', ['0.5']],
  ])('%s', (field, expected) => {
    expect(values(field)).toEqual(expected);
  });
});
