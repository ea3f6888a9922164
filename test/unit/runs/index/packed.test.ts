import zlib from 'node:zlib';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../support/files.ts';
import { zipFile } from '../../../support/zipFile.ts';
import { openingOf, samplesOf, shareIndex } from './support.ts';

const shared = shareIndex();

const rollout = (n: number): string => `{"input": "q ${n}", "output": "a", "gts": "1", "score": ${n}}\n`;
const TEXT = [1, 2, 3].map(rollout).join('');

test.each([
  ['gzip', 'a.jsonl.gz', zlib.gzipSync(TEXT)],
  ['zstd', 'a.jsonl.zst', zlib.zstdCompressSync(TEXT)],
  ['a table', 'a.csv', Buffer.from('input,output,gts,score\nq 1,a,1,1\nq 2,a,1,2\nq 3,a,1,3\n')],
  [
    'a log of Inspect',
    'a.eval',
    zipFile(
      [1, 2, 3].map((n) => ({
        name: `samples/${n}_epoch_1.json`,
        text: JSON.stringify({ id: n, epoch: 1, input: `q ${n}`, target: '1', output: { completion: 'a' } }),
      })),
    ),
  ],
])('a run in %s is indexed, and its samples are read again', async (_, name, bytes) => {
  const file = path.join(temporaryFolder(), name);
  fs.writeFileSync(file, bytes);
  const index = shared();
  await index.open(openingOf(file));
  expect(await index.settled('indexed')).toMatchObject({ samples: 3, broken: 0 });
  expect(samplesOf((await index.rows(0, 10)).rows).map(({ question }) => question)).toEqual([
    'q 1',
    'q 2',
    'q 3',
  ]);
  expect(await index.sample(1)).toMatchObject({ sample: { question: 'q 2', response: 'a' } });
});
