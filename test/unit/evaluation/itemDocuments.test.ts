import fs from 'node:fs';
import path from 'node:path';
import { parquetWriteBuffer, type ColumnSource } from 'hyparquet-writer';
import { expect, test } from 'vitest';
import type { DocumentSource } from '../../../src/documents/model.ts';
import { takeItemDocuments } from '../../../src/evaluation/itemDocuments.ts';
import { OpenDocuments } from '../../../src/evaluation/openDocuments.ts';
import { PageImages } from '../../../src/evaluation/pageImages.ts';
import { readDataset } from '../../../src/evaluation/readDataset.ts';
import { temporaryFolder } from '../../support/files.ts';
import { memoryDocument } from '../asking/build.ts';

test('an image in a Parquet file is recorded with its place, at which it is found again', async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'all.parquet');
  const images = [1, 2].map((byte) => new Uint8Array([0x89, byte]));
  const columnData: ColumnSource[] = [
    { name: 'id', data: ['a', 'b'] },
    { name: 'question', data: ['1?', '2?'] },
    { name: 'image', data: images, type: 'BYTE_ARRAY' },
  ];
  fs.writeFileSync(file, new Uint8Array(parquetWriteBuffer({ columnData })));
  const opened: DocumentSource[] = [];
  const documents = new OpenDocuments(
    {
      open: (source) => {
        opened.push(source);
        return Promise.resolve(memoryDocument('same.png', 1));
      },
      dispose: () => Promise.resolve(),
    },
    0,
  );
  const { signal } = new AbortController();
  const paths: string[] = [];
  for await (const item of readDataset(file, { signal, onProblem: () => undefined })) {
    const deps = { folder, documents, pageImages: new PageImages(1e6) };
    const taken = await takeItemDocuments(item, deps, signal);
    paths.push(...taken.documents.map((each) => each.path));
    taken.release();
  }
  expect(paths).toEqual([1, 2].map((row) => `${file}#row=${row}&column=image`));
  expect(opened.map((source) => ('bytes' in source ? source.bytes[1] : null))).toEqual([1, 2]);
});
