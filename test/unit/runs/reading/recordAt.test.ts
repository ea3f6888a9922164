import { Buffer } from 'node:buffer';
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../scripts/lib/generatedInputs.mjs';
import { openInput } from '../../../../src/runs/reading/bytes.ts';
import { readRecordAt } from '../../../../src/runs/reading/recordAt.ts';
import { inputKind, recognizeFile, recognizeInput } from '../../../../src/runs/reading/recognize.ts';
import { createRecordSource, type FoundRecord } from '../../../../src/runs/reading/recordSource.ts';
import { sharedFolder } from '../../../support/files.ts';
import { isTableKind } from '../../../../src/runs/reading/placedRecord.ts';

const folder = sharedFolder();

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) {
    await Promise.resolve();
    yield bytes.subarray(at, at + size);
  }
}

/** The records of a file in order, whose bytes arrive in chunks of the given size. */
async function readInOrder(bytes: Buffer, size: number): Promise<readonly FoundRecord[]> {
  const input = await openInput('-', inChunks(bytes, size));
  const { kind, encoding } = recognizeInput('records.jsonl', input, 'records');
  if (kind === 'trajectory' || isTableKind(kind)) throw new Error('The file is one of records.');
  const source = createRecordSource(kind, { encoding });
  const found: FoundRecord[] = [];
  for await (const chunk of input.bytes) found.push(...source.push(chunk));
  return [...found, ...source.end()];
}

async function readAgain(file: string, found: readonly FoundRecord[]): Promise<readonly FoundRecord[]> {
  const { kind, encoding } = await recognizeFile(file, 'records');
  if (kind === 'trajectory' || isTableKind(kind)) throw new Error('The file is one of records.');
  return Promise.all(found.map((place) => readRecordAt(file, { kind, encoding }, place)));
}

const CHARACTERS = [
  'a',
  '\u00e9',
  '\u20ac',
  '\u{1F600}',
  '\uFEFF',
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  ',',
  ' ',
  '\n',
];
const anyText = fc.string({ unit: fc.constantFrom(...CHARACTERS), maxLength: 12 });
const anyRecord = fc.oneof(
  fc.dictionary(anyText, fc.oneof(anyText, fc.integer(), fc.array(anyText, { maxLength: 3 })), {
    maxKeys: 3,
  }),
  fc.array(fc.integer(), { maxLength: 3 }),
  fc.integer(),
);

const plainText = fc.string({
  unit: fc.constantFrom('a', '\u00e9', '\u{1F600}', '\n', '\r', ' ', '['),
  maxLength: 12,
});
const anyGeneration = fc.record({
  prompt: plainText,
  output: plainText,
  truth: plainText,
  score: fc.constantFrom('0.5', '1', 'nan', 'broken'),
});

/** The text of a file in any form of records. */
const anyFile: fc.Arbitrary<{ readonly form: string; readonly text: string }> = fc.oneof(
  fc
    .record({
      records: fc.array(
        fc.oneof(
          anyRecord.map((record) => JSON.stringify(record)),
          anyText,
        ),
        {
          minLength: 1,
        },
      ),
      end: fc.constantFrom('\n', '\r\n'),
      isEnded: fc.boolean(),
    })
    .map(({ records, end, isEnded }) => ({
      form: 'lines',
      text: `{"first": 1}${end}${records.join(end)}${isEnded ? end : ''}`,
    })),
  fc
    .record({
      records: fc.array(anyRecord, { minLength: 1 }),
      indent: fc.constantFrom(0, 2),
      before: fc.constantFrom('', ' \n', '\r\n\t'),
      cut: fc.nat({ max: 6 }),
    })
    .map(({ records, indent, before, cut }) => {
      const text = `${before}${JSON.stringify(records, null, indent)}\n`;
      return { form: 'values', text: cut === 0 ? text.slice(0, -3) : text };
    }),
  fc
    .array(
      fc
        .dictionary(anyText, anyText, { minKeys: 1, maxKeys: 3 })
        .map((each) => JSON.stringify(each, null, 2)),
      { minLength: 1 },
    )
    .map((records) => ({ form: 'values', text: records.join('\n') })),
  fc
    .record({ generations: fc.array(anyGeneration, { minLength: 1, maxLength: 4 }), isEnded: fc.boolean() })
    .map(({ generations, isEnded }) => {
      const text = generations
        .map(
          ({ prompt, output, truth, score }) =>
            `[prompt] ${prompt}\n[output] ${output}\n[ground_truth] ${truth}\n[score] ${score}\n\n`,
        )
        .join('');
      return { form: 'generations', text: isEnded ? text : text.slice(0, -2) };
    }),
);

