import { Buffer } from 'node:buffer';
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../scripts/lib/generatedInputs.mjs';
import { PLAIN_UTF8 } from '../../../../src/runs/reading/encoding.ts';
import { readRecordAt } from '../../../../src/runs/reading/recordAt.ts';
import { createRecordSource, type FoundRecord } from '../../../../src/runs/reading/recordSource.ts';
import { temporaryFolder } from '../../../support/files.ts';

const rollout = (n: number) => ({ input: `q ${n}`, output: `a "${n}" \\ {[`, gts: null, score: n });
const ROLLOUTS = [rollout(1), rollout(2), rollout(3)];

/** Objects that hold records, and the records that they must be split into. */
const CONTAINERS: readonly (readonly [name: string, value: unknown, records: readonly unknown[]])[] = [
  ['a list under a key', { version: 2, samples: ROLLOUTS, stats: { n: 3 } }, ROLLOUTS],
  ['a list at the end', { samples: ROLLOUTS }, ROLLOUTS],
  [
    'a list within an object',
    { results: { version: 3, results: ROLLOUTS }, config: { tests: [{ a: 1 }] } },
    ROLLOUTS,
  ],
  ['a list after other lists', { tags: ['a'], columns: [{ name: 'input' }], logs: ROLLOUTS }, ROLLOUTS],
  ['several lists', { train: [rollout(1)], tags: [{ a: 1 }], test: [rollout(2), rollout(3)] }, ROLLOUTS],
  [
    'lists in several objects, and other objects after them',
    {
      a: { logs: [rollout(1)], n: 1 },
      b: { c: { logs: [rollout(2)] } },
      more: [rollout(3)],
      best: rollout(9),
      d: {},
    },
    ROLLOUTS,
  ],
  ['a list three levels deep', { a: { b: { c: ROLLOUTS } } }, ROLLOUTS],
  [
    'a record under each key',
    { 7: rollout(1), 'a "b"': rollout(2), total: 2, names: ['x'], last: rollout(3) },
    [
      { id: '7', ...rollout(1) },
      { id: 'a "b"', ...rollout(2) },
      { id: 'last', ...rollout(3) },
    ],
  ],
  ['a record under the only key', { 7: rollout(1) }, [{ id: '7', ...rollout(1) }]],
];

/** Objects that are one record each, although something in them looks like a record. */
const RECORDS: readonly (readonly [name: string, value: unknown])[] = [
  [
    'an asked question',
    { question: 'q', documents: [{ path: 'a' }], samples: [{ text: 'a' }, { text: 'b' }] },
  ],
  ['traces', { group: { id: 'g' }, traces: [{ prompt: 'q', completion: 'a', reward: 1 }] }],
  ['choices', { custom_id: 'c', response: { body: { choices: [{ message: { content: 'a' } }] } } }],
  ['a rollout', rollout(1)],
  ['what is no record', { name: 'x', version: '1', list: [1, { a: 2 }] }],
  ['records too deep to be looked for', { a: { b: { c: { d: ROLLOUTS } } } }],
];

function recordsIn(text: string, cuts: readonly number[] = []): readonly FoundRecord[] {
  const bytes = Buffer.from(text);
  const source = createRecordSource('values', {});
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  const found: FoundRecord[] = [];
  let at = 0;
  for (const cut of [...places, bytes.length]) {
    found.push(...source.push(bytes.subarray(at, cut)));
    at = cut;
  }
  return [...found, ...source.end()];
}

const values = (found: readonly FoundRecord[]): readonly unknown[] =>
  found.map((each) => ('record' in each ? each.record : each.problem));

describe('an object that holds records', () => {
  it.each(CONTAINERS)('is split if it has %s, however it is laid out and cut', (_, value, records) => {
    fc.assert(
      fc.property(fc.constantFrom(0, 2, '\t'), fc.array(fc.nat(), { maxLength: 12 }), (indent, cuts) => {
        expect(values(recordsIn(JSON.stringify(value, null, indent), cuts))).toEqual(records);
      }),
      propertyRuns(100),
    );
  });

  it.each(CONTAINERS)('has each record at its place if it has %s', async (_, value) => {
    const file = path.join(temporaryFolder(), 'a.json');
    fs.writeFileSync(file, JSON.stringify(value, null, 2));
    const found = recordsIn(fs.readFileSync(file, 'utf8'));
    expect(found.length).toBeGreaterThan(0);
    for (const each of found) {
      const { line, bytes } = each;
      expect(await readRecordAt(file, { kind: 'values', encoding: PLAIN_UTF8 }, { line, bytes })).toEqual(
        each,
      );
      expect(fs.readFileSync(file, 'utf8').split('\n')[line - 1]).toMatch(/[{"]/);
    }
  });

  it.each(RECORDS)('stays whole if it is %s', (_, value) => {
    expect(values(recordsIn(JSON.stringify(value, null, 2)))).toEqual([value]);
  });

  it('has the records of a list that is cut off, and none of what follows them', () => {
    const text = JSON.stringify({ logs: [rollout(1)], other: { list: [1, { a: 2 }] }, more: [rollout(2)] });
    expect(values(recordsIn(text.slice(0, text.indexOf('more'))))).toEqual([rollout(1)]);
    expect(values(recordsIn(text.slice(0, -8)))).toEqual([rollout(1)]);
  });

  it('is not held in memory as a whole', () => {
    const source = createRecordSource('values', { longest: 100 });
    const head = '{"samples": [';
    const found = source.push(Buffer.from(head));
    for (let n = 0; n < 50; n += 1) found.push(...source.push(Buffer.from(`${JSON.stringify(rollout(n))},`)));
    expect(found).toHaveLength(50);
    expect(found.every((each) => 'record' in each)).toBe(true);
  });
});

describe('a record that is broken', () => {
  it.each([
    ['a quote that is missing at the end', '"output": "no end,'],
    ['a quote that is missing at the beginning', '"output": no beginning",'],
    ['a line break in a string', '"output": "two\nlines",'],
    ['a comma that is missing', '"output": "a"'],
    ['a word that is no JSON', '"output": undefined,'],
  ])('does not end its list with %s', (_, broken) => {
    const good = (n: number): string => JSON.stringify(rollout(n), null, 2);
    const text = `[\n${good(1)},\n{\n  "input": "q",\n  ${broken}\n  "gts": null\n},\n${good(2)}\n]`;
    const found = recordsIn(text);
    expect(found.map((each) => ('record' in each ? 'record' : each.reason))).toEqual([
      'record',
      'json',
      'record',
    ]);
    const last = text.slice(0, text.indexOf(good(2))).split('\n').length;
    expect(found.map(({ line }) => line)).toEqual([2, 8, last]);
  });
});
