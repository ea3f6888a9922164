import { createReadStream, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { countFields } from './json.ts';
import type { JsonObject } from './json.ts';
import { kindOf, VECTOR_KINDS } from './vectorKinds.ts';

/** A folder of vectors: every *.jsonl in it is read. */
const GIVEN_FOLDER = process.env['PAGETRACE_VECTORS'];
const FOLDER = GIVEN_FOLDER ?? join(import.meta.dirname, '..', 'fixtures', 'reference');

/** What became of the records of one file. */
interface Tally {
  records: number;
  fields: number;
  /** Records that no reference answers. */
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
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    line++;
    if (text.trim() !== '')
      compareRecord(`${path}:${line}`, basename(path), JSON.parse(text) as JsonObject, tally);
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
  const answered = kind.answer(record);
  for (const [key, expected] of Object.entries(record)) {
    if (kind.given.includes(key)) continue;
    const actual = answered[key];
    if (actual === undefined) {
      tally.unknown.add(key);
      continue;
    }
    tally.fields += countFields(expected);
    try {
      expect(actual).toStrictEqual(expected);
    } catch (error) {
      tally.differences.push(`${place} ${key}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

const files = readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl'));

test('there are vectors, of every kind where they are our own', () => {
  expect(files.length, `no *.jsonl in ${FOLDER}`).toBeGreaterThan(0);
  if (GIVEN_FOLDER === undefined)
    expect(files).toEqual(VECTOR_KINDS.map(({ name }) => `${name}.jsonl`).toSorted());
});

test.each(files)('%s is answered equally in every field', async (name) => {
  const tally = await compareFile(join(FOLDER, name));
  console.log(
    `golden: ${name}: ${tally.fields} fields of ${tally.records} records compared ` +
      `(${[...tally.kinds].join(', ') || 'no kind that is known'}), ${tally.differences.length} differ` +
      (tally.others === 0 ? '' : `; ${tally.others} records of no kind that is known passed over`) +
      (tally.unknown.size === 0 ? '.' : `; not answered: ${[...tally.unknown].join(', ')}.`),
  );
  expect(tally.differences.slice(0, 20)).toEqual([]);
  // A folder that somebody names may hold other records too.
  if (GIVEN_FOLDER === undefined) expect(tally.others, 'records of no kind that is known').toBe(0);
  expect(tally.fields + tally.others, 'nothing to compare').toBeGreaterThan(0);
  expect([...tally.unknown], 'fields that nothing answers').toEqual([]);
});