const ENCODINGS: Readonly<Record<string, (text: string) => Buffer>> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with a byte order mark': (text) => Buffer.from(`\uFEFF${text}`),
  'UTF-16 LE': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'UTF-16 BE': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
};

describe.each(Object.entries(ENCODINGS))('a record of a file in %s', (name, encode) => {
  it('readRecordAt reads the same record from its place, for every form of file', async () => {
    const file = path.join(folder, `${name.replaceAll(' ', '-')}.jsonl`);
    const forms = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        anyFile,
        fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constant(Number.MAX_SAFE_INTEGER)),
        async ({ form, text }, size) => {
          const bytes = encode(text);
          fs.writeFileSync(file, bytes);
          expect(inputKind(file, text, 'records')).toBe(form);
          const found = await readInOrder(bytes, size);
          expect(await readAgain(file, found)).toEqual(found);
          if (found.length > 0) forms.add(form);
        },
      ),
      propertyRuns(500),
    );
    expect([...forms].toSorted()).toEqual(['generations', 'lines', 'values']);
  });
});

describe('reading a record again', () => {
  it('readRecordAt gives the same problem where bytes are not text or end within a character', async () => {
    const file = path.join(folder, 'broken.jsonl');
    for (const bytes of [
      Buffer.concat([Buffer.from('{"a": 1}\n{"b": "'), Buffer.from([0xff]), Buffer.from('"}\n[prompt]\n')]),
      Buffer.concat([
        Buffer.from('[prompt] p\n[output] '),
        Buffer.from([0xff]),
        Buffer.from('\n[output] o\n[ground_truth] g\n[score] 1\n\n\n[prompt] cut off\n\n'),
      ]),
      Buffer.concat([Buffer.from('\uFEFF{"a": 1}\n{"b": "\u00e9"}', 'utf16le'), Buffer.from([0x7d])]),
      Buffer.from('\uFEFF{"a": "\ud83d"}\n{"b": "\udc00"}', 'utf16le'),
    ]) {
      fs.writeFileSync(file, bytes);
      const found = await readInOrder(bytes, 3);
      expect(found.length).toBeGreaterThan(1);
      expect(await readAgain(file, found)).toEqual(found);
    }
  });

  it('readRecordAt reports that the file has changed if another record is at the place', async () => {
    const file = path.join(folder, 'changed.jsonl');
    const bytes = Buffer.from('{"a": 1}\n{"b": 2}\n');
    const found = await readInOrder(bytes, 100);
    for (const changed of ['{"a": 1}\n', '{"aaaaaa": 1}\n{"b": 2}\n']) {
      fs.writeFileSync(file, changed);
      await expect(readAgain(file, found.slice(1))).rejects.toThrow(
        'changed.jsonl has changed since it was read.',
      );
    }
  });

  it('readRecordAt does not read a record that was too long to be kept', async () => {
    const file = path.join(folder, 'long.jsonl');
    fs.writeFileSync(file, '{"a": 1}\n');
    const place = { line: 2, bytes: { start: 9, length: 5e12 } };
    expect(await readRecordAt(file, { kind: 'lines', encoding: { name: 'utf-8', mark: 0 } }, place)).toEqual({
      ...place,
      problem: 'This is longer than 128 MB and was skipped.',
      reason: 'too_long',
    });
  });
});
