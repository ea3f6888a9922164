import { describe, expect, it } from 'vitest';
import { readSweepCells } from '../../../../src/core/datasets/sweepCells.ts';
import { matrixJson } from '../../../../src/evaluation/sweep/matrixJson.ts';
import type { Matrix } from '../../../../src/evaluation/sweep/matrix.ts';

const MATRIX: Matrix = {
  sweep: 'q.sweep.yaml',
  dataset: 'q.dataset.jsonl',
  baseline: 'lang2act',
  seed: 0,
  rounds: 1000,
  permutations: 9999,
  level: 0.95,
  definitions: [{ name: 'em', title: 'Exact match', unit: 'share', description: 'd', better: 'higher' }],
  unknown: [],
  cells: [
    {
      name: 'lang2act',
      file: 'lang2act-0123456789.jsonl',
      choice: { prompt: 'lang2act', server: 's', model: 'm', pixels: 'p', pages: 'g', sampling: 'u' },
      questions: 2,
      samples: 4,
      failed: 1,
      passed: 0,
      decided: 0,
      rewards: ['lang2act'],
      promptTokens: null,
      completionTokens: 12,
      seconds: 0.5,
      metrics: [{ name: 'em', samples: 4, questions: 2, value: 0.5, low: null, high: null, against: null }],
      error: null,
    },
  ],
};

describe('the cells that the editor lists', () => {
  it('are those that a sweep keeps', () => {
    expect(readSweepCells(JSON.stringify(matrixJson(MATRIX)))).toMatchObject({
      sweep: 'q.sweep.yaml',
      cells: [{ name: 'lang2act', samples: 4, failed: 1, metrics: { em: { value: 0.5 } } }],
    });
  });

  it.each(['', '{', '{}', '[]', JSON.stringify({ pagetrace_sweep: 1, sweep: 'x', cells: [] })])(
    'are none in another file (%j)',
    (text) => {
      expect(readSweepCells(text)).toBeNull();
    },
  );

  it('never lead out of the folder of the runs', () => {
    const [cell] = MATRIX.cells;
    const of = (file: string) =>
      readSweepCells(JSON.stringify(matrixJson({ ...MATRIX, cells: cell ? [{ ...cell, file }] : [] })));
    expect(of('../secret.jsonl')).toBeNull();
    expect(of('/etc/secret.jsonl')).toBeNull();
    expect(of('run.jsonl')).not.toBeNull();
  });
});
