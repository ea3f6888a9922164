import { Buffer } from 'node:buffer';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { parquetWriteBuffer } from 'hyparquet-writer';
import type { RunLimits } from '../../../../src/runs/index/model.ts';
import type { RunIndex } from '../../../../src/runs/index/runIndex.ts';
import { readSampleAt } from '../../../../src/runs/reading/sampleAt.ts';
import { clearCache } from '../../../../src/runs/worker/cacheFolder.ts';
import { temporaryFolder } from '../../../support/files.ts';
import { zipFile } from '../../../support/zipFile.ts';
import { openingOf, shareIndex, startIndex } from './support.ts';

const shared = shareIndex();

/** An index that loads only short records unasked. */
const sparing = shareIndex({ longestUnasked: 1000 });

const rollout = (n: number): string => `{"input": "q ${n}", "output": "a", "gts": "1", "score": ${n}}\n`;
const TEXT = [1, 2, 3].map(rollout).join('');
const LONG = JSON.stringify({ input: 'q 3', output: 'a'.repeat(3000), gts: '1', score: 3 });
const inspect = (n: number): string =>
  JSON.stringify({ id: n, epoch: 1, input: `q ${n}`, target: 'ä', output: { completion: 'a' } });

/** Files of three rows, of which some have problems. */
const FILES: readonly (readonly [what: string, name: string, bytes: Buffer])[] = [
  ['gzip', 'a.jsonl.gz', zlib.gzipSync(TEXT)],
  [
    'zstd of two frames',
    'a.zst',
    Buffer.concat([zlib.zstdCompressSync(TEXT), zlib.zstdCompressSync('\n\n')]),
  ],
  ['gzip without a last line feed', 'a.jsonl.gz', zlib.gzipSync(TEXT.trimEnd())],
  [
    'gzip with a line that is not JSON',
    'a.jsonl.gz',
    zlib.gzipSync(`${rollout(1)}\n{"input": \n${rollout(2)}`),
  ],
  [
    'a packed list in UTF-16',
    'a.gz',
    zlib.gzipSync(Buffer.from(`\ufeff[${TEXT.trim().replaceAll('\n', ', ')}]`, 'utf16le')),
  ],
  [
    'a packed list with NaN',
    'a.json.gz',
    zlib.gzipSync(`[${rollout(1)},\n${rollout(2).replace('"score": 2', '"score": NaN')}, ${rollout(3)}]`),
  ],
  [
    'a packed log',
    'a.gz',
    zlib.gzipSync(
      [1, 2, 3].map((n) => `[prompt] q ${n}\n[output] a\n[ground_truth] 1\n[score] ${n}\n\n`).join(''),
    ),
  ],
  ['a table', 'a.csv', Buffer.from('input,output,gts,score\n"q\n1",a,1,1\n\nq 2,a,1,2\nq 3,ä,1,3\n')],
  [
    'a table with a row that is no row',
    'a.csv',
    Buffer.from(`input,output,gts,score\nq 1,a,1,1\nq 2,"${'a'.repeat(100)}"b"c",1,2\nq 3,ä,1,3\n`),
  ],
  ['a packed table', 'a.tsv.gz', zlib.gzipSync('input\toutput\tscore\nq 1\ta\t1\nq 2\ta\t2\nq 3\ta\t3\n')],
  [
    'Parquet',
    'a.parquet',
    Buffer.from(
      parquetWriteBuffer({
        columnData: [
          { name: 'input', data: ['q 1', 'q 2', 'q 3'] },
          { name: 'output', data: ['a', 'b', 'c'] },
          { name: 'score', data: [1, Number.NaN, 3], type: 'DOUBLE' },
        ],
      }),
    ),
  ],
  [
    'a log of Inspect',
    'a.eval',
    zipFile([
      { name: 'samples/1_epoch_1.json', text: inspect(1) },
      { name: 'samples/2_epoch_1.json', text: 'not JSON' },
      { name: 'samples/ä_epoch_1.json', text: inspect(3) },
    ]),
  ],
];

function write(name: string, bytes: Uint8Array): string {
  const file = path.join(temporaryFolder(), name);
  fs.writeFileSync(file, bytes);
  return file;
}

/** Everything that a run has: its rows as they are shown, and as they are opened. */
async function contentOf(index: RunIndex, file: string, cache: string | null) {
  await index.open({ ...openingOf(file), cache });
  const { phase, samples, broken, files, notices } = await index.settled('scored');
  const { rows } = await index.rows(0, 10);
  const opened = await Promise.all(rows.map((_, row) => index.sample(row)));
  return { phase, samples, broken, files, notices, rows, opened };
}

const unpackedIn = (cache: string): readonly string[] => {
  const folder = path.join(cache, 'unpacked');
  return fs.existsSync(folder) ? fs.readdirSync(folder).map((name) => path.join(folder, name)) : [];
};

