import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../scripts/lib/generatedInputs.mjs';
import { fieldMapOf } from '../../../../src/core/records/fieldMap.ts';
import { guessFieldMap } from '../../../../src/core/records/guessFieldMap.ts';
import { readRecord } from '../../../../src/core/records/recordSamples.ts';

const TEXT = '<think>The table has 42 rows.</think><answer>42</answer>';

const guessed = (records: readonly unknown[]): Record<string, string> =>
  Object.fromEntries(guessFieldMap(records).map(({ field, path }) => [field, path]));

/** Records of no known form, and where their fields are. */
const GUESSES: Readonly<Record<string, readonly [readonly unknown[], Readonly<Record<string, string>>]>> = {
  'names of keys': [
    [
      { sample_idx: 1, user_query: 'How many?', gold: '42', model_output: 'It is 42.', reward_total: 0.5 },
      { sample_idx: 1, user_query: 'How many?', gold: '42', model_output: 'Forty.', reward_total: 0 },
      { sample_idx: 2, user_query: 'Which year?', gold: '1999', model_output: '1998', reward_total: 0 },
    ],
    {
      response: 'model_output',
      prompt: 'user_query',
      ground_truth: 'gold',
      score: 'reward_total',
      group: 'sample_idx',
    },
  ],
  'tags of a response': [
    [
      { q: 'How many rows?', text_a: 'a long text about the page '.repeat(9), text_b: TEXT },
      { q: 'Which year?', text_a: 'another long text '.repeat(9), text_b: TEXT.replace('42', '43') },
    ],
    { response: 'text_b', prompt: 'q' },
  ],
  'nested keys and camel case': [
    [
      {
        meta: { userQuestion: 'How many?', goldAnswer: '42' },
        result: { modelResponse: 'a', isCorrect: true },
      },
    ],
    {
      response: 'result.modelResponse',
      prompt: 'meta.userQuestion',
      ground_truth: 'meta.goldAnswer',
      verdict: 'result.isCorrect',
    },
  ],
  'messages of an assistant': [
    [
      {
        dialog: [
          { role: 'user', content: 'How many?' },
          { role: 'assistant', content: TEXT },
        ],
        answer: '42',
        key: 'a',
      },
    ],
    { response: 'dialog', ground_truth: 'answer' },
  ],
  'a submission to DocVQA, whose answer is the prediction': [
    [
      { questionId: 7, answer: '42' },
      { questionId: 8, answer: '43' },
    ],
    { response: 'answer', id: 'questionId' },
  ],
  'a reference beside what was taken from the response': [
    [{ qs: 'What is it?', answer: 'red', predicted_answer: 'blue', raw_output: TEXT, output_tokens: 40 }],
    { response: 'raw_output', prompt: 'qs', ground_truth: 'answer' },
  ],
  'no group by an id that is unique': [
    [
      { id: 'a', generated: 'x' },
      { id: 'b', generated: 'y' },
      { id: 'c', generated: 'z' },
    ],
    { response: 'generated', id: 'id' },
  ],
  'no text at all': [[{ a: 1, b: null }, 7, null, [1]], {}],
  'nothing but a question': [[{ question: 'How many?' }], {}],
};

describe('guessFieldMap', () => {
  it.each(Object.entries(GUESSES))('finds %s', (_, [records, fields]) => {
    expect(guessed(records)).toEqual(fields);
  });

  it('says why, in a sentence', () => {
    const [records] = GUESSES['a submission to DocVQA, whose answer is the prediction'] ?? [[]];
    expect(guessFieldMap(records)[0]?.reason).toBe(
      'No other key could hold a response. If "answer" holds the reference answer, there is none.',
    );
    for (const { reason } of Object.values(GUESSES).flatMap(([each]) => guessFieldMap(each)))
      expect(reason).toMatch(/^\p{L}[^\n]+\.$|^\d[^\n]+\.$/u);
  });

  it('guesses each field once, whatever the records are, and records can be read with it', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 4 }), { maxLength: 6 }), (records) => {
        const guesses = guessFieldMap(records);
        for (const record of records) readRecord(record, fieldMapOf(guesses));
        expect(new Set(guesses.map(({ field }) => field)).size).toBe(guesses.length);
      }),
      propertyRuns(300),
    );
  });

  it('takes keys as they are, also those that objects have by nature', () => {
    const record: unknown = JSON.parse(
      `{"__proto__": {"output": "a text"}, "constructor": "b", "a.output": 3, "a": {"output": "hidden"}}`,
    );
    expect(guessed([record])).toEqual({ response: '__proto__.output' });
    const [first] = guessFieldMap([record]);
    expect(readRecord(record, fieldMapOf(first === undefined ? [] : [first]))).toMatchObject({
      samples: [{ response: 'a text' }],
    });
  });

  it('looks at records with many keys and levels in no time', () => {
    const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`key${at}`, 'x']));
    let deep: unknown = 'x';
    for (let level = 0; level < 400; level++) deep = { output: deep };
    expect(guessFieldMap([wide, deep]).length).toBeGreaterThan(0);
  });
});
