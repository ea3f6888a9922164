import { Buffer } from 'node:buffer';
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../scripts/lib/generatedInputs.mjs';
import { readInputs, WITHOUT_OPTIONS, type InputItem } from '../../../../src/runs/reading/inputs.ts';
import { JsonSplitter } from '../../../../src/runs/reading/jsonSplitter.ts';
import type { Piece } from '../../../../src/runs/reading/pieces.ts';
import { temporaryFolder } from '../../../support/files.ts';

const rollout = (n: number) => ({
  input: `q ${n}`,
  output: `a ${n}`,
  score: n,
  turns: [{ input: 'x', list: [n] }, { input: 'y' }],
});

/** How writers lay out a list of records. */
const LAYOUTS = {
  'one record a line': (records: readonly unknown[]) =>
    `[\n${records.map((record) => JSON.stringify(record)).join(',\n')}\n]\n`,
  'one indented record a line': (records: readonly unknown[]) =>
    `[\n${records.map((record) => `  ${JSON.stringify(record)}`).join(',\n')}\n]\n`,
  'many lines a record': (records: readonly unknown[]) => JSON.stringify(records, null, 2),
  'tabs and CRLF': (records: readonly unknown[]) =>
    JSON.stringify(records, null, '\t').replaceAll('\n', '\r\n'),
  'a list under a key': (records: readonly unknown[]) => JSON.stringify({ samples: records }, null, 4),
  'lines, not a list': (records: readonly unknown[]) =>
    records.map((record) => `${JSON.stringify(record)}\n`).join(''),
} as const;

const readValue = (text: string): unknown => JSON.parse(text);

function split(text: string, cuts: readonly number[]): readonly Piece[] {
  const bytes = Buffer.from(text);
  const splitter = new JsonSplitter({
    isRecord: (value) => typeof value === 'object' && value !== null && 'output' in value,
  });
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  const pieces: Piece[] = [];
  let at = 0;
  for (const cut of [...places, bytes.length]) {
    pieces.push(...splitter.push(bytes.subarray(at, cut)));
    at = cut;
  }
  return [...pieces, ...splitter.end()];
}

describe('a list with a record that is not closed', () => {
  it.each(Object.entries(LAYOUTS))('loses only that record: %s', (_, write) => {
    const records = [1, 2, 3, 4, 5].map(rollout);
    const whole = write(records);
    const damaged = fc.constantFrom('"y"', '"list"', '"turns"', '"score"');
    fc.assert(
      fc.property(fc.constantFrom(2, 3, 4), damaged, fc.array(fc.nat()), (n, key, cuts) => {
        // What follows the key in the record is missing up to the next record.
        const begins = whole.indexOf(`"q ${n}"`);
        const from = whole.indexOf(key, begins) + key.length;
        const nextRecord = whole.indexOf(`"q ${n + 1}"`);
        const lineFeed = whole.lastIndexOf('{', nextRecord);
        const end = whole.lastIndexOf('\n', lineFeed);
        const pieces = split(whole.slice(0, from) + whole.slice(end), cuts);
        expect(pieces.map((piece) => ('text' in piece ? readValue(piece.text) : piece.reason))).toEqual(
          records.map((record, index) => (index + 1 === n ? 'json' : record)),
        );
        const broken = pieces[n - 1];
        const next = pieces[n];
        expect(broken).toMatchObject({
          problem: `The value that begins here is not closed before the next one, in line ${next?.line}.`,
        });
      }),
      propertyRuns(300),
    );
  });

  it.each(Object.entries(LAYOUTS))('is as it was if nothing is damaged: %s', (_, write) => {
    const record = fc.record({
      input: fc.string(),
      output: fc.string(),
      turns: fc.json().map((text) => JSON.parse(text) as unknown),
    });
    fc.assert(
      fc.property(fc.array(record, { minLength: 1 }), fc.array(fc.nat()), (records, cuts) => {
        const pieces = split(write(records), cuts);
        expect(pieces.map((piece) => ('text' in piece ? readValue(piece.text) : piece.problem))).toEqual(
          records.map((each) => JSON.parse(JSON.stringify(each)) as unknown),
        );
      }),
      propertyRuns(300),
    );
  });

  it.each([0, 1])('with records in records, written with %s spaces, is not divided', (indent) => {
    const records = [1, 2].map((n) => ({ ...rollout(n), children: [rollout(3), rollout(4)] }));
    const text =
      indent === 0
        ? JSON.stringify(records, null, 1).replaceAll(/^ +/gm, '')
        : JSON.stringify(records, null, indent);
    expect(split(text, []).map((piece) => ('text' in piece ? readValue(piece.text) : piece))).toEqual(
      records,
    );
  });

  it('says how much is lost if nothing shows where the next record begins', () => {
    expect(split('[{"output": [1}, {"output": 2}, {"output": 3}]', [])).toEqual([
      {
        line: 1,
        bytes: { start: 1, length: 45 },
        problem: 'The value that begins here is not closed where it should be, and takes 45 bytes.',
        reason: 'json',
      },
    ]);
    expect(split('[{"output": [1, {"output": 2}, {"output": 3}]', [])).toMatchObject([
      { problem: 'The value that begins here never ends, and takes the rest of the file (44 bytes).' },
    ]);
  });
});

