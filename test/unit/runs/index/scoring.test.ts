import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { FIRST_VIEW } from '../../../../src/runs/index/model.ts';
import type { RunIndex } from '../../../../src/runs/index/runIndex.ts';
import { temporaryFolder } from '../../../support/files.ts';
import { openingOf, rollout, samplesOf, startIndex, writeRuns } from './support.ts';

const RESPONSE =
  '<think>Image 1 has it.</think>\n<description><tool name="read_numeric_value" args="Image 1: row Total">518.9</tool></description>\n<answer>42</answer>';

function writeMany(count: number): string {
  const records = Array.from({ length: count }, (_, at) => ({
    ...rollout(`What is ${Math.floor(at / 4)}?`, '7', at % 2),
    ...(at % 5 === 0 ? { output: RESPONSE } : {}),
  }));
  return writeRuns({ '1.jsonl': records });
}

/** What a run says of all its rows. */
async function rowsOf(index: RunIndex): Promise<unknown> {
  const { rows } = await index.rows(0, 100);
  return samplesOf(rows).map((row) => [row.reward, row.components, row.findings, row.tools, row.answer]);
}

describe('scoring in the background', () => {
  test('gives the same columns as rows that are looked at', async () => {
    const folder = writeMany(40);
    const opening = { ...openingOf(folder), profile: 'lang2act' };
    const looked = startIndex({ limits: { scoringThreads: 1 } });
    await looked.open(opening);
    await looked.setBusy(true);
    await looked.settled('indexed');
    const expected = await rowsOf(looked);
    const index = startIndex({ limits: { scoringBlock: 7, scoringThreads: 2 } });
    await index.open(opening);
    const state = await index.settled('scored');
    expect(state).toMatchObject({ phase: 'done', samples: 40, scored: 40, profile: 'lang2act' });
    // Those in the right form need the verdict of a judge.
    expect(state.columns.find(({ name }) => name === 'reward')?.count).toBe(32);
    expect(await rowsOf(index)).toEqual(expected);
    expect(expected).toContainEqual([
      null,
      expect.any(Array),
      expect.any(Array),
      ['read_numeric_value'],
      '42',
    ]);
    await index.setView({ ...FIRST_VIEW, grouped: true });
    const [head] = (await index.rows(0, 1)).rows;
    expect(head).toMatchObject({ kind: 'group', n: 4, majority: { answer: '7', count: 3 } });
  });

  test('finds a mistake within a long text that the index has not read', async () => {
    const broken = JSON.stringify(rollout('Why?', 'b', 0)).replace('It is', `${'long '.repeat(100)}\\x`);
    const folder = writeRuns({ '1.jsonl': `${JSON.stringify(rollout('Why?', 'a', 1))}\n${broken}\n` });
    const index = startIndex();
    await index.open(openingOf(folder));
    const state = await index.settled('scored');
    expect(state).toMatchObject({ samples: 1, broken: 1, scored: 1 });
    expect((await index.rows(1, 1)).rows[0]).toMatchObject({ kind: 'problem', reason: 'json' });
  });

  test('goes on with what was kept, for this person only, and ignores what is damaged', async () => {
    const folder = writeMany(40);
    const cache = path.join(temporaryFolder(), 'scores');
    const opening = { ...openingOf(folder), profile: 'lang2act', cache };
    const limits = { scoringBlock: 10 };
    const first = startIndex({ limits });
    await first.open(opening);
    await first.settled('scored');
    const expected = await rowsOf(first);
    await first.dispose();
    const [key = ''] = fs.readdirSync(cache);
    const blocks = fs.readdirSync(path.join(cache, key)).map((name) => path.join(cache, key, name));
    expect(blocks).toHaveLength(4);
    for (const block of blocks) expect(fs.statSync(block).mode & 0o777).toBe(0o600);
    // One was not written before the window was ended, and one only in part.
    fs.rmSync(blocks[0] ?? '');
    fs.truncateSync(blocks[1] ?? '', 50);
    const before = fs.statSync(blocks[2] ?? '').mtimeMs;
    const second = startIndex({ limits });
    await second.open(opening);
    expect(await second.settled('scored')).toMatchObject({ scored: 40, phase: 'done' });
    expect(await rowsOf(second)).toEqual(expected);
    expect(fs.readdirSync(path.join(cache, key))).toHaveLength(4);
    expect(fs.statSync(blocks[2] ?? '').mtimeMs).toBe(before);
  });

  test('is not disturbed by another window that scores the same files, or by one that was killed', async () => {
    const folder = writeMany(40);
    const cache = path.join(temporaryFolder(), 'scores');
    const opening = { ...openingOf(folder), profile: 'lang2act', cache };
    const limits = { scoringBlock: 3 };
    const killed = startIndex({ limits });
    await killed.open(opening);
    await killed.dispose();
    const windows = [startIndex({ limits }), startIndex({ limits })];
    const results = await Promise.all(
      windows.map(async (window) => {
        await window.open(opening);
        expect(await window.settled('scored')).toMatchObject({ scored: 40, phase: 'done' });
        return rowsOf(window);
      }),
    );
    expect(results[0]).toEqual(results[1]);
    const [key = ''] = fs.readdirSync(cache);
    expect(fs.readdirSync(path.join(cache, key)).filter((name) => !name.endsWith('.tmp'))).toHaveLength(14);
  });

  test('keeps no more than its quota', async () => {
    const cache = path.join(temporaryFolder(), 'scores');
    for (const count of [8, 9]) {
      const index = startIndex({ limits: { cacheQuota: 2000 } });
      await index.open({ ...openingOf(writeMany(count)), cache });
      await index.settled('scored');
      await index.dispose();
    }
    const index = startIndex({ limits: { cacheQuota: 0 } });
    await index.open({ ...openingOf(writeMany(3)), cache });
    await index.settled('indexed');
    await index.rows(0, 1);
    const kept = fs.readdirSync(cache);
    expect(kept.length).toBeLessThanOrEqual(1);
  });

  test('does not start while the window is busy', async () => {
    const index = startIndex();
    const opened = index.open(openingOf(writeMany(40)));
    await index.setBusy(true);
    await opened;
    const state = await index.settled('indexed');
    expect(state.phase).not.toBe('done');
    await index.setBusy(false);
    expect(await index.settled('scored')).toMatchObject({ phase: 'done', scored: 40 });
  });
});
