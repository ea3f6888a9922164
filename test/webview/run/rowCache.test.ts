import { describe, expect, it } from 'vitest';
import { PageTraceError } from '../../../src/core/errors.ts';
import type { RunRows } from '../../../src/protocol/run.ts';
import { RowCache } from '../../../webview/run/model/rowCache.ts';
import { answerRows, sampleRow } from './states.ts';

interface Asked {
  readonly start: number;
  readonly count: number;
  readonly signal: AbortSignal;
  readonly answer: (rows: RunRows) => Promise<void>;
  readonly fail: () => Promise<void>;
}

/** A cache, and what it has asked for. */
function cacheOf(): { readonly cache: RowCache; readonly asked: Asked[] } {
  const asked: Asked[] = [];
  const cache = new RowCache((start, count, signal) => {
    let resolve: (rows: RunRows) => void = () => undefined;
    let reject: (error: Error) => void = () => undefined;
    const promise = new Promise<RunRows>((onAnswer, onFailure) => {
      resolve = onAnswer;
      reject = onFailure;
    });
    const settled = async (): Promise<void> => {
      for (let turn = 0; turn < 4; turn += 1) await Promise.resolve();
    };
    asked.push({
      start,
      count,
      signal,
      answer: (rows) => {
        resolve(rows);
        return settled();
      },
      fail: () => {
        reject(new PageTraceError('file-not-found', 'The file is gone.'));
        return settled();
      },
    });
    return promise;
  });
  return { cache, asked };
}

const rowsFrom = (start: number, changes: Partial<RunRows> = {}): RunRows => ({
  ...answerRows((index) => sampleRow(index), { start, count: 100 }),
  ...changes,
});
const ranges = (asked: readonly Asked[]): readonly (readonly number[])[] =>
  asked.map(({ start, count }) => [start, count]);

describe('the rows that are kept', () => {
  it('are asked for once, in pages, and only as many as there are', async () => {
    const { cache, asked } = cacheOf();
    cache.renew(1, 1, 250);
    cache.want(190, 230);
    cache.want(195, 235);
    expect(ranges(asked)).toEqual([
      [100, 100],
      [200, 50],
    ]);
    expect(cache.at(200)).toBeNull();
    await asked[1]?.answer(rowsFrom(200));
    expect(cache.at(200)).toMatchObject({ row: 200 });
    cache.want(205, 240);
    expect(asked).toHaveLength(2);
  });

  it('are no longer waited for when the person has scrolled on', async () => {
    const { cache, asked } = cacheOf();
    cache.renew(1, 1, 3_000_000);
    cache.want(0, 50);
    cache.want(2_999_950, 3_000_000);
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    await asked[0]?.answer(rowsFrom(0));
    expect(cache.at(0)).toBeNull();
    await asked[1]?.answer(rowsFrom(2_999_900));
    expect(cache.at(2_999_999)).toMatchObject({ row: 2_999_999 });
  });

  it('are asked for again in another version, and shown until then', async () => {
    const { cache, asked } = cacheOf();
    cache.renew(1, 1, 1000);
    cache.want(0, 50);
    await asked[0]?.answer(rowsFrom(0));
    cache.want(500, 550);
    await asked[1]?.answer(rowsFrom(500));
    cache.renew(2, 1, 1000);
    expect(ranges(asked).at(-1)).toEqual([500, 100]);
    expect(cache.at(500)).toMatchObject({ row: 500 });
    expect(cache.at(0)).toBeNull();
    // A version that comes while rows are on their way asks again when they have arrived.
    cache.renew(3, 1, 1000);
    expect(asked).toHaveLength(3);
    await asked[2]?.answer(rowsFrom(500));
    expect(asked).toHaveLength(4);
    await asked[3]?.answer(rowsFrom(500));
    expect(asked).toHaveLength(4);
  });

  it('are dropped when the numbers of rows mean others', async () => {
    const { cache, asked } = cacheOf();
    cache.renew(1, 1, 100);
    cache.want(0, 50);
    await asked[0]?.answer(rowsFrom(0));
    cache.renew(2, 2, 100);
    expect(cache.at(0)).toBeNull();
    await asked[1]?.answer(rowsFrom(0, { generation: 1 }));
    expect(cache.at(0)).toBeNull();
    cache.renew(3, 2, 100);
    await asked[2]?.answer(rowsFrom(0, { generation: 2 }));
    expect(cache.at(0)).toMatchObject({ row: 0 });
  });

  it('say once why they cannot be loaded, and are asked for again on request', async () => {
    const { cache, asked } = cacheOf();
    cache.renew(1, 1, 100);
    cache.want(0, 50);
    await asked[0]?.fail();
    expect(cache.failure.value).toBe('The file is gone.');
    cache.want(10, 60);
    expect(asked).toHaveLength(1);
    cache.retry();
    expect(asked).toHaveLength(2);
    await asked[1]?.answer(rowsFrom(0));
    expect(cache.failure.value).toBeNull();
    expect(cache.at(0)).toMatchObject({ row: 0 });
  });

  it('are a limited number', async () => {
    const { cache, asked } = cacheOf();
    cache.renew(1, 1, 1_000_000);
    for (let page = 0; page < 100; page += 1) {
      cache.want(page * 100, page * 100 + 50);
      await asked.at(-1)?.answer(rowsFrom(page * 100));
    }
    const kept = Array.from({ length: 100 }, (_, page) => cache.at(page * 100)).filter((row) => row !== null);
    expect(kept.length).toBeLessThanOrEqual(20);
    expect(cache.at(9900)).not.toBeNull();
  });
});