async function read(name: string, text: string): Promise<readonly InputItem[]> {
  const file = path.join(temporaryFolder(), name);
  fs.writeFileSync(file, text);
  const found: InputItem[] = [];
  for await (const items of readInputs([file], WITHOUT_OPTIONS)) found.push(...items);
  return found;
}

const told = (items: readonly InputItem[]): readonly unknown[] =>
  items.map((item) => ('sample' in item ? item.sample.question : (item.reason ?? item.problem)));

describe('a file whose beginning is unusual', () => {
  const line = (n: number): string => JSON.stringify({ input: `q ${n}`, output: 'a', gts: 'b', score: 1 });

  it.each([
    [
      'a broken first record',
      'a.json',
      `{"samples": [{"input": "q 1" "output": 2}, ${line(2)}, ${line(3)}]}`,
      ['json', 'q 2', 'q 3'],
    ],
    [
      'a first record without a response',
      'a.json',
      `{"samples": [{"input": "q 1"}, ${line(2)}]}`,
      ['no_response', 'q 2'],
    ],
    [
      'a broken record under the first key',
      'a.json',
      `{"1": {"input": "q 1" "x": 2}, "2": ${line(2)}}`,
      ['json', 'q 2'],
    ],
    [
      'a list of records in one line, without .json',
      'rollouts',
      `{"samples": [${line(1)}, ${line(2)}]}`,
      ['q 1', 'q 2'],
    ],
    [
      'a long list of records in one line',
      'rollouts',
      `{"samples": [${Array.from({ length: 500 }, () => line(1)).join()}]}`,
      Array.from({ length: 500 }, () => 'q 1'),
    ],
    ['one record in one line', 'rollouts', line(1), ['q 1']],
    ['lines without .jsonl', 'rollouts', `${line(1)}\n${line(2)}\n`, ['q 1', 'q 2']],
    [
      'a zero byte in a record of lines',
      'a.jsonl',
      `${line(1)}\n{"input": "\0"}\n${line(3)}\n`,
      ['q 1', 'json', 'q 3'],
    ],
    [
      'a zero byte in a record of a list',
      'a.json',
      `[${line(1)}, {"input": "\0"}, ${line(3)}]`,
      ['q 1', 'json', 'q 3'],
    ],
    ['only white space', 'a.txt', ' \n\n\t', ['a.txt is empty.']],
    ["only white space, and a table's name", 'a.csv', '\n \n', ['a.csv is empty.']],
  ] as const)('is read if it has %s', async (_, name, text, expected) => {
    const items = told(await read(name, text));
    expect(items.map((each) => (typeof each === 'string' ? each.replace(/^.*[/\\]/, '') : each))).toEqual(
      expected,
    );
  });

  it('is a trajectory of white space if its name says so', async () => {
    expect(await read('a.trajectory', ' \n')).toMatchObject([{ sample: { response: ' ' } }]);
  });

  it('is no text if it is UTF-16 without a mark', async () => {
    const [item] = await read('a', Buffer.from(line(1), 'utf16le').toString('latin1'));
    expect(item).toMatchObject({ problem: expect.stringContaining('is not text.') as string });
  });
});
