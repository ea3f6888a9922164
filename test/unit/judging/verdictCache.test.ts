import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { VerdictCache } from '../../../src/judging/verdictCache.ts';

let folder: string;

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'pagetrace-verdicts-'));
});
afterEach(async () => {
  await fs.rm(folder, { recursive: true });
});

const item = (answer: string) => ({ question: 'Total?', reference: '4.2', answer });
const key = (answer: string): string => VerdictCache.keyOf(item(answer));
const RIGHT = { verdict: 'right' } as const;
const SCORES = { scores: { coherence: 4, nonHallucination: 5, factualConsistency: 3 } };

/** All files of verdicts. */
async function files(): Promise<readonly string[]> {
  const names = await fs.readdir(folder, { recursive: true, withFileTypes: true });
  return names.filter((each) => each.isFile()).map((each) => path.join(each.parentPath, each.name));
}

describe('what a judge said', () => {
  test('is found again by the item, by another process too', async () => {
    const cache = await VerdictCache.open(folder, ['prompt', 'model']);
    expect(await cache.find(key('4.2'))).toBeNull();
    await cache.add([
      [key('4.2'), RIGHT],
      [key('whole'), SCORES],
    ]);
    expect(await cache.find(key('4.2'))).toEqual(RIGHT);
    const other = await VerdictCache.open(folder, ['prompt', 'model']);
    expect(await other.find(key('4.2'))).toEqual(RIGHT);
    expect(await other.find(key('whole'))).toEqual(SCORES);
    expect(await other.find(key('5'))).toBeNull();
  });

  test('belongs to its prompt and model', async () => {
    const cache = await VerdictCache.open(folder, ['prompt', 'model']);
    await cache.add([[key('4.2'), RIGHT]]);
    const other = await VerdictCache.open(folder, ['prompt', 'another model']);
    expect(await other.find(key('4.2'))).toBeNull();
  });

  test('the parts of an item cannot be mistaken for each other', () => {
    const keys = [
      { question: 'a', reference: 'b', answer: 'c' },
      { question: 'ab', reference: '', answer: 'c' },
      { question: 'a', reference: null, answer: 'c' },
      { question: null, reference: 'b', answer: 'c' },
    ].map((each) => VerdictCache.keyOf(each));
    expect(new Set(keys).size).toBe(4);
  });

  test('a line that was cut short at any place is not read, and does not break the next one', async () => {
    const cache = await VerdictCache.open(folder, []);
    await cache.add([[key('4.2'), RIGHT]]);
    const [file = ''] = await files();
    const whole = await fs.readFile(file, 'utf8');
    for (let length = 0; length < whole.length; length += 1) {
      await fs.writeFile(file, whole.slice(0, length));
      const next = await VerdictCache.open(folder, []);
      expect(await next.find(key('4.2'))).toBeNull();
      await next.add([[key('4.2'), { verdict: 'wrong' }]]);
      const last = await VerdictCache.open(folder, []);
      expect(await last.find(key('4.2'))).toEqual({ verdict: 'wrong' });
    }
  });

  test('what somebody else wrote there is not read', async () => {
    const cache = await VerdictCache.open(folder, []);
    await cache.add([[key('4.2'), RIGHT]]);
    const [file = ''] = await files();
    await fs.writeFile(file, `\n${key('4.2')} {"verdict":"perhaps"}\n`);
    const next = await VerdictCache.open(folder, []);
    expect(await next.find(key('4.2'))).toBeNull();
  });

  test('only a limited part is held in memory, and all of it is found', async () => {
    const cache = await VerdictCache.open(folder, [], 200);
    const answers = Array.from({ length: 50 }, (_, index) => String(index));
    for (const answer of answers) {
      await cache.find(key(answer));
      await cache.add([[key(answer), RIGHT]]);
    }
    for (const answer of answers) expect(await cache.find(key(answer))).toEqual(RIGHT);
  });

  test('a place where no folder can be made is one clear error, also where the system allows none', async () => {
    const file = path.join(folder, 'file');
    await fs.writeFile(file, '');
    const places = process.platform === 'linux' ? [file, '/proc/self'] : [file];
    for (const place of places)
      await expect(VerdictCache.open(place, [])).rejects.toMatchObject({
        reason: 'file-unwritable',
        message: `The verdicts cannot be kept in ${place}.`,
        hint: expect.stringContaining('another folder') as unknown,
      });
  });
});
