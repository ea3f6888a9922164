import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { convert } from '../../../src/cli/verbs/convert/convert.ts';
import { Admission } from '../../../src/evaluation/admission.ts';
import { silentTerminal } from '../../support/silentTerminal.ts';
import { item, withBench, type Bench } from './bench.ts';

/** What `pagetrace convert --to FORM` writes of a run. */
async function converted(
  { out }: Pick<Bench, 'out'>,
  form: string,
): Promise<readonly Record<string, unknown>[]> {
  const written: string[] = [];
  await convert([out, '--to', form], {
    terminal: silentTerminal({ out: (text) => written.push(text) }),
    stdin: Readable.from([]),
    environment: {},
    interrupted: new AbortController().signal,
  });
  return written
    .join('')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

const trajectories = ['<think>It says so.</think>\n<Answer> 42 </answer>'];

const lang2act = {
  uid: 'u1',
  question: 'How much?',
  answer: ['42', '42.0'],
  top3_image_paths: ['a/1.png', 'a/2.png', 'a/3.png', 'a/4.png'],
};

/** A prediction of Lang2Act (NEUIR/Lang2Act, src/predict.py, make_output_record) for that record. */
const prediction = {
  uid: 'u1',
  question: 'How much?',
  gt_answer: ['42', '42.0'],
  predicted_answer: '42',
  dataset: 'd',
  model: 'qwen2.5-vl',
  top_k: 3,
  prompt_mode: 'p',
  used_topk_images: ['a/1.png', 'a/2.png', 'a/3.png'],
  model_response_raw: trajectories[0],
};

describe('a run of an evaluation converts to', () => {
  it.each(['lang2act', 'evisrag'])('predictions of %s without what was cut off', async (form) => {
    const questions = [item('a'), item('b')];
    const admission = new Admission({ most: 1, first: 1 });
    await withBench(questions, { trajectories, cutAt: 3 }, async (bench) => {
      await bench.run({ admission, limit: 1 });
      bench.server.set({ cutAt: null });
      await bench.run({ admission, where: ({ id }) => id === 'b' });
      expect(bench.lines()).toMatchObject([
        { id: 'a#1', error: { partial_response: expect.any(String) as string } },
        { id: 'b#1' },
      ]);
      expect(await converted(bench, form)).toMatchObject([{ [form === 'evisrag' ? 'qid' : 'uid']: 'b' }]);
    });
  });

  it.each([
    ['mmlb', { evidence_sources: ['Chart', 'Table'] }],
    ['vidoseek', { meta_info: { query_type: 'single-hop' } }],
    ['slidevqa', { gt_image_paths: ['a/2.png', 'a/9.png'] }],
  ])('predictions of Lang2Act: %s', async (_, bucket) => {
    await withBench([{ ...lang2act, ...bucket }], { trajectories }, async (bench) => {
      await bench.run();
      const buckets = 'meta_info' in bucket ? bucket.meta_info : bucket;
      expect(await converted(bench, 'lang2act')).toEqual([{ ...prediction, ...buckets }]);
    });
  });

  it('predictions of Lang2Act, from a data set of our own', async () => {
    const own = item('a', { buckets: { query_type: 'multi-hop' }, gold_pages: [2] });
    await withBench([own], { trajectories: ['```\nxml no tag\n```'] }, async (bench) => {
      await bench.run();
      expect(await converted(bench, 'lang2act')).toEqual([
        {
          ...prediction,
          uid: 'a',
          question: 'Question a?',
          query_type: ['multi-hop'],
          gt_image_paths: ['a.pdf#page=2'],
          gt_answer: '42',
          predicted_answer: 'no tag',
          top_k: 1,
          used_topk_images: ['a.pdf#page=2'],
          model_response_raw: '```\nxml no tag\n```',
        },
      ]);
    });
  });

  it('predictions of EVisRAG, with what its evaluation reads of the data set', async () => {
    const record = {
      qid: 7,
      query: 'How much?',
      image: ['a/1.png', 'a/2.png', 'a/3.png', 'a/4.png'],
      answer: ['42'],
      is_sufficient: true,
    };
    await withBench([record], { trajectories }, async (bench) => {
      await bench.run();
      const [row] = await converted(bench, 'evisrag');
      expect(row).toEqual({
        qid: '7',
        imgs: ['a/1.png', 'a/2.png', 'a/3.png'],
        pred: trajectories[0],
        query: 'How much?',
        answer: ['42'],
        is_sufficient: true,
      });
    });
  });
});
