import { describe, expect, it } from 'vitest';
import { latencyOf, LatencyTable, protocolOf } from '../../../src/core/runMetrics/latency.ts';

const sample = (columns: Readonly<Record<string, number>>, protocol?: string) => ({
  columns,
  dialect: 'lang2act' as const,
  record: protocol === undefined ? null : { evaluation: { settings: { protocol } } },
});

describe('how long a sample takes', () => {
  it('is split into its parts, of which the record may lack some', () => {
    const all = { retrieval_ms: 10, render_ms: 20, first_token_ms: 100, last_token_ms: 400, tools_ms: 30 };
    expect(latencyOf(sample(all))).toEqual({
      retrieval: 10,
      rendering: 20,
      prefill: 100,
      decoding: 300,
      tools: 30,
      'end-to-end': 460,
    });
    expect(latencyOf(sample({ last_token_ms: 400, render_ms: 20 }))).toEqual({
      retrieval: null,
      rendering: 20,
      prefill: null,
      decoding: null,
      tools: null,
      'end-to-end': 420,
    });
    expect(latencyOf(sample({ render_ms: 20, first_token_ms: Number.NaN }))).toMatchObject({
      prefill: null,
      'end-to-end': null,
    });
  });

  it('belongs to the protocol of the evaluation, otherwise to the dialect', () => {
    expect(protocolOf(sample({}, 'vrag-rl'))).toBe('vrag-rl');
    expect(protocolOf(sample({}))).toBe('lang2act');
    expect(protocolOf({ ...sample({}), dialect: null })).toBe('unknown');
  });

  it('has the mean, median and 95th percentile that NumPy computes', () => {
    const table = new LatencyTable();
    for (const time of [5, 1, 9, 3, 40]) table.add(sample({ render_ms: time }));
    table.add(sample({ render_ms: 7 }, 'vrag-rl'));
    expect(table.rows()).toEqual([
      {
        protocol: 'lang2act',
        part: 'rendering',
        samples: 5,
        mean: 11.6,
        median: 5,
        p95: expect.closeTo(33.8, 9) as number,
      },
      { protocol: 'vrag-rl', part: 'rendering', samples: 1, mean: 7, median: 7, p95: 7 },
    ]);
  });
});
