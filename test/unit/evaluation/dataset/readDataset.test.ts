import { Buffer } from 'node:buffer';
import fs from 'node:fs';
import path from 'node:path';
import { parquetWriteBuffer, type ColumnSource } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import type { PlacedProblem } from '../../../../src/core/datasets/datasetReader.ts';
import type { DatasetItem } from '../../../../src/core/datasets/model.ts';
import { ParquetImages } from '../../../../src/runs/tables/parquetImages.ts';
import { readDataset, readDatasetHead } from '../../../../src/evaluation/readDataset.ts';
import { temporaryFolder } from '../../../support/files.ts';

const signal = new AbortController().signal;

async function readAll(
  dataset: string,
): Promise<{ readonly items: readonly DatasetItem[]; readonly problems: readonly string[] }> {
  const problems: string[] = [];
  const items: DatasetItem[] = [];
  const onProblem = ({ line, code }: PlacedProblem): void => {
    problems.push(`${line} ${code}`);
  };
  for await (const item of readDataset(dataset, { signal, onProblem })) items.push(item);
  return { items, problems };
}

function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), content);
  return folder;
}

const parquet = (columnData: ColumnSource[], rowGroupSize = 100): Uint8Array =>
  new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize }));

const lines = (...records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

const image = (name: string): Uint8Array => Buffer.concat([Buffer.from([0x89, 0]), Buffer.from(name)]);

describe('a data set', () => {
  const item = { id: 'a', question: 'Q?', document: 'a.pdf', reference: '1' };

  it.each([
    ['questions.jsonl', lines({ pagetrace_dataset: 1, prompt: 'evisrag' }, item)],
    ['questions.json', JSON.stringify([item], null, 2)],
    ['questions.csv', 'id,question,document,reference,pages\na,Q?,a.pdf,1,"[2, 3]"\n'],
    ['any.dataset.jsonl', `\uFEFF${lines(item)}`],
  ])('is found in the folder of its documents as %s', async (name, content) => {
    const folder = folderWith({ [name]: content, 'a.pdf': '' });
    const { items, problems } = await readAll(folder);
    expect(problems).toEqual([]);
    expect(items).toMatchObject([
      { id: 'a', question: 'Q?', documents: [{ path: 'a.pdf' }], references: ['1'] },
    ]);
  });

  it('has in a table what its cells have, and empty ones are left out', async () => {
    const rows =
      'id,question,document,reference,pages,tags\na,Q?,a.pdf,1,"[2]","[""x""]"\nb,Q?,a.pdf,,,\nc,,a.pdf,,,\n';
    const { items, problems } = await readAll(folderWith({ 'questions.csv': rows, 'a.pdf': '' }));
    expect(problems).toEqual(['3 no-reference', '4 missing-key']);
    expect(items).toMatchObject([
      { id: 'a', references: ['1'], tags: ['x'], documents: [{ pages: [2] }] },
      {
        id: 'b',
        references: [],
        tags: [],
        documents: [{ pages: null }],
        record: { id: 'b', document: 'a.pdf' },
      },
    ]);
    expect(Object.keys(items[1]?.record ?? {})).toEqual(['id', 'question', 'document']);
  });

  it('says its prompt in its first line', async () => {
    const folder = folderWith({
      'q.dataset.jsonl': lines({ pagetrace_dataset: 1, prompt: 'evisrag' }, item),
    });
    expect(await readDatasetHead(folder, signal)).toMatchObject({ prompt: 'evisrag' });
    expect(await readDatasetHead(path.join(folder, 'q.dataset.jsonl'), signal)).toMatchObject({
      prompt: 'evisrag',
    });
  });

  it.each([
    [{}, 'has no file of questions'],
    [
      { 'a.dataset.jsonl': '', 'b.dataset.jsonl': '' },
      'several files of questions: a.dataset.jsonl and b.dataset.jsonl',
    ],
    [
      { 'a.dataset.jsonl': '', 'questions.csv': '' },
      'several files of questions: a.dataset.jsonl and questions.csv',
    ],
  ])('cannot be guessed from %j', async (files, said) => {
    await expect(readAll(folderWith(files))).rejects.toThrow(said);
  });

  it('reads on after mistakes, which have their lines', async () => {
    const text = `{"id": 1\n[]\n${lines(item, { pagetrace_dataset: 1 }, item, { ...item, id: 12 })}`;
    const { items, problems } = await readAll(path.join(folderWith({ 'q.jsonl': text }), 'q.jsonl'));
    expect(problems).toEqual(['1 no-record', '2 no-record', '4 bad-value', '5 duplicate-id']);
    expect(items.map(({ id }) => id)).toEqual(['a', '12']);
  });

  it('keeps the digits of ids that no number has exactly', async () => {
    const text = '{"id": 90071992547409931, "question": "Q?", "document": "a.pdf"}\n';
    const { items } = await readAll(path.join(folderWith({ 'q.jsonl': text }), 'q.jsonl'));
    expect(items[0]?.id).toBe('90071992547409931');
  });

  it.runIf(fs.existsSync('/dev/null'))('is refused if it is no file, which can be read once', async () => {
    await expect(readAll('/dev/null')).rejects.toMatchObject({
      reason: 'bad-input',
      message: 'The data set /dev/null is not a file.',
    });
  });

  it.skipIf(process.platform === 'win32')('that cannot be looked at is not said to be missing', async () => {
    const loop = path.join(temporaryFolder(), 'loop');
    fs.symlinkSync(loop, loop);
    await expect(readAll(loop)).rejects.toMatchObject({ reason: 'file-unreadable' });
    await expect(readAll(`${loop}.none`)).rejects.toMatchObject({ reason: 'file-not-found' });
  });
});

describe('images in a Parquet file', () => {
  it('stay there until they are read', async () => {
    const names = ['a', 'b', 'c'];
    const folder = folderWith({
      'test.parquet': parquet(
        [
          { name: 'id', data: ['x', 'y', 'z'] },
          { name: 'question', data: ['1?', '2?', '3?'] },
          { name: 'image', data: names.map(image), type: 'BYTE_ARRAY' },
        ],
        2,
      ),
    });
    const { items, problems } = await readAll(path.join(folder, 'test.parquet'));
    expect(problems).toEqual(['1 no-reference', '2 no-reference', '3 no-reference']);
    expect(items[0]?.record).toEqual({ id: 'x', question: '1?', image: { held_bytes: 3 } });
    const images = new ParquetImages();
    for (const [at, name] of names.entries()) {
      const held = items[at]?.documents[0]?.held;
      if (held === undefined) expect.fail('It holds no image.');
      expect(Buffer.from(await images.read(held))).toEqual(image(name));
    }
  });

  it('of Lang2Act are found by question and path', async () => {
    const folder = folderWith({
      'top3_test.jsonl': lines(
        { uid: 'q1', question: 'A?', answer: 'a', top3_image_paths: ['p/1.jpg', 'p/2.jpg'] },
        { uid: 'q2', question: 'B?', answer: 'b', top3_image_paths: ['p/1.jpg'] },
      ),
      'images.parquet': parquet([
        { name: 'uid', data: ['q2', 'q1'] },
        { name: 'relpath', data: ['p/1.jpg', 'p/1.jpg'] },
        { name: 'image', data: [image('second'), image('first')], type: 'BYTE_ARRAY' },
      ]),
    });
    const { items } = await readAll(folder);
    const held = items.map(({ documents }) => documents.map((document) => document.held?.row ?? null));
    expect(held).toEqual([[1, null], [0]]);
    const [first] = items[0]?.documents ?? [];
    if (first?.held === undefined) expect.fail('It holds no image.');
    expect(Buffer.from(await new ParquetImages().read(first.held))).toEqual(image('first'));
  });

  it('are not read where that takes too much memory', async () => {
    const folder = folderWith({
      'a.parquet': parquet([{ name: 'image', data: [image('a')], type: 'BYTE_ARRAY' }]),
    });
    const held = { file: path.join(folder, 'a.parquet'), row: 0, column: 'image', index: null };
    await expect(new ParquetImages(1).read(held)).rejects.toThrow('which are read together');
    await expect(new ParquetImages().read({ ...held, index: 3 })).rejects.toThrow('Row 1 of');
  });
});
