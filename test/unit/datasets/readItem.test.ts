import { describe, expect, it } from 'vitest';
import { readHead } from '../../../src/core/datasets/ownItem.ts';
import { readItem } from '../../../src/core/datasets/readItem.ts';

const codes = (record: Readonly<Record<string, unknown>>): readonly string[] =>
  readItem(record).problems.map(({ code, path }) => [code, ...path].join(' '));

describe('a question of a data set', () => {
  it('may say everything that is known of its answer', () => {
    const record = {
      id: 7,
      question: 'How much?',
      documents: ['a.pdf', { path: 'b.pdf', pages: [2, 1] }],
      reference: ['5', 5.5],
      sufficient: true,
      gold_pages: [1, { document: 2, page: 2 }],
      gold_boxes: [{ document: 2, page: 2, box: [30, 40, 10, 20] }],
      tool_results: [{ bbox_2d: [1, 2, 3, 4] }],
      buckets: { evidence: ['Table', 'Text'], hops: 2 },
      tags: ['long'],
      pass: { grounded: 0.5 },
      note: 'kept',
    };
    expect(readItem(record)).toEqual({
      item: {
        id: '7',
        question: 'How much?',
        documents: [
          { path: 'a.pdf', pages: null },
          { path: 'b.pdf', pages: [2, 1] },
        ],
        references: ['5', '5.5'],
        groundTruth: ['5', 5.5],
        sufficient: true,
        goldPages: [
          { document: 0, page: 1 },
          { document: 1, page: 2 },
        ],
        goldBoxes: [{ document: 1, page: 2, box: { left: 10, top: 20, right: 30, bottom: 40 } }],
        toolResults: '[{"bbox_2d":[1,2,3,4]}]',
        buckets: { evidence: ['Table', 'Text'], hops: ['2'] },
        tags: ['long'],
        pass: { kind: 'grounded', atLeast: 0.5 },
        record,
      },
      problems: [],
    });
  });

  const whole = { id: 'a', question: 'Q?', document: 'a.pdf', reference: '1' };

  it.each([
    [{ ...whole, id: undefined }, ['missing-key']],
    [{ ...whole, question: ' ' }, ['bad-value question']],
    [{ ...whole, document: undefined }, ['missing-key']],
    [{ ...whole, images: ['a.png'] }, ['bad-value images']],
    [{ ...whole, pages: [0] }, ['bad-value pages 0']],
    [{ ...whole, pages: [] }, ['bad-value pages']],
    [{ ...whole, document: undefined, documents: ['a.pdf'], pages: [1] }, ['bad-value pages']],
    [{ ...whole, gold_pages: [{ document: 2, page: 1 }] }, ['bad-value gold_pages 0']],
    [{ ...whole, gold_boxes: [{ page: 1, box: [1, 2, 3] }] }, ['bad-value gold_boxes 0 box 3']],
    [{ ...whole, pass: 'sometimes' }, ['bad-value pass']],
    [{ ...whole, reference: undefined }, ['no-reference']],
    [{ ...whole, refrence: '1', reference: undefined }, ['unknown-key refrence', 'no-reference']],
    [{ ...whole, difficulty: 3 }, []],
  ])('%j has the problems %j', (record, expected) => {
    expect(codes(JSON.parse(JSON.stringify(record)) as Record<string, unknown>)).toEqual(expected);
  });

  it('says what is wrong in words', () => {
    expect(readItem({ ...whole, pages: 'all' }).problems[0]?.message).toBe(
      'The value of "pages" cannot be used: it must be a page number, or a list of these.',
    );
    expect(readItem({ question: 'Q?' }).problems[0]?.message).toBe('The question has no "id".');
  });
});

describe('the first line of a data set', () => {
  it('says the prompt and when a question passes', () => {
    const head = { pagetrace_dataset: 1, name: 'N', prompt: 'evisrag', pass: { reward: 0.8 } };
    expect(readHead(head)).toEqual({
      head: { name: 'N', prompt: 'evisrag', pass: { kind: 'reward', atLeast: 0.8 } },
      problems: [],
    });
    expect(readHead({ pagetrace_dataset: 2 }).problems[0]?.path).toEqual(['pagetrace_dataset']);
  });
});

describe('a test record of a paper', () => {
  it('of Lang2Act has its first three pages, its buckets, and the pages with the answer', () => {
    const record = {
      uid: ' ',
      qa_id: 'm-1',
      query: 'Which?',
      answer: "['x', 'y']",
      retrieved_image_paths: ['d/p1.jpg', 'd/p2.jpg', 'd/p3.jpg', 'd/p4.jpg'],
      gt_image_paths: ['images/d/p2.jpg', 'images/d/p9.jpg'],
      meta_info: { evidence_sources: "['Chart', 'Table']" },
    };
    expect(readItem(record)).toMatchObject({
      item: {
        id: 'm-1',
        question: 'Which?',
        documents: [{ path: 'd/p1.jpg' }, { path: 'd/p2.jpg' }, { path: 'd/p3.jpg' }],
        references: ['x', 'y'],
        goldPages: [{ document: 1, page: 1 }],
        goldElsewhere: ['images/d/p9.jpg'],
        buckets: { evidence_sources: ['Chart', 'Table'] },
      },
      problems: [],
    });
  });

  it('of EVisRAG says whether its pages suffice', () => {
    const record = { qid: 3, query: 'Which?', image: ['a.jpg'], answer: ['b'], is_sufficient: false };
    expect(readItem(record)).toMatchObject({
      item: { id: '3', references: ['b'], sufficient: false, documents: [{ path: 'a.jpg' }] },
    });
  });

  it('of VG-Refiner has the boxes of the other tool as JSON', () => {
    const record = {
      image_id: 1,
      ann_id: 9,
      image: 'x.jpg',
      question: '"The man?".',
      tool_results: '[{"bbox_2d": [1, 2, 3, 4]}]',
      ground_truth: '[{"bbox_2d": [1, 2, 3, 5]}]',
    };
    expect(readItem(record)).toMatchObject({
      item: {
        id: '9',
        question: 'the man',
        toolResults: '[{"bbox_2d": [1, 2, 3, 4]}]',
        groundTruth: record.ground_truth,
      },
    });
  });

  it('that lacks what is asked cannot be asked', () => {
    expect(codes({ qid: 1, image: ['a.jpg'] })).toEqual(['missing-key']);
  });
});
