import { describe, expect, test } from 'vitest';
import type { Retrieval, Verdict } from '../../../../src/core/rewards/model.ts';
import { vragRl, vragRlEval } from '../../../../src/core/rewards/vragRl/vragRl.ts';
import { contextOf, textAt } from '../responses.ts';

const RESPONSE = '<think>a</think><search>sales</search><answer>Acme</answer><answer>Acme Ltd.</answer>';
const RETRIEVED: Retrieval = { images: ['./img/r_2.jpg', 'r_1.jpg'], fileName: 'r.pdf', pages: ['1'] };

const score = (changes: Partial<Retrieval> | null, verdict: Verdict = 'right', response = RESPONSE) =>
  vragRl.score(response, contextOf(verdict, { retrieval: changes && { ...RETRIEVED, ...changes } }));
const entriesOf = (changes: Partial<Retrieval>) => score(changes).components[2]?.entries;

describe('vrag-rl', () => {
  test('vrag-rl pays 0.7 for the judge, 0.1 for the format and 0.2 for the NDCG of the retrieved images', () => {
    const late = score({});
    expect(late.overall).toBe(0.7 + 0.1 + 0.2 * (1 / Math.log2(3)));
    expect(late.components.map(({ key, weight }) => [key, weight])).toEqual([
      ['answer', '0.7'],
      ['format', '0.1'],
      ['ndcg', '0.2'],
    ]);
    expect(textAt(RESPONSE, late.components[0]?.scope)).toBe('Acme Ltd.');
    expect(score({ images: ['r_1.jpg'] }).overall).toBe(0.7 + 0.1 + 0.2);
    expect(score({}, 'unknown')).toMatchObject({
      overall: null,
      ifWrong: 0.1 + 0.2 * (1 / Math.log2(3)),
      needs: ['verdict'],
    });
  });

  test('vrag-rl says at which rank a reference page came, and which one did not come', () => {
    expect(entriesOf({})).toMatchObject([
      {
        code: 'page-late',
        reason:
          'Retrieved image 2 (`r_1`) is a reference page with a gain of 0.6309 of the ideal 1; at rank 1 the gain is 1.',
      },
    ]);
    expect(entriesOf({ images: ['r_1.jpg'], pages: ['1', '5', '7'] })).toMatchObject([
      { code: 'pages-missing', reason: 'The reference pages `r_5` and `r_7` were not retrieved.' },
    ]);
    expect(entriesOf({ images: [] })).toMatchObject([
      { code: 'pages-missing', amount: '-1', reason: 'The reference page `r_1` was not retrieved.' },
    ]);
    expect(entriesOf({ pages: [] })).toMatchObject([{ code: 'no-reference-page', amount: '-1' }]);
    expect(entriesOf({ images: ['r_1.jpg'], pages: ['1', '1'] })).toMatchObject([
      {
        reason: 'The record lists a reference page more than once, and the ideal counts it each time.',
      },
    ]);
    const many = Array.from({ length: 8 }, (_, page) => String(page));
    expect(entriesOf({ images: [], pages: many })?.[0]?.reason).toMatch(
      /`r_4` and 3 more were not retrieved/,
    );
  });

  test('vrag-rl counts a page that was retrieved twice twice, so that the NDCG may exceed 1', () => {
    const twice = score({ images: ['r_1.jpg', '/other/r_1.jpg/'] });
    expect(twice.reported['ndcg']).toBe(1 + 1 / Math.log2(3));
    expect(twice.components[2]).toMatchObject({
      value: '1.6309297535714575',
      entries: [{ kind: 'credit', code: 'page-repeated', amount: '0.6309297535714575' }],
    });
  });

  test('vrag-rl pays nothing without a search, whatever was retrieved or is missing', () => {
    for (const retrieval of [{}, null]) {
      const { overall, ifRight, needs, components } = score(retrieval, 'unknown', '<answer>1</answer>');
      expect([overall, ifRight, needs]).toEqual([0, 0, []]);
      for (const { entries } of components) expect(entries).toMatchObject([{ code: 'format-incomplete' }]);
    }
  });

  test('vrag-rl names what the record lacks about the retrieval, and keeps what is known', () => {
    expect(score(null).needs).toEqual(['retrieved_images', 'file_name', 'reference_page']);
    expect(score({ fileName: null }, 'unknown').needs).toEqual(['verdict', 'file_name']);
    const { overall, ifRight, components } = score({ images: null });
    expect([overall, ifRight, score({ images: null }).between]).toEqual([
      null,
      null,
      [0.7 + 0.1, 0.7 + 0.1 + 0.2],
    ]);
    expect(score(null, 'unknown').between).toEqual([0.1, 0.7 + 0.1 + 0.2]);
    expect(components.map(({ paid }) => paid)).toEqual(['0.7', '0.1', null]);
  });

  test('vrag-rl removes injected turns on one line before it checks the format, and notes those that it leaves', () => {
    const turn = (line: string) => `<|im_start|>user${line}<search>x</search><|im_end|><answer>1</answer>`;
    expect(score({}, 'right', turn(' ')).overall).toBe(0);
    expect(score({ images: ['r_1'] }, 'right', turn('\n'))).toMatchObject({
      overall: 0.7 + 0.1 + 0.2,
      notes: [{ code: 'turn-not-removed' }],
    });
  });
});

describe('vrag-rl-eval', () => {
  test('vrag-rl-eval pays what the judge says, and nothing without a search', () => {
    expect(vragRlEval.score(RESPONSE, contextOf('unknown'))).toMatchObject({ ifWrong: 0, ifRight: 1 });
    expect(vragRlEval.score('<answer>1</answer>', contextOf('right')).overall).toBe(0);
  });
});
