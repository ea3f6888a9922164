import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../scripts/lib/generatedInputs.mjs';
import { JsonSplitter } from '../../../../src/runs/reading/jsonSplitter.ts';
import { LineSplitter } from '../../../../src/runs/reading/lineSplitter.ts';
import type { Piece, Splitter } from '../../../../src/runs/reading/pieces.ts';

function split(splitter: Splitter, bytes: Uint8Array, cuts: readonly number[] = []): readonly Piece[] {
  const pieces: Piece[] = [];
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  let at = 0;
  for (const cut of [...places, bytes.length]) {
    pieces.push(...splitter.push(Buffer.from(bytes.subarray(at, cut))));
    at = cut;
  }
  return [...pieces, ...splitter.end()];
}

const utf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8');
const texts = (pieces: readonly Piece[]): readonly string[] =>
  pieces.map((piece) => ('text' in piece ? piece.text : piece.problem));

/** The text at the place of a piece. */
const textAt = (bytes: Uint8Array, { bytes: { start, length } }: Piece): string =>
  Buffer.from(bytes.subarray(start, start + length)).toString('utf8');

const anyLine = fc.string({
  unit: fc.constantFrom('a', '"', '\\', '{', '}', '[', ']', ',', ' ', '\r', '\u00e9', '\u2028', '\u{1F600}'),
});
const anyCuts = fc.array(fc.nat(), { maxLength: 12 });

describe('lines', () => {
  it('a line splitter gives the text between line feeds, however the bytes are cut', () => {
    fc.assert(
      fc.property(fc.array(anyLine), anyCuts, fc.boolean(), (lines, cuts, ended) => {
        const text = lines.join('\n') + (ended && lines.length > 0 ? '\n' : '');
        const expected = text.split('\n');
        if (expected.at(-1) === '') expected.pop();
        const bytes = utf8(text);
        const pieces = split(new LineSplitter(), bytes, cuts);
        expect(texts(pieces)).toEqual(expected);
        expect(pieces.map((piece) => textAt(bytes, piece))).toEqual(expected);
        expect(pieces.map(({ line }) => line)).toEqual(expected.map((_, index) => index + 1));
      }),
      propertyRuns(500),
    );
  });

  it('a line splitter reports lines that are not UTF-8 or too long, and goes on with the next line', () => {
    const bytes = Buffer.concat([
      utf8('a\n'),
      Buffer.from([0xff, 0x62, 10]),
      utf8('0123456789\nb\n0123456789'),
    ]);
    for (const cuts of [[], [1, 3, 7, 9, 12]]) {
      expect(split(new LineSplitter({ longest: 9 }), bytes, cuts)).toEqual([
        { line: 1, bytes: { start: 0, length: 1 }, text: 'a' },
        { line: 2, bytes: { start: 2, length: 2 }, problem: 'This is not UTF-8 text.', reason: 'encoding' },
        {
          line: 3,
          bytes: { start: 5, length: 10 },
          problem: 'This is longer than 9 bytes and was skipped.',
          reason: 'too_long',
        },
        { line: 4, bytes: { start: 16, length: 1 }, text: 'b' },
        {
          line: 5,
          bytes: { start: 18, length: 10 },
          problem: 'This is longer than 9 bytes and was skipped.',
          reason: 'too_long',
        },
      ]);
    }
  });
});

const anyValue = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    anyLine,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(anyLine, tie('value'), { maxKeys: 3 }),
  ),
})).value;

describe('JSON values', () => {
  it('a JSON splitter gives the values of a list one by one, however the bytes are cut and the list is laid out', () => {
    fc.assert(
      fc.property(
        fc.array(anyValue, { minLength: 1 }),
        anyCuts,
        fc.constantFrom(0, 2),
        (values, cuts, indent) => {
          const bytes = utf8(` \n${JSON.stringify(values, null, indent)}\n`);
          const pieces = split(new JsonSplitter(), bytes, cuts);
          expect(texts(pieces).map((text) => JSON.parse(text) as unknown)).toEqual(values);
          expect(pieces.map((piece) => textAt(bytes, piece))).toEqual(texts(pieces));
        },
      ),
      propertyRuns(500),
    );
  });

  it('a JSON splitter gives values that follow each other one by one, with the line where each begins', () => {
    const records = [{ a: '}{' }, { b: ['x', { c: '\\"' }] }, {}];
    const text = records.map((record) => JSON.stringify(record, null, 2)).join('\n');
    const pieces = split(new JsonSplitter(), utf8(text), [3, 17, 21]);
    expect(texts(pieces).map((each) => JSON.parse(each) as unknown)).toEqual(records);
    expect(pieces.map(({ line }) => line)).toEqual([1, 4, 12]);
  });

  it('a JSON splitter reports values that are too long or never end', () => {
    expect(split(new JsonSplitter({ longest: 8 }), utf8('[{"a": 1},{"a": "long"}, 12]'), [4, 14])).toEqual([
      { line: 1, bytes: { start: 1, length: 8 }, text: '{"a": 1}' },
      {
        line: 1,
        bytes: { start: 10, length: 13 },
        problem: 'This is longer than 8 bytes and was skipped.',
        reason: 'too_long',
      },
      { line: 1, bytes: { start: 25, length: 2 }, text: '12' },
    ]);
    expect(split(new JsonSplitter(), utf8('[{"a": 1},\n{"b": [2}\n'))).toEqual([
      { line: 1, bytes: { start: 1, length: 8 }, text: '{"a": 1}' },
      {
        line: 2,
        bytes: { start: 11, length: 10 },
        problem: 'The value that begins here never ends, and takes the rest of the file (10 bytes).',
        reason: 'json',
      },
    ]);
    expect(split(new JsonSplitter(), utf8('[1, NaN'))).toEqual([
      { line: 1, bytes: { start: 1, length: 1 }, text: '1' },
      { line: 1, bytes: { start: 4, length: 3 }, text: 'NaN' },
    ]);
  });
});
