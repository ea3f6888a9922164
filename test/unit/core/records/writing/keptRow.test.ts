import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../../scripts/lib/generatedInputs.mjs';
import { readRecord } from '../../../../../src/core/records/recordSamples.ts';
import type { Sample } from '../../../../../src/core/records/sample.ts';
import { keptRow } from '../../../../../src/core/records/writing/keptRow.ts';
import { pythonJson } from '../../../../../src/core/records/writing/pythonJson.ts';
import { readJson } from '../../../../../src/runs/reading/readJson.ts';
import { anyJson, anySample, sampleWith } from '../../../../support/anySample.ts';

/*
 * A key named `constructor` would make objects of other types for toStrictEqual; isDeepStrictEqual tells keys, prototypes and
 * -0 apart all the same.
 */

/** The value that a reader of lines has for a line of JSON. */
function readLine(value: unknown): unknown {
  const line = pythonJson(value);
  expect(line).not.toMatch(/[\n\u2028\u2029]/);
  const reading = readJson(line);
  if ('problem' in reading) throw new Error(reading.problem);
  return reading.value;
}

function samplesOf(record: unknown, fields = {}): readonly Sample[] {
  const reading = readRecord(record, fields);
  if ('problem' in reading) throw new Error(reading.problem);
  expect(reading.format?.name).toBe('pagetrace');
  return reading.samples;
}

describe('JSON as Python writes it', () => {
  it('reads as the same value', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(isDeepStrictEqual(readLine(value), value)).toBe(true);
      }),
      propertyRuns(500),
    );
  });
});

describe('a record that keeps whole samples', () => {
  it('reads as the same sample', () => {
    fc.assert(
      fc.property(anySample, (sample) => {
        expect(isDeepStrictEqual(samplesOf(readLine(keptRow([sample]))), [sample])).toBe(true);
      }),
      propertyRuns(1000),
    );
  });

  it('reads as the same samples, if several are of one record', () => {
    fc.assert(
      fc.property(anySample, fc.array(anySample, { minLength: 1, maxLength: 3 }), (first, more) => {
        const samples = [first, ...more.map((sample) => ({ ...sample, record: first.record }))] as const;
        expect(isDeepStrictEqual(samplesOf(readLine(keptRow([...samples]))), samples)).toBe(true);
      }),
      propertyRuns(300),
    );
  });

  it('has each long text once', () => {
    const [prompt, response] = ['p'.repeat(100), 'r'.repeat(100)];
    const record = { prompt: [{ role: 'user', content: prompt }], responses: [response, 'short'] };
    const common = { question: prompt, sentPrompt: prompt, record };
    const row = keptRow([sampleWith({ ...common, response }), sampleWith({ ...common, response: 'short' })]);
    const json = pythonJson(row);
    expect(json.split(response)).toHaveLength(2);
    // Each sample has its question, so that other programs find it.
    expect(json.split(prompt)).toHaveLength(3);
    expect(row).toMatchObject({
      record: { prompt: [{ role: 'user', content: null }], responses: [null, 'short'] },
    });
  });

  it('has fields elsewhere if the person says so', () => {
    const row = keptRow([sampleWith({ id: 'a', group: 'g', score: 1, record: { topic: 't', other: 0.5 } })]);
    const fields = {
      group: { paths: ['record.topic'], as: 'value' },
      score: { paths: ['record.other'], as: 'value' },
    };
    expect(samplesOf(row, fields)).toMatchObject([
      { id: 'a', group: 't', groupKeys: ['record.topic'], score: 0.5 },
    ]);
  });

  it.each([
    ['another version', { pagetrace: 2, response: 'r' }, 'no form of samples that this version'],
    ['a wrong value', { pagetrace: 1, response: 'r', step: 'one' }, '"step"'],
    ['a sample without a response', { pagetrace: 1, samples: [{ id: 'a' }] }, '"response"'],
    ['no sample', { pagetrace: 1, samples: [] }, 'no response'],
  ])('is broken with %s', (_, record, said) => {
    expect(readRecord(record)).toMatchObject({
      reason: 'no_response',
      problem: expect.stringContaining(said) as unknown,
    });
  });

  it('leaves out texts whose places do not exist', () => {
    const shared = [
      [['response'], ['record', 'nowhere', 0]],
      [['nothing'], ['record', 'a']],
      [['response'], ['record', 'taken']],
      [['response'], []],
    ];
    const [sample] = samplesOf({ pagetrace: 1, response: 'r', record: { a: null, taken: 't' }, shared });
    expect(sample?.record).toEqual({ a: null, taken: 't' });
  });
});