describe('a file that is unpacked into the cache', () => {
  test.each(FILES)('has the same rows at the same places as without one: %s', async (_, name, bytes) => {
    const file = write(name, bytes);
    const cache = path.join(temporaryFolder(), 'runs');
    const index = shared();
    const expected = await contentOf(index, file, null);
    expect(expected.rows).toHaveLength(3);
    expect(await contentOf(index, file, cache)).toEqual(expected);
    const [entry = ''] = unpackedIn(cache);
    const { mtimeMs } = fs.statSync(path.join(entry, 'text'));
    expect(await contentOf(index, file, cache)).toEqual(expected);
    expect(unpackedIn(cache)).toEqual([entry]);
    expect(fs.statSync(path.join(entry, 'text')).mtimeMs).toBe(mtimeMs);
    // A place names a sample whatever becomes of the cache.
    fs.rmSync(cache, { recursive: true });
    for (const opened of expected.opened)
      if ('sample' in opened) expect(await readSampleAt(opened.place, {})).toEqual(opened.sample);
  });

  test('has samples that are found again while no run is open', async () => {
    const file = write('a.csv', Buffer.from('response,score\na,1\nb,2\n'));
    const index = startIndex();
    expect(await index.sampleAt({ file, line: 3, bytes: null, sample: null }, {})).toMatchObject({
      response: 'b',
    });
    await expect(
      index.sampleAt({ file: `${file}.gone`, line: 3, bytes: null, sample: null }, {}),
    ).rejects.toMatchObject({ reason: 'file-not-found' });
  });

  test('has the rows of a text in UTF-16', async () => {
    const file = write('a.jsonl', Buffer.from(`\ufeff${TEXT.replace('q 2', 'q ä')}`, 'utf16le'));
    const { opened, broken } = await contentOf(shared(), file, temporaryFolder());
    expect(broken).toBe(0);
    expect(opened.map(({ place }) => place.line)).toEqual([1, 2, 3]);
    for (const each of opened) expect(each).toMatchObject({ sample: await readSampleAt(each.place, {}) });
  });

  test.each([
    ['a.jsonl.gz', zlib.gzipSync(`${rollout(1)}${LONG}\n${rollout(2)}`), 2],
    ['a.json.gz', zlib.gzipSync(`[${rollout(1)},\n\n${LONG}, ${rollout(2)}]`), 4],
    ['a.csv', Buffer.from(`input,output,gts\n"q\n1",a,1\nq 3,${'a'.repeat(3000)},1\nq 2,a,1\n`), 4],
  ])('does not load a long record unasked: %s', async (name, bytes, line) => {
    const { rows, opened } = await contentOf(sparing(), write(name, bytes), temporaryFolder());
    expect(rows.map((row) => row.kind)).toEqual(['sample', 'problem', 'sample']);
    expect(rows[1]).toMatchObject({ reason: 'too_long', place: { line, bytes: null } });
    expect(opened[1]).toMatchObject({ sample: { question: 'q 3' }, place: { line, bytes: null } });
  });

  test('is for this person only', async () => {
    const cache = path.join(temporaryFolder(), 'runs');
    await contentOf(shared(), write('a.jsonl.gz', zlib.gzipSync(TEXT)), cache);
    const [entry = ''] = unpackedIn(cache);
    expect(fs.statSync(cache).mode & 0o777).toBe(0o700);
    expect(fs.statSync(entry).mode & 0o777).toBe(0o700);
    for (const name of fs.readdirSync(entry))
      expect(fs.statSync(path.join(entry, name)).mode & 0o777).toBe(0o600);
  });

  test('shows rows while it is unpacked, and how far that is', async () => {
    const records = Array.from({ length: 30_000 }, (_, n) => rollout(n)).join('');
    const file = write('a.jsonl.gz', zlib.gzipSync(records, { level: 1 }));
    const seen: (readonly [number, number | null])[] = [];
    const index = startIndex({
      limits: { progressInterval: 0 },
      onDidChange: ({ samples, unpackedBytes, phase }) => {
        if (phase === 'indexing' && seen.length < 1000) seen.push([samples, unpackedBytes]);
      },
    });
    await index.open({ ...openingOf(file), cache: temporaryFolder() });
    expect(await index.settled('indexed')).toMatchObject({ samples: 30_000, unpackedBytes: null });
    const during = seen.filter(([samples]) => samples > 0 && samples < 30_000);
    expect(during.length).toBeGreaterThan(3);
    expect(during.every(([, bytes]) => bytes !== null && bytes > 0 && bytes < records.length)).toBe(true);
  });

  test('is kept when its run is closed, and removed with the scores when the cache is cleared', async () => {
    const cache = path.join(temporaryFolder(), 'runs');
    const file = write('a.jsonl.gz', zlib.gzipSync(TEXT));
    const index = startIndex();
    await contentOf(index, file, cache);
    const used = await clearCache(cache, 60_000);
    expect(used.bytes).toBeGreaterThan(0);
    expect(used.inUse).toBeGreaterThanOrEqual(TEXT.length);
    expect(await index.sample(2)).toMatchObject({ sample: { question: 'q 3' } });
    await index.dispose();
    expect(unpackedIn(cache)).toHaveLength(1);
    expect(await clearCache(cache, 60_000)).toMatchObject({ inUse: 0 });
    expect(unpackedIn(cache)).toEqual([]);
    expect(fs.readdirSync(cache)).toEqual(['unpacked']);
  });

  test('is unpacked by two windows at once without disturbing either', async () => {
    const cache = path.join(temporaryFolder(), 'runs');
    const file = write('a.jsonl.gz', zlib.gzipSync(TEXT));
    const windows = [startIndex(), startIndex()];
    const [first, second] = await Promise.all(windows.map((index) => contentOf(index, file, cache)));
    expect(first).toEqual(second);
    expect(first).toMatchObject({ samples: 3, notices: [] });
  });
});

