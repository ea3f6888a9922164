import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/records/fieldPath.ts';
import type { Sample } from '../../../src/core/records/sample.ts';
import { judgedSample } from '../../../src/judging/judgedSample.ts';
import { sampleWith } from '../../support/anySample.ts';

const RIGHT = { verdict: 'right' } as const;
const WRONG = { verdict: 'wrong' } as const;

/** A sample of an evaluation that was kept without a verdict. */
const evaluated = (evaluation: JsonObject, item: JsonObject = {}): Sample =>
  sampleWith({
    columns: { last_token_ms: 5 },
    record: { evaluation: { item: 'a', ...evaluation }, item, documents: [] },
  });

describe('a sample of an evaluation whose rule is judged', () => {
  const sample = evaluated({ rule: 'judged', why: 'Nobody has judged the answer.' });

  it('passes or fails by what the judge says', () => {
    const right = judgedSample(sample, RIGHT, 'unknown');
    expect(right.columns).toEqual({ last_token_ms: 5, judge: 1, passed: 1 });
    expect(right.record).toMatchObject({
      evaluation: { item: 'a', rule: 'judged', why: 'The answer was judged right.' },
      documents: [],
    });
    const wrong = judgedSample(right, WRONG, 'unknown');
    expect(wrong.columns).toEqual({ last_token_ms: 5, judge: 0, passed: 0 });
    expect(wrong.record).toMatchObject({ evaluation: { why: 'The answer was judged wrong.' } });
  });

  it('passes or fails by what a person says, whatever the judge says', () => {
    expect(judgedSample(sample, WRONG, 'right').columns).toMatchObject({ judge: 0, person: 1, passed: 1 });
  });

  it('is undecided again when the judge says nothing that can be used', () => {
    const unknown = judgedSample(judgedSample(sample, RIGHT, 'unknown'), null, 'unknown');
    expect(unknown.columns).not.toHaveProperty('passed');
    expect(unknown.record).toMatchObject({ evaluation: { why: 'Nobody has judged the answer.' } });
  });

  it('is known by the rule of its question where the record does not name the rule', () => {
    const sampleOfBefore = evaluated({}, { pass: 'judged' });
    expect(judgedSample(sampleOfBefore, RIGHT, 'unknown').columns).toMatchObject({ passed: 1 });
  });
});

describe('any other sample', () => {
  it.each([
    evaluated({ rule: 'exact', why: 'The answer is the reference answer.' }, { pass: 'judged' }),
    evaluated({}),
    sampleWith({ record: { evaluation: 'judged' } }),
    sampleWith({ record: null }),
  ])('keeps whether it passes: %#', (sample) => {
    const before = { ...sample, columns: { passed: 1 } };
    const judged = judgedSample(before, WRONG, 'unknown');
    expect(judged.columns).toEqual({ passed: 1, judge: 0 });
    expect(judged.record).toEqual(sample.record);
  });
});
