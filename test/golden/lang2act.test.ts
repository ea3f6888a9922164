import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';
import { countFields, GIVEN, isLang2ActVector, lang2actFields } from './lang2actFields.ts';
import type { JsonObject } from './lang2actFields.ts';

/** A folder of vectors: every *.jsonl in it is read, and records of other references are counted and passed over. */
const FOLDER = process.env['PAGETRACE_VECTORS'] ?? join(import.meta.dirname, '..', 'fixtures', 'reference');

interface Tally {
  vectors: number;
  fields: number;
  others: number;
  readonly unknown: Set<string>;
  readonly differences: string[];
}

async function compareFile(path: string, tally: Tally): Promise<void> {
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    line++;
    if (text.trim() === '') continue;
    const record = JSON.parse(text) as JsonObject;
    if (isLang2ActVector(record)) compareVector(`${path}:${line}`, record, tally);
    else tally.others++;
  }
}

function compareVector(
  place: string,
  vector: JsonObject & { readonly response: string },
  tally: Tally,
): void {
  const given = vector['num_images'];
  const fields = lang2actFields(vector.response, typeof given === 'number' ? given : null);
  tally.vectors++;
  for (const [key, expected] of Object.entries(vector)) {
    if (GIVEN.has(key)) continue;
    const actual = fields[key];
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

describe('the reference vectors of Lang2Act', () => {
  test('are answered equally in every field', async () => {
    const tally: Tally = { vectors: 0, fields: 0, others: 0, unknown: new Set(), differences: [] };
    const files = readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl'));
    for (const name of files) await compareFile(join(FOLDER, name), tally);
    console.log(
      `golden: ${tally.fields} fields of ${tally.vectors} vectors compared, ${tally.differences.length} differ; ` +
        `${tally.others} records of other references passed over` +
        (tally.unknown.size === 0 ? '.' : `; not answered: ${[...tally.unknown].join(', ')}.`),
    );
    expect(tally.differences.slice(0, 20)).toEqual([]);
    expect(tally.vectors, `no vector of Lang2Act in ${FOLDER}`).toBeGreaterThan(0);
    expect(tally.fields).toBeGreaterThan(0);
    expect([...tally.unknown], 'fields that no profile answers').toEqual([]);
  });
});
