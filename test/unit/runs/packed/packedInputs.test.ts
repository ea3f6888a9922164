import { Buffer } from 'node:buffer';
import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  readInputs,
  WITHOUT_OPTIONS,
  type InputItem,
  type InputOptions,
} from '../../../../src/runs/reading/inputs.ts';
import { unpackedChunks } from '../../../../src/runs/packed/unpackedChunks.ts';
import { readTable } from '../../../../src/runs/reading/tableRecords.ts';
import { temporaryFolder } from '../../../support/files.ts';
import { zipFile, type ZipMethod } from '../../../support/zipFile.ts';

async function read(
  files: readonly string[],
  options: Partial<InputOptions> = {},
): Promise<readonly InputItem[]> {
  const items: InputItem[] = [];
  for await (const portion of readInputs(files, { ...WITHOUT_OPTIONS, readTable, ...options }))
    items.push(...portion);
  return items;
}

function write(name: string, bytes: Uint8Array): string {
  const file = path.join(temporaryFolder(), name);
  fs.writeFileSync(file, bytes);
  return file;
}

const said = (items: readonly InputItem[]): readonly string[] =>
  items.map((item) => ('sample' in item ? item.sample.response : item.problem));

const lines = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, n) => `{"response": "${from + n} ${'x'.repeat(50)}"}\n`).join('');

/** Records, and the responses that they have. */
const TEXT = lines(0, 2000);
const RESPONSES = TEXT.trimEnd()
  .split('\n')
  .map((line) => (JSON.parse(line) as { response: string }).response);

const PACKINGS = {
  gzip: (text: string | Buffer): Buffer => zlib.gzipSync(text),
  zstd: (text: string | Buffer): Buffer => zlib.zstdCompressSync(text),
} as const;

describe.each(Object.entries(PACKINGS))('what is packed with %s', (_, pack) => {
  it.each(['a.jsonl', 'a.jsonl.gz', 'rollouts'])('is read whatever its name is: %s', async (name) => {
    const items = await read([write(name, pack(TEXT))]);
    expect(said(items)).toEqual(RESPONSES);
    expect(items.at(-1)?.place).toMatchObject({ line: 2000, bytes: null });
  });

  it('is read to its end if it has several members or frames', async () => {
    const parts = [lines(0, 700), lines(700, 701), lines(701, 2000)].map(pack);
    expect(said(await read([write('a', Buffer.concat(parts))]))).toEqual(RESPONSES);
  });

  it('is read from standard input, in any encoding and container', async () => {
    const list = Buffer.from(`\ufeff[${TEXT.trimEnd().replaceAll('\n', ',\n')}]`, 'utf16le');
    const packed = pack(list);
    const chunks = Array.from({ length: Math.ceil(packed.length / 1000) }, (_, n) =>
      packed.subarray(n * 1000, (n + 1) * 1000),
    );
    expect(said(await read(['-'], { stdin: Readable.from(chunks) }))).toEqual(RESPONSES);
  });

  it('keeps what comes before its end if it is cut off', async () => {
    // Text that cannot be packed well, so that much of it is unpacked before the end is missed.
    const hard = Array.from(
      { length: 30_000 },
      (_, n) => `{"response": "${zlib.crc32(`${n}`).toString(36)}${zlib.crc32(`-${n}`)}"}\n`,
    ).join('');
    const packed = pack(hard);
    const items = await read([write('a', packed.subarray(0, Math.floor(packed.length * 0.9)))]);
    const problems = items.filter((item) => 'problem' in item);
    expect(items.length).toBeGreaterThan(100);
    expect(problems.at(-1)?.problem).toMatch(/is packed, and is damaged or cut off/);
  });

  it.each([
    ['Parquet', 'PAR1 and more'],
    ['an archive', zipFile([{ name: 'a', text: 'x' }])],
  ])('says that it is to be unpacked first if it is %s', async (_kind, content) => {
    const [item] = await read([write('a', pack(content))]);
    expect(item).toMatchObject({
      problem: expect.stringContaining('was packed once more. Unpack it first') as string,
    });
  });

  it('is said to be cut off if it is a table', async () => {
    const table = `response,score\n${Array.from({ length: 30_000 }, (_unused, n) => `${zlib.crc32(`${n}`)} ${zlib.crc32(`-${n}`)},${n}\n`).join('')}`;
    const packed = pack(table);
    const items = await read([write('a.csv.gz', packed.subarray(0, Math.floor(packed.length * 0.9)))]);
    expect(items.length).toBeGreaterThan(100);
    expect(said(items).at(-1)).toMatch(/is packed, and is damaged or cut off/);
  });

  it('is refused if it is damaged', async () => {
    const packed = Buffer.from(pack(TEXT));
    packed.fill(0xff, 20, 60);
    expect(said(await read([write('a', packed)])).at(-1)).toMatch(/is packed, and is damaged or cut off/);
  });
});

