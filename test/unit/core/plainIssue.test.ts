import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { plainIssue } from '../../../src/core/plainIssue.ts';

const issueText = (schema: v.GenericSchema, value: unknown): string =>
  v.safeParse(schema, value, { message: plainIssue }).issues?.[0].message ?? 'nothing';

describe('plainIssue', () => {
  it.each<[string, v.GenericSchema, unknown]>([
    ['it must be a list, not 1', v.array(v.number()), 1],
    ['it must be a number, not "lots"', v.number(), 'lots'],
    [
      'it must be a text, a number or true or false, not a list',
      v.union([v.string(), v.number(), v.boolean()]),
      [],
    ],
    [
      'it must be "right", "wrong" or "unknown", not "maybe"',
      v.picklist(['right', 'wrong', 'unknown']),
      'maybe',
    ],
    ['it must be at most 1, not 7', v.pipe(v.number(), v.maxValue(1)), 7],
    ['it must be at least 0, not -1', v.pipe(v.number(), v.minValue(0)), -1],
    ['its length must be at least 1, not 0', v.pipe(v.string(), v.minLength(1)), ''],
    ['it must not be empty', v.pipe(v.string(), v.nonEmpty()), ''],
    ['it must be a whole number, not 1.5', v.pipe(v.number(), v.integer()), 1.5],
    ['it must be a whole number, not 1.5', v.pipe(v.number(), v.safeInteger()), 1.5],
    ['it must be another number, not Infinity', v.pipe(v.number(), v.finite()), Infinity],
    ['it must be "page", not nothing', v.object({ page: v.number() }), {}],
    [
      'a reward needs a component',
      v.pipe(v.array(v.number()), v.minLength(1, 'a reward needs a component')),
      [],
    ],
  ])('says in plain words: %s', (words, schema, value) => {
    expect(issueText(schema, value)).toBe(words);
  });
});
