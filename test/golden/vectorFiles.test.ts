import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { differences } from './json.ts';
import { vectorFiles, vectorRecords } from './vectorFiles.ts';
import { temporaryFolder } from '../support/files.ts';

let folder = '';

beforeEach(() => {
  folder = temporaryFolder();
});

async function read(name: string, bytes: string | Uint8Array): Promise<readonly unknown[]> {
  writeFileSync(join(folder, name), bytes);
  const found: unknown[] = [];
  for await (const each of vectorRecords(join(folder, name)))
    found.push('problem' in each ? each.problem : each.record);
  return found;
}

test('finds every file of records in a folder and its subfolders, or the single file that is given', () => {
  mkdirSync(join(folder, 'more', 'folder.jsonl'), { recursive: true });
  for (const name of ['a.jsonl', 'notes.txt', 'b.json', 'more/c.jsonl.gz', 'more/d.ndjson'])
    writeFileSync(join(folder, name), '');
  expect(vectorFiles(folder)).toEqual({
    folder,
    files: ['a.jsonl', 'b.json', join('more', 'c.jsonl.gz'), join('more', 'd.ndjson')],
  });
  expect(vectorFiles(join(folder, 'b.json'))).toEqual({ folder, files: ['b.json'] });
});

test('reads records as Python writes them', async () => {
  const lines = '\ufeff{"a": "x\u2028\u2029\u0085y"}\r\n\n{"std": Infinity, "grpo": [NaN, -0.0]}\n';
  const records = [{ a: 'x\u2028\u2029\u0085y' }, { std: Infinity, grpo: [NaN, -0] }];
  expect(await read('a.jsonl', lines)).toEqual(records);
  expect(await read('a.jsonl.gz', gzipSync(lines))).toEqual(records);
  expect(await read('a.json', '[{"a": 1},\n {"b": NaN}]')).toEqual([{ a: 1 }, { b: NaN }]);
  expect(await read('b.jsonl', '{"a": 1}\n{"a": \n')).toEqual([
    { a: 1 },
    expect.stringContaining('This is not JSON'),
  ]);
});

test('reports the path of every difference, however small', () => {
  const listDifferences = (
    actual: Parameters<typeof differences>[0],
    expected: Parameters<typeof differences>[1],
  ) => [...differences(actual, expected, 'at')];
  expect(listDifferences({ a: [1, NaN], b: { c: -0 } }, { b: { c: -0 }, a: [1, NaN] })).toEqual([]);
  expect(listDifferences({ a: [1, 2] }, { a: [1, 2.0000000000000004] })).toEqual([
    'at.a.1: 2 instead of 2.0000000000000004',
  ]);
  expect(listDifferences(0, -0)).toEqual(['at: 0 instead of -0']);
  expect(listDifferences([1], [1, 2])).toEqual(['at.1: nothing instead of 2']);
  expect(listDifferences({ a: 1, b: 2 }, { a: 1 })).toEqual(['at.b: 2 instead of nothing']);
  expect(listDifferences([], {})).toEqual(['at: [] instead of {}']);
  expect(listDifferences(null, {})).toEqual(['at: null instead of {}']);
});
