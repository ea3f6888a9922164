import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { isJsonObject } from '../../src/core/records/fieldPath.ts';
import { countFields, differences } from './json.ts';
import type { JsonObject } from './json.ts';
import { vectorFiles, vectorRecords } from './vectorFiles.ts';
import { isAnswer, kindOf, VECTOR_KINDS } from './vectorKinds.ts';

/** A folder of vectors, of which all files of JSON records are read, also in subfolders; or the path of one file. */
const GIVEN_FOLDER = process.env['PAGETRACE_VECTORS'];
const { folder, files } = vectorFiles(
  GIVEN_FOLDER ?? join(import.meta.dirname, '..', 'fixtures', 'reference'),
);

/** Time limit for one file in milliseconds; a given file may be of any size. */
const LONGEST = 1_800_000;

/** The result of comparing the records of one file. */
interface Tally {
  records: number;
  fields: number;
  /** Number of records that belong to no known kind. */
  others: number;
  readonly kinds: Set<string>;
  readonly unknown: Set<string>;
  readonly differences: string[];
}

async function compareFile(path: string): Promise<Tally> {
  const tally: Tally = {
    records: 0,
    fields: 0,
    others: 0,
    kinds: new Set(),
    unknown: new Set(),
    differences: [],
  };
  for await (const found of vectorRecords(path)) {
    const place = `${path}:${found.line}`;
    if ('problem' in found) tally.differences.push(`${place}: ${found.problem}`);
    else if (isJsonObject(found.record))
      compareRecord(place, basename(path), found.record as JsonObject, tally);
    else tally.others++;
  }
  return tally;
}

function compareRecord(place: string, file: string, record: JsonObject, tally: Tally): void {
  const kind = kindOf(file, record);
  if (kind === null) {
    tally.others++;
    return;
  }
  tally.records++;
  tally.kinds.add(kind.name);
  const computed = kind.answer(record);
  for (const [key, expected] of Object.entries(record)) {
    if (!isAnswer(kind, key)) continue;
    const actual = computed[key];
    if (actual === undefined) {
      tally.unknown.add(key);
      continue;
    }
    tally.fields += countFields(expected);
    tally.differences.push(...differences(actual, expected, `${place} ${key}`));
  }
}

test('finds vectors, and in the folder of this repository vectors of every kind', () => {
  expect(files.length, `no JSON records in ${folder}`).toBeGreaterThan(0);
  if (GIVEN_FOLDER === undefined)
    expect(files).toEqual(expect.arrayContaining(VECTOR_KINDS.map(({ name }) => `${name}.jsonl`)));
});

test.each(files)(
  'computes every field of the vectors in %s as the reference does',
  { timeout: LONGEST },
  async (name) => {
    const tally = await compareFile(join(folder, name));
    console.log(
      `golden: ${name}: ${tally.fields} fields of ${tally.records} records compared ` +
        `(${[...tally.kinds].join(', ') || 'no known kind'}), ${tally.differences.length} differ` +
        (tally.others === 0 ? '' : `; ${tally.others} records of no known kind skipped`) +
        (tally.unknown.size === 0 ? '.' : `; not computed: ${[...tally.unknown].join(', ')}.`),
    );
    expect(tally.differences.slice(0, 20)).toEqual([]);
    // A folder that a person provides may contain other records too.
    if (GIVEN_FOLDER === undefined) expect(tally.others, 'records of no known kind').toBe(0);
    expect(tally.fields + tally.others, 'nothing to compare').toBeGreaterThan(0);
    expect([...tally.unknown], 'fields that we do not compute').toEqual([]);
  },
);
