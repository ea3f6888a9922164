import { Buffer } from 'node:buffer';
import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { NotKept, UnpackedCache, type UnpackedLimits } from '../../../../src/runs/packed/unpackedCache.ts';
import { clearUnpacked, trimUnpacked, unpackedFolder } from '../../../../src/runs/packed/unpackedFolder.ts';
import type { UnpackedText } from '../../../../src/runs/packed/unpackedText.ts';
import { temporaryFolder } from '../../../support/files.ts';

const LIMITS: UnpackedLimits = {
  unpackedQuota: 1000,
  unpackedFree: 0,
  unpackedCheck: 100,
  leaseTime: 60_000,
};
const KEYS = ['a', 'b', 'c'].map((each) => each.repeat(40));
const [A = '', B = '', C = ''] = KEYS;

function createCache(more: Partial<UnpackedLimits> = {}) {
  const folder = temporaryFolder();
  return { cache: new UnpackedCache(folder, { ...LIMITS, ...more }), folder: unpackedFolder(folder) };
}

/** Unpacks so many bytes; the text is in use until it is closed. */
async function unpack(cache: UnpackedCache, key: string, bytes: number): Promise<UnpackedText> {
  const text = await cache.create(key);
  onTestFinished(() => text.close().catch(() => undefined));
  for (let at = 0; at < bytes; at += 100) await cache.write(text, Buffer.alloc(100, 'x'), 'file', at / bytes);
  await text.finish();
  return text;
}

const keysIn = (folder: string): readonly string[] =>
  fs
    .readdirSync(folder)
    .map((name) => name[0] ?? '')
    .sort();

/** Makes everything in an entry look as if it had not been touched for a while. */
function age(folder: string, seconds: number): void {
  const then = Date.now() / 1000 - seconds;
  for (const name of fs.readdirSync(folder)) fs.utimesSync(path.join(folder, name), then, then);
  fs.utimesSync(folder, then, then);
}

test('a text is found once it is whole, as long as it has the length that it had', async () => {
  const { cache } = createCache();
  const begun = await cache.create(A);
  onTestFinished(() => begun.close());
  await cache.write(begun, Buffer.from('text'), 'file', 1);
  expect(await cache.find(A)).toBeNull();
  await begun.finish();
  const found = await cache.find(A);
  expect(found?.bytes).toBe(4);
  expect(found?.path).toBe(begun.path);
  await found?.close();
  expect(await cache.find(B)).toBeNull();
  fs.truncateSync(begun.path, 3);
  expect(await cache.find(A)).toBeNull();
});

test('texts that were not used for the longest time make room for others', async () => {
  const { cache, folder } = createCache();
  const first = await unpack(cache, A, 400);
  const second = await unpack(cache, B, 400);
  await first.close();
  await second.close();
  age(path.dirname(first.path), 1000);
  age(path.dirname(second.path), 2000);
  await (await unpack(cache, C, 500)).close();
  expect(keysIn(folder)).toEqual(['a', 'c']);
});

test('texts that this or another window uses are not removed', async () => {
  const { cache, folder } = createCache();
  const first = await unpack(cache, A, 400);
  const other = await new UnpackedCache(path.dirname(folder), LIMITS).find(A);
  await first.close();
  fs.utimesSync(path.dirname(first.path), 1, 1);
  await expect(unpack(cache, B, 800)).rejects.toThrow(NotKept);
  expect(await trimUnpacked(folder, 0, LIMITS.leaseTime)).toBeGreaterThan(0);
  expect(keysIn(folder)).toContain('a');
  expect((await clearUnpacked(folder, LIMITS.leaseTime)).inUse).toBeGreaterThanOrEqual(400);
  await other?.close();
  expect((await clearUnpacked(folder, LIMITS.leaseTime)).bytes).toBeGreaterThanOrEqual(400);
  expect(keysIn(folder)).not.toContain('a');
});

test('a window says again and again that it uses a text', async () => {
  const { cache } = createCache({ leaseTime: 50 });
  const text = await unpack(cache, A, 100);
  const folder = path.dirname(text.path);
  age(folder, 1000);
  await expect
    .poll(() =>
      fs.readdirSync(folder).some((name) => Date.now() - fs.statSync(path.join(folder, name)).mtimeMs < 1000),
    )
    .toBe(true);
});

test('what a window has left that was ended is removed when it is old', async () => {
  const { cache, folder } = createCache();
  const whole = path.dirname((await unpack(cache, A, 100)).path);
  const part = await cache.create(B);
  onTestFinished(() => part.close());
  await trimUnpacked(folder, 1000, LIMITS.leaseTime);
  expect(keysIn(folder)).toEqual(['a', 'b']);
  age(path.dirname(part.path), 1000);
  age(whole, 1000);
  await trimUnpacked(folder, 1000, LIMITS.leaseTime);
  expect(keysIn(folder)).toEqual(['a']);
  expect(fs.readdirSync(whole).sort()).toEqual(['text', 'whole']);
});

test('a text that is closed before it is whole is removed', async () => {
  const { cache, folder } = createCache();
  const text = await cache.create(A);
  await text.close();
  expect(fs.readdirSync(folder)).toEqual([]);
});

test.each([
  ['ENOSPC', 'the disk is nearly full'],
  ['EDQUOT', 'the disk is nearly full'],
  ['EIO', 'the cache cannot be written'],
])('a write that fails with %s is said in one sentence', async (code, sentence) => {
  const { cache } = createCache();
  const text = await cache.create(A);
  onTestFinished(() => text.close());
  vi.spyOn(text, 'write').mockRejectedValue(Object.assign(new Error(code), { code }));
  await expect(cache.write(text, Buffer.from('x'), 'file', 0.5)).rejects.toThrow(sentence);
});

test('nothing is left of a text for whose beginning there is no room', async () => {
  const { cache, folder } = createCache();
  const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
  const spied = vi.spyOn(fs.promises, 'open').mockRejectedValueOnce(full);
  onTestFinished(() => {
    spied.mockRestore();
  });
  await expect(cache.create(A)).rejects.toThrow(
    `Make room on the disk of ${path.dirname(folder)}, and open the run again.`,
  );
  expect(fs.readdirSync(folder)).toEqual([]);
});

test('a bomb is not believed to end within the quota', async () => {
  const { cache } = createCache();
  const text = await cache.create(A);
  onTestFinished(() => text.close());
  const writing = cache.write(text, Buffer.alloc(100), 'bomb.gz', 0.001);
  await expect(writing).rejects.toThrow('bomb.gz is not kept unpacked');
  expect(text.bytes).toBe(100);
});
