import { Buffer } from 'node:buffer';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readInputs, WITHOUT_OPTIONS } from '../../../../src/runs/reading/inputs.ts';
import { readSampleAt } from '../../../../src/runs/reading/sampleAt.ts';
import { readTable } from '../../../../src/runs/reading/tableRecords.ts';
import { zipFile } from '../../../support/zipFile.ts';

let folder = '';

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sample-at-'));
});

afterEach(() => {
  fs.rmSync(folder, { recursive: true, force: true });
});

const BATCH = {
  custom_id: 'b-1',
  response: { body: { choices: [{ message: { content: 'one' } }, { message: { content: 'two' } }] } },
};

const FILES: readonly (readonly [name: string, text: string])[] = [
  [
    '7.jsonl',
    '{"input": "q", "output": "a", "gts": "r", "score": NaN}\n{"input": "ü", "output": "é", "gts": 1}\r\n',
  ],
  ['batch.jsonl', `${JSON.stringify(BATCH)}\n`],
  ['list.json', `[\n  {"response": "first"},\n  {"response": "second",\n   "prompt": "p"}\n]`],
  ['generations.log', '[prompt] p\n[output] o\n[ground_truth] g\n[score] 0.5\n\n'],
];

const PACKINGS = [
  ['as it is', (text: string) => Buffer.from(text)],
  ['packed with gzip', (text: string) => zlib.gzipSync(text)],
  ['packed with zstd', (text: string) => zlib.zstdCompressSync(text)],
  ['in UTF-16, packed with gzip', (text: string) => zlib.gzipSync(Buffer.from(`\ufeff${text}`, 'utf16le'))],
] as const;

/** Files whose records have no place in bytes. */
const OTHERS: readonly (readonly [name: string, bytes: Buffer])[] = [
  ['a.csv', Buffer.from('response,score\n"one\nline, and another",1\n\ntwo,2\n')],
  ['a.csv.gz', zlib.gzipSync('response,score\none,1\ntwo,2\n')],
  ['a.trajectory', Buffer.from('<think>Why?</think><answer>7</answer>')],
  [
    'a.eval',
    zipFile(
      [2, 10].map((n) => ({
        name: `samples/${n}_epoch_1.json`,
        text: JSON.stringify({ id: n, epoch: 1, input: 'q', target: '1', output: { completion: `a ${n}` } }),
      })),
    ),
  ],
];

/** Reads all samples of a file and each of them again; returns how many there are. */
async function readAllAgain(file: string): Promise<number> {
  let count = 0;
  for await (const items of readInputs([file], { ...WITHOUT_OPTIONS, readTable })) {
    for (const item of items) {
      if (!('sample' in item)) throw new Error(item.problem);
      expect(await readSampleAt(item.place, {})).toEqual(item.sample);
      count += 1;
    }
  }
  return count;
}

describe('a sample that is read again', () => {
  describe.each(PACKINGS)('%s', (_, pack) => {
    it.each(FILES)('is the one that was read in %s', async (name, text) => {
      const file = path.join(folder, name);
      fs.writeFileSync(file, pack(text));
      expect(await readAllAgain(file)).toBeGreaterThan(0);
    });
  });

  it.each(OTHERS)('is the one that was read in %s', async (name, bytes) => {
    const file = path.join(folder, name);
    fs.writeFileSync(file, bytes);
    expect(await readAllAgain(file)).toBe(name === 'a.trajectory' ? 1 : 2);
  });

  it.each([
    ['packed', { line: 1, bytes: null, unpacked: { start: 0, length: 17 } }],
    ['a table', { line: 3, bytes: null }],
  ])('is not read if there is another record at its place, which is %s', async (_, place) => {
    const file = path.join(folder, 'a');
    fs.writeFileSync(
      file,
      'unpacked' in place ? zlib.gzipSync('{"response": "longer than it was"}\n') : 'response,score\na,1\n',
    );
    await expect(readSampleAt({ file, sample: null, ...place }, {})).rejects.toMatchObject({
      reason: 'file-unreadable',
    });
  });

  it.each([
    ['is gone', 'file-not-found', null],
    ['is a trajectory now', 'file-unreadable', '---\nquestion: q\n---\n<answer>1</answer>\n'],
    ['has another record there', 'file-unreadable', '{"response": "longer than it was before"}\n'],
    ['has no response there', 'file-unreadable', '{"responze": "a"}\n'],
  ])('is not read if its file %s', async (_, reason, text) => {
    const file = path.join(folder, 'a.jsonl');
    if (text !== null) fs.writeFileSync(file, text);
    const place = { file, line: 1, bytes: { start: 0, length: 17 }, sample: null };
    await expect(readSampleAt(place, {})).rejects.toMatchObject({ reason });
  });

  it('is not read if its record has fewer samples now', async () => {
    const file = path.join(folder, 'a.jsonl');
    const text = JSON.stringify(BATCH);
    fs.writeFileSync(file, `${text}\n`);
    const place = { file, line: 1, bytes: { start: 0, length: text.length }, sample: 3 };
    await expect(readSampleAt(place, {})).rejects.toMatchObject({ reason: 'file-unreadable' });
  });
});
