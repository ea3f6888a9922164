import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Word } from '../../../src/core/geometry/word.ts';
import { RecognitionCache } from '../../../src/ocr/recognitionCache.ts';
import { temporaryFolder } from '../../support/files.ts';

const KEY = { hash: 'abc', page: 3, pictures: null, reader: 'eng 200' };

function wordOf(text: string): Word {
  return { text, box: { left: 1, top: 2, right: 3, bottom: 4 }, height: 2, line: 0, confidence: 91 };
}

describe('the cache of recognized pages', () => {
  test('returns what was kept, for the same document, page, languages and resolution only', async () => {
    const folder = path.join(temporaryFolder(), 'pages');
    const words = [wordOf('Umsatz'), wordOf('营业额')];
    await new RecognitionCache(folder).write(KEY, words);
    const cache = new RecognitionCache(folder);
    expect(await cache.read(KEY)).toEqual(words);
    for (const other of [
      { hash: 'def' },
      { page: 4 },
      { pictures: [{ left: 0, top: 0, right: 9, bottom: 9 }] },
      { reader: 'deu 200' },
    ]) {
      expect(await cache.read({ ...KEY, ...other })).toBeNull();
    }
    expect(fs.readdirSync(folder)).toHaveLength(1);
  });

  test.each(['', '{"version":2,"words":[{"text":', '{"version":1,"words":[]}', '{"version":2,"words":[1]}'])(
    'reads a damaged file (%s) as if it were not there, and replaces it',
    async (content) => {
      const folder = temporaryFolder();
      const cache = new RecognitionCache(folder);
      await cache.write(KEY, [wordOf('a')]);
      const [name = ''] = fs.readdirSync(folder);
      fs.writeFileSync(path.join(folder, name), content);
      expect(await cache.read(KEY)).toBeNull();
      await cache.write(KEY, [wordOf('b')]);
      expect(await cache.read(KEY)).toEqual([wordOf('b')]);
    },
  );

  test('removes the oldest pages beyond its size, and no other files', async () => {
    const folder = temporaryFolder();
    fs.writeFileSync(path.join(folder, 'notes.txt'), 'a'.repeat(2000));
    const cache = new RecognitionCache(folder, 1000);
    for (const page of [1, 2, 3]) {
      await cache.write({ ...KEY, page }, [wordOf('a'.repeat(300))]);
      for (const name of fs.readdirSync(folder)) {
        const file = path.join(folder, name);
        const { mtimeMs } = fs.statSync(file);
        fs.utimesSync(file, mtimeMs / 1000 - 10, mtimeMs / 1000 - 10);
      }
    }
    expect(await cache.read({ ...KEY, page: 1 })).toBeNull();
    expect(await cache.read({ ...KEY, page: 3 })).not.toBeNull();
    expect(fs.existsSync(path.join(folder, 'notes.txt'))).toBe(true);
  });

  test('removes what an ended process has left, and no file that is being written', async () => {
    const folder = temporaryFolder();
    const names = ['0'.repeat(24), '1'.repeat(24)].map((digits) => `.pagetrace-${digits}.tmp`);
    const [old = '', fresh = ''] = names.map((name) => path.join(folder, name));
    for (const file of [old, fresh]) fs.writeFileSync(file, 'half a page');
    const hoursAgo = fs.statSync(old).mtimeMs / 1000 - 7200;
    fs.utimesSync(old, hoursAgo, hoursAgo);
    await new RecognitionCache(folder, 10).write(KEY, []);
    expect([fs.existsSync(old), fs.existsSync(fresh)]).toEqual([false, true]);
  });

  test('can be used twice at once: a page is read whole or not at all', async () => {
    const folder = path.join(temporaryFolder(), 'pages');
    const caches = [new RecognitionCache(folder, 20_000), new RecognitionCache(folder, 20_000)];
    const words = Array.from({ length: 20 }, (_, at) => wordOf(`word ${at}`));
    const use = async (cache: RecognitionCache): Promise<void> => {
      for (let page = 1; page <= 20; page += 1) {
        await cache.write({ ...KEY, page }, words);
        const kept = await cache.read({ ...KEY, page: ((page * 7) % 20) + 1 });
        if (kept !== null) expect(kept).toEqual(words);
      }
    };
    await Promise.all(caches.map(use));
    const sizes = fs.readdirSync(folder).map((name) => fs.statSync(path.join(folder, name)).size);
    // Each instance may write a twentieth of the limit before it measures again, and a page beyond that.
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(20_000 * 1.1 + 2 * Math.max(...sizes));
    await caches[0]?.write(KEY, words);
    expect(await caches[1]?.read(KEY)).toEqual(words);
  });

  test('a folder that cannot be written does no harm', async () => {
    const file = path.join(temporaryFolder(), 'file');
    fs.writeFileSync(file, '');
    const cache = new RecognitionCache(path.join(file, 'pages'));
    await cache.write(KEY, [wordOf('a')]);
    expect(await cache.read(KEY)).toBeNull();
  });
});