const sample = (id: number, epoch: number) => ({
  id,
  epoch,
  input: `question ${id}`,
  target: 'A',
  output: { choices: [{ message: { role: 'assistant', content: `answer ${id}.${epoch}` } }] },
  scores: { match: { value: Number.NaN } },
});
const written = (id: number, epoch: number): string =>
  JSON.stringify(sample(id, epoch)).replace('null', 'NaN');
const log = (method: ZipMethod) => [
  { name: 'header.json', text: '{"version": 2}', method },
  ...[
    [10, 1],
    [2, 2],
    [2, 1],
  ].map(([id = 0, epoch = 0]) => ({
    name: `samples/${id}_epoch_${epoch}.json`,
    text: written(id, epoch),
    method,
  })),
];

describe('a log of Inspect', () => {
  it.each([0, 8, 93] as const)(
    'has its samples in order if its entries are packed by method %i',
    async (method) => {
      const items = await read([write('a.eval', zipFile(log(method)))]);
      expect(said(items)).toEqual(['answer 2.1', 'answer 2.2', 'answer 10.1']);
      expect(items[0]).toMatchObject({
        format: 'inspect',
        place: { line: 1, bytes: null, entry: 'samples/2_epoch_1.json' },
        sample: { group: '2', question: 'question 2', columns: { match: Number.NaN } },
      });
    },
  );

  it('has a problem for each entry that cannot be read, and the others are read', async () => {
    const altered = zlib.deflateRawSync(written(9, 1).replace('answer', 'anzwer'));
    const items = await read([
      write(
        'a.eval',
        zipFile([
          { name: 'samples/1_epoch_1.json', text: written(1, 1) },
          { name: 'samples/2_epoch_1.json', text: 'not JSON' },
          { name: 'samples/3_epoch_1.json', text: written(3, 1), packed: Buffer.from('damaged') },
          { name: 'samples/4_epoch_1.json', text: ' '.repeat(5_000_000), method: 8 },
          { name: 'samples/5_epoch_1.json', text: 'x', size: 200 * 1024 * 1024 },
          { name: 'samples/6_epoch_1.json', text: ' '.repeat(1_000_000), size: 10 },
          { name: 'samples/../../outside.json', text: written(7, 1) },
          { name: 'samples/8_epoch_1.json', text: written(8, 1) },
          { name: 'samples/9_epoch_1.json', text: written(9, 1), packed: altered },
          { name: 'samples/maths/11 é_epoch_1.json', text: written(11, 1) },
        ]),
      ),
    ]);
    const damaged = 'This entry of the archive is damaged or encrypted.';
    expect(items.map((item) => ('sample' in item ? item.sample.response : (item.reason ?? 'file')))).toEqual([
      'answer 1.1',
      'json',
      'encoding',
      'too_long',
      'too_long',
      'json',
      'answer 8.1',
      'encoding',
      'answer 11.1',
    ]);
    expect([said(items)[2], said(items)[7]]).toEqual([damaged, damaged]);
  });

  it.each([0, 8, 93] as const)('has no entry of method %i that is longer than the limit', async (method) => {
    const file = write(
      'a.eval',
      zipFile([{ name: 'samples/1_epoch_1.json', text: written(1, 1), method, size: 10 }]),
    );
    expect(await read([file], { longest: 100 })).toMatchObject([{ reason: 'too_long' }]);
  });

  it('is refused if it is cut off, or no log', async () => {
    const packed = zipFile(log(8));
    expect(said(await read([write('a.eval', packed.subarray(0, 300))]))).toEqual([
      expect.stringContaining('is an archive that is damaged or cut off.'),
    ]);
    expect(said(await read([write('a.zip', zipFile([{ name: 'a.txt', text: 'x' }]))]))).toEqual([
      expect.stringContaining('is a zip archive, and neither a log of Inspect nor an Excel file.'),
    ]);
  });

  it('cannot be read from a pipe', async () => {
    expect(said(await read(['-'], { stdin: Readable.from([zipFile(log(8))]) }))).toEqual([
      'This form of records cannot be read from a pipe. Name the file.',
    ]);
  });
});

describe('a file of gzip', () => {
  const unpackedOf = async (file: string): Promise<string> => {
    const chunks: Buffer[] = [];
    const reading = unpackedChunks(file, new AbortController().signal, () => undefined);
    for await (const chunk of reading) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  };

  it('is read as a whole although other bytes follow it', async () => {
    const file = write('a.jsonl.gz', Buffer.concat([zlib.gzipSync(TEXT), Buffer.from('garbage')]));
    expect(said(await read([file]))).toEqual(RESPONSES);
    expect(await unpackedOf(file)).toBe(TEXT);
  });

  it('is read up to a fault, which names the last line before it', async () => {
    const packed = zlib.gzipSync(TEXT);
    packed.fill(0, packed.length - 8);
    const file = write('a.jsonl.gz', packed);
    const items = said(await read([file]));
    expect(items.slice(0, -1)).toEqual(RESPONSES);
    expect(items.at(-1)).toContain('nothing after line 2000 could be unpacked');
    await expect(unpackedOf(file)).rejects.toThrow('nothing after line 2000 could be unpacked');
  });
});