describe('a packed file that changes', () => {
  test('is unpacked again, and what it was is not shown', async () => {
    const cache = path.join(temporaryFolder(), 'runs');
    const file = write('a.jsonl.gz', zlib.gzipSync(TEXT));
    const index = startIndex();
    await contentOf(index, file, cache);
    fs.writeFileSync(`${file}.new`, zlib.gzipSync(rollout(7) + rollout(8)));
    fs.renameSync(`${file}.new`, file);
    expect(await index.refresh()).toMatchObject({ samples: 2, generation: 1 });
    expect(await index.sample(1)).toMatchObject({ sample: { question: 'q 8' } });
  });

  test.each([
    [0, 5],
    [1e9, 3],
  ])('and only grows is read again after a pause: %d times', async (growthPause, samples) => {
    const file = write('a.jsonl.gz', zlib.gzipSync(TEXT));
    const index = startIndex({ limits: { growthPause } });
    await contentOf(index, file, path.join(temporaryFolder(), 'runs'));
    fs.appendFileSync(file, zlib.gzipSync(rollout(4) + rollout(5)));
    expect(await index.refresh()).toMatchObject({ samples });
  });

  test('may still be written if it is cut off, and is damaged if nobody goes on', async () => {
    const cache = path.join(temporaryFolder(), 'runs');
    const long = Array.from({ length: 3000 }, (_, n) => rollout(n)).join('');
    const packed = zlib.gzipSync(long);
    const file = write('a.jsonl.gz', packed.subarray(0, -100));
    let settleTime = 1e9;
    const limits: Partial<RunLimits> = { settleTime, growthPause: 0 };
    const index = startIndex({ limits });
    await index.open({ ...openingOf(file), cache });
    const state = await index.settled('indexed');
    expect(state.files[0]).toMatchObject({ status: 'pending', problem: null });
    expect(state.samples).toBeGreaterThan(1000);
    fs.appendFileSync(file, packed.subarray(-100));
    expect(await index.refresh()).toMatchObject({ samples: 3000, files: [{ status: 'indexed' }] });
    settleTime = 0;
    const other = startIndex({ limits: { settleTime } });
    const cut = write('a.jsonl.gz', packed.subarray(0, -100));
    await other.open({ ...openingOf(cut), cache });
    const { files } = await other.settled('indexed');
    expect(files[0]).toMatchObject({
      status: 'failed',
      problem: expect.stringContaining('is packed, and is damaged or cut off') as string,
    });
    await other.dispose();
    await index.dispose();
    // What is not whole is not kept.
    expect(unpackedIn(cache)).toHaveLength(1);
  });
});

describe('a packed file that there is no room for', () => {
  const records = Array.from({ length: 20_000 }, (_, n) => rollout(n)).join('');
  const packed = zlib.gzipSync(records);

  test.each([
    ['quota', { unpackedQuota: 400_000 }, 'is not kept unpacked: all packed files together may take 0 MB.'],
    [
      'seeming size',
      { unpackedQuota: 20_000 },
      'is not kept unpacked: all packed files together may take 0 MB.',
    ],
    ['free space', { unpackedFree: Number.MAX_SAFE_INTEGER }, 'the disk is nearly full.'],
  ])('is read from its beginning, with one notice: %s', async (_, more, notice) => {
    const cache = path.join(temporaryFolder(), 'runs');
    const file = write('a.jsonl.gz', packed);
    const index = startIndex({ limits: { unpackedCheck: 100_000, ...more } });
    await index.open({ ...openingOf(file), cache });
    await index.settled('scored');
    const state = await index.refresh();
    expect(state).toMatchObject({ samples: 20_000, broken: 0, phase: 'done', unpackedBytes: null });
    expect(state.notices).toEqual([expect.stringContaining(notice)]);
    expect(unpackedIn(cache)).toEqual([]);
    expect(await index.sample(19_999)).toMatchObject({ sample: { question: 'q 19999' } });
    expect(await index.sample(0)).toMatchObject({ sample: { question: 'q 0' } });
  });

  test('is read from its beginning if the cache cannot be written', async () => {
    const cache = write('runs', Buffer.from('a file in the place of the folder'));
    const content = await contentOf(startIndex(), write('a.jsonl.gz', zlib.gzipSync(TEXT)), cache);
    expect(content).toMatchObject({
      samples: 3,
      notices: [expect.stringContaining('the cache cannot be written.')],
    });
  });
});
