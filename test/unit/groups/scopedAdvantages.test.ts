import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { groupStatistics } from '../../../src/core/groups/advantages.ts';
import { scopedAdvantages, type ScopedSample } from '../../../src/core/groups/scopedAdvantages.ts';
import { evisrag } from '../../../src/core/rewards/evisrag/evisrag.ts';
import { UNKNOWN_CONTEXT } from '../../../src/core/rewards/model.ts';
import { verlGsm8k } from '../../../src/core/rewards/verl/verl.ts';
import { scopedSample } from '../../../src/core/rewards/scopedParts.ts';

const REFERENCE = '<evidence>\n[1]: total revenue was 5 million\n</evidence>\n<answer>5 million</answer>';

/** A response in EVisRAG's form. */
function response(observe: string, think: string, answer: string): string {
  return `<observe>${observe}</observe><evidence>[1]: revenue</evidence><think>${think}</think><answer>${answer}</answer>`;
}

function scored(text: string, tokens = 300): ScopedSample {
  const context = { ...UNKNOWN_CONTEXT, reference: REFERENCE, responseLength: tokens };
  return scopedSample(text.length, evisrag.score(text, context));
}

const RIGHT = response('A table.', 'Read it.', '5 million');
const WRONG = response('A table.', 'Read it.', '7 billion');
const NUMBERED = response('[1] is a table.', 'Read it.', '5 million');
const COPIED = response('A table.', '7 billion', '7 billion');

test('each part of EVisRAG has an advantage of its own over its scope', () => {
  const texts = [RIGHT, WRONG, NUMBERED, COPIED];
  const { parts, spans, isScoped, unknown } = scopedAdvantages(
    texts.map((text) => scored(text)),
    2,
  );
  expect([isScoped, unknown]).toEqual([true, []]);
  const think = NUMBERED.indexOf('<think>');
  const whole = { start: 0, end: NUMBERED.length };
  const of = (scores: readonly number[]): number | undefined => groupStatistics(scores).grpo[2];
  const found = parts.map(({ key, score, scope, advantage }) => [key, score, scope, advantage]);
  expect(found).toEqual([
    ['accuracy', 3, { start: think, end: NUMBERED.length }, of([3, 0, 3, 0])],
    ['evidence', expect.any(Number), { start: 0, end: think }, 0],
    ['overlong', 0, whole, 0],
    ['format', 1, whole, 0],
    ['isObserve', -1, { start: 0, end: NUMBERED.indexOf('<evidence>') }, of([0, 0, -1, 0])],
    ['isThink', 0, { start: think, end: NUMBERED.indexOf('<answer>') }, of([0, 0, 0, -1])],
  ]);
  expect(spans.map(({ start, end }) => NUMBERED.slice(start, end))).toEqual([
    '<observe>[1] is a table.</observe>',
    '<evidence>[1]: revenue</evidence>',
    '<think>Read it.</think>',
    '<answer>5 million</answer>',
  ]);
  expect(spans.map(({ parts: added }) => added.map(({ key }) => key))).toEqual([
    ['evidence', 'overlong', 'format', 'isObserve'],
    ['evidence', 'overlong', 'format'],
    ['accuracy', 'overlong', 'format', 'isThink'],
    ['accuracy', 'overlong', 'format'],
  ]);
});

test('a missing tag opens the scope to that end', () => {
  const text = 'No tags at all.';
  const { spans, isScoped } = scopedAdvantages([scored(text), scored(RIGHT)], 0);
  expect(isScoped).toBe(true);
  expect(spans).toHaveLength(1);
  expect(spans[0]?.parts.map(({ key }) => key)).toHaveLength(6);
});

test('a part that is not known of a sample is in no span', () => {
  const open = evisrag.score(RIGHT, { ...UNKNOWN_CONTEXT, reference: REFERENCE });
  const { parts, spans, unknown } = scopedAdvantages([scored(WRONG), scopedSample(RIGHT.length, open)], 0);
  expect(unknown).toEqual(['overlong']);
  expect(parts.find(({ key }) => key === 'overlong')).toMatchObject({
    score: 0,
    mean: null,
    advantage: null,
  });
  expect(spans.flatMap(({ parts: added }) => added).some(({ key }) => key === 'overlong')).toBe(false);
});

test('a reward without scopes has one advantage over the whole response', () => {
  const samples = ['1 + 1 = 2 #### 2', 'I do not know.'].map((text) =>
    scopedSample(text.length, verlGsm8k.score(text, { ...UNKNOWN_CONTEXT, reference: '2' })),
  );
  const whole = samples.map((sample) => ({
    ...sample,
    parts: sample.parts.map((part) => ({ ...part, scope: null })),
  }));
  const { isScoped, spans, whole: advantage } = scopedAdvantages(whole, 1);
  expect(advantage).toBe(groupStatistics([1, 0]).grpo[1]);
  expect([isScoped, spans]).toEqual([false, [{ start: 0, end: 14, advantage, parts: [] }]]);
  const unknown = whole.map((sample) => ({ ...sample, reward: null }));
  expect(scopedAdvantages(unknown, 0)).toMatchObject({ whole: null, spans: [] });
});

test('an empty response has no spans, and a sample that the group lacks is refused', () => {
  expect(scopedAdvantages([{ length: 0, reward: 0, parts: [] }], 0).spans).toEqual([]);
  expect(() => scopedAdvantages([], 0)).toThrow(RangeError);
});

const samples = fc.integer({ min: 0, max: 30 }).chain((length) =>
  fc.record({
    length: fc.constant(length),
    reward: fc.constant(1),
    parts: fc.tuple(...['a', 'b', 'c'].map((key) => part(key, length))),
  }),
);

function part(key: string, length: number): fc.Arbitrary<ScopedSample['parts'][number]> {
  const end = fc.integer({ min: 0, max: length });
  return fc.tuple(fc.constantFrom(0, 0.5, 1, 3), fc.option(fc.tuple(end, end))).map(([score, scope]) => ({
    key,
    title: key,
    score,
    scope: scope === null ? null : { start: Math.min(...scope), end: Math.max(...scope) },
  }));
}

test('spans cover the text once, and each has the sum of the parts that hold it', () => {
  fc.assert(
    fc.property(fc.array(samples, { minLength: 1, maxLength: 9 }), (group) => {
      const all = group.map((_, index) => scopedAdvantages(group, index));
      all.forEach(({ parts, spans, isScoped, whole }, index) => {
        if (!isScoped) {
          expect(spans.map(({ advantage }) => advantage)).toEqual(group[index]?.length === 0 ? [] : [whole]);
          return;
        }
        let at = 0;
        for (const { start, end, advantage } of spans) {
          expect([start, end > start]).toEqual([at, true]);
          at = end;
          const holding = parts.filter(({ scope }) => scope.start <= start && end <= scope.end);
          const touching = parts.filter(({ scope }) => scope.start < end && start < scope.end);
          expect(touching).toEqual(holding);
          expect(advantage).toBeCloseTo(
            holding.reduce((sum, each) => sum + (each.advantage ?? Number.NaN), 0),
            9,
          );
        }
        expect(at).toBe(group[index]?.length);
      });
      for (const key of ['a', 'b', 'c']) {
        const ofPart = all.map(
          ({ parts }) => parts.find((each) => each.key === key)?.advantage ?? Number.NaN,
        );
        expect(ofPart.reduce((sum, each) => sum + each, 0)).toBeCloseTo(0, 6);
      }
    }),
    propertyRuns(),
  );
});
