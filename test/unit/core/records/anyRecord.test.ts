import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../scripts/lib/generatedInputs.mjs';
import { RECORD_FORMATS } from '../../../../src/core/records/formats/registry.ts';
import { readRecord } from '../../../../src/core/records/recordSamples.ts';
import { RECORDS } from './recordExamples.ts';

/** Keys that forms look at, and those that objects have by nature. */
const KEYS = [
  ...new Set([
    ...RECORD_FORMATS.flatMap(({ requires, fields }) => [
      ...Object.keys(requires),
      ...Object.values(fields).flatMap(({ paths }) => paths),
    ]).flatMap((keys) => keys.split('.')),
    ...Object.values(RECORDS).flatMap(([record]) => Object.keys(record as object)),
    'nodes',
    'rewards',
    'attachments',
    'parent',
    'sampled',
    'message',
    'role',
    'tool_calls',
    'error',
    '__proto__',
    'constructor',
    'toString',
  ]),
];

/** Any JSON whose keys are those that forms look at. */
const anyJson = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom<unknown>(
      null,
      true,
      '',
      'a',
      '42',
      0,
      1,
      -1,
      0.5,
      Number.NaN,
      'assistant',
      'attachment://a',
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    fc
      .array(fc.tuple(fc.constantFrom(...KEYS), tie('value')), { maxLength: 8 })
      .map(
        (entries) =>
          JSON.parse(
            `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`,
          ) as unknown,
      ),
  ),
})).value;

describe('a record of any values', () => {
  it('has samples with texts, or one sentence that says why not', () => {
    fc.assert(
      fc.property(anyJson, (record) => {
        const reading = readRecord(record);
        if ('problem' in reading) expect(reading.problem).toMatch(/\S/);
        else {
          expect(reading.samples.length).toBeGreaterThan(0);
          for (const sample of reading.samples) {
            expect(sample.response).toBeTypeOf('string');
            if (reading.format?.name !== 'pagetrace') expect(sample.record).toBe(record);
            expect(Object.values(sample.columns).every((value) => typeof value === 'number')).toBe(true);
          }
        }
      }),
      propertyRuns(2_000),
    );
  });

  it.each(Object.entries(RECORDS))('is read if a value of %s is any other', (_, [record]) => {
    const keys = Object.keys(record as object);
    fc.assert(
      fc.property(fc.constantFrom(...keys), anyJson, (key, value) => {
        const reading = readRecord({ ...(record as object), [key]: value });
        expect('problem' in reading ? reading.problem : reading.samples).not.toHaveLength(0);
      }),
      propertyRuns(150),
    );
  });

  it('is read at the deepest level that a line may have', () => {
    let content: unknown = 'x';
    for (let level = 0; level < 490; level++) content = level % 2 === 0 ? { content } : [content];
    for (const key of KEYS)
      expect(() => readRecord({ traces: [{}], completion: 'a', prompt: 'b', [key]: content })).not.toThrow();
  });
});
