import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shortenRecord } from '../../../../src/runs/worker/shortenRecord.ts';
import { propertyRuns } from '../../../../scripts/lib/generatedInputs.mjs';

const NONE: ReadonlySet<string> = new Set();

function shorten(json: string, unhashed = NONE): unknown {
  const bytes = Buffer.from(json).toString('latin1');
  return JSON.parse(shortenRecord(bytes, 0, bytes.length, unhashed));
}

/** JSON as Python writes it by default: with spaces, and nothing but ASCII. */
function pythonJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A value with every text replaced by its length if it is short. */
function shapeOf(value: unknown): unknown {
  if (typeof value === 'string') return 'text';
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value).map(([key, each]) => [key, shapeOf(each)]);
}

const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
);
const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    texts,
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    fc.constantFrom(null, true, false),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string({ maxLength: 90 }), tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

describe('a record whose long texts are replaced', () => {
  test('has the same keys, lists and numbers, and its short texts', () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(shapeOf(shorten(JSON.stringify(value)))).toEqual(shapeOf(JSON.parse(JSON.stringify(value))));
      }),
      propertyRuns(),
    );
    expect(shorten('{"a": "short \\" text", "é" : "ü", "n": [1, "x"]}')).toEqual({
      a: 'short " text',
      é: 'ü',
      n: [1, 'x'],
    });
  });

  test('begins the prompt of a chat template with its question, however it is escaped', () => {
    const input = (question: string): string =>
      `<|im_start|>system\nYou are helpful.<|im_end|>\n<|im_start|>user\n<|vision_start|><|image_pad|><|vision_end|>${question}<|im_end|>\n<|im_start|>assistant\n`;
    const asked = { input: input('Wie groß ist "x"?') };
    const short = shorten(JSON.stringify(asked));
    expect(short).toEqual({ input: expect.stringMatching(/^Wie groß ist "x"\?\u2026\w+$/) as unknown });
    expect(shorten(pythonJson(asked))).toEqual(short);
    expect(shorten(JSON.stringify({ input: input('') }))).toEqual({
      input: expect.stringMatching(/^<\|im_start\|>system/) as unknown,
    });
  });

  test.each([
    '<｜begin▁of▁sentence｜>You are helpful.<｜User｜>How long is the line?<｜Assistant｜><think>\n',
    '<s>[INST] How long is the line? [/INST]',
    '<|start|>user<|message|>How long is the line?<|end|><|start|>assistant',
  ])('begins a prompt of another chat template with its question: %s', (prompt) => {
    const input = `${prompt}${' '.repeat(80)}`;
    const expected = { input: expect.stringMatching(/^How long is the line\?\u2026\w+$/) as unknown };
    expect(shorten(JSON.stringify({ input }))).toEqual(expected);
    expect(shorten(pythonJson({ input }))).toEqual(expected);
  });

  test('tells texts apart, however they are escaped', () => {
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        const long = `${'beginning '.repeat(8)}${one}`;
        expect(shorten(pythonJson(long))).toEqual(shorten(JSON.stringify(long)));
        expect(shorten(JSON.stringify(long).replaceAll('/', '\\/'))).toEqual(shorten(JSON.stringify(long)));
        const areSame = shorten(JSON.stringify(`${long}${other}`)) === shorten(JSON.stringify(long));
        expect(areSame).toBe(other === '');
      }),
      propertyRuns(),
    );
  });

  test('is short, begins as the text does, and leaves out what belongs to no group', () => {
    const long = 'ä'.repeat(1000);
    const { input, output } = shorten(JSON.stringify({ input: long, output: long }), new Set(['output'])) as {
      readonly input: string;
      readonly output: string;
    };
    expect(input).toMatch(/^ä{31,32}…[0-9a-z]+$/u);
    expect(output).toBe('…');
  });

  test('is what cannot be read if the record cannot', () => {
    for (const broken of [
      '{"a": "b',
      '{"a" "b"}',
      `{"a": "${'x'.repeat(100)}`,
      `{"a": "${'x'.repeat(100)}\\"}`,
    ])
      expect(() => shorten(broken)).toThrow(SyntaxError);
  });
});
