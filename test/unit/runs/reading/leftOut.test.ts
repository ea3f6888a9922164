import { expect, it } from 'vitest';
import type { LeftOutFile } from '../../../../src/runs/reading/expandInputs.ts';
import { leftOutSentences } from '../../../../src/runs/reading/leftOut.ts';

const files = (why: LeftOutFile['why'], ...names: readonly string[]): readonly LeftOutFile[] =>
  names.map((name) => ({ folder: 'run', name, why }));

it.each<[readonly LeftOutFile[], readonly string[]]>([
  [[], []],
  [
    files('no-records', 'config.json'),
    ['Left out: 1 file without records of a known form (run/config.json).'],
  ],
  [
    files('no-records', 'a.json', 'b.json', 'c.json', 'd.json', 'e.json'),
    ['Left out: 5 files without records of a known form (run/a.json, run/b.json, run/c.json and 2 more).'],
  ],
  [
    [...files('held-elsewhere', 'effective/a.jsonl', 'effective/b.jsonl'), ...files('no-records', 'c.json')],
    [
      'Left out: 1 file without records of a known form (run/c.json).',
      'Left out: 2 files in folders named "effective", whose samples are also in the folders named "all" beside them (run/effective/a.jsonl and run/effective/b.jsonl).',
    ],
  ],
])('%j', (leftOut, sentences) => {
  expect(leftOutSentences(leftOut, ({ folder, name }) => `${folder}/${name}`)).toEqual(sentences);
});
