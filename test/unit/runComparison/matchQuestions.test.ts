import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { matchQuestions } from '../../../src/core/runComparison/matchQuestions.ts';
import { questionKey, type QuestionKey } from '../../../src/core/runComparison/questionKey.ts';
import { sampleWith } from '../runMetrics/samples.ts';

/** `id text reference`, with - for what is not known. */
const key = (words: string): QuestionKey => {
  const [id = '-', text = '-', reference = '-'] = words.split(' ');
  const known = (word: string): string | null => (word === '-' ? null : word);
  return { id: known(id), text: known(text), reference: known(reference) };
};

function match(base: readonly string[], run: readonly string[]) {
  const { ofBase, ofRun, ...counts } = matchQuestions(base.map(key), run.map(key));
  return { ...counts, ofBase: [...ofBase], ofRun: [...ofRun] };
}

const NONE = { repeated: { base: 0, run: 0 }, otherText: 0 };

test('questions are matched by id and reference', () => {
  expect(match(['1 a r', '2 b r'], ['2 b r', '3 c r'])).toEqual({
    ...NONE,
    pairs: 1,
    byId: 1,
    byText: 0,
    ofBase: [-1, 0],
    ofRun: [0, -1],
  });
});

test('the same id with another reference is another question', () => {
  expect(match(['1 a x'], ['1 b y'])).toMatchObject({ pairs: 0, ofBase: [-1], ofRun: [-1] });
});

test('an id is enough where one of the runs has no reference', () => {
  expect(match(['1 a -'], ['1 a y'])).toMatchObject({ pairs: 1, byId: 1, byText: 0 });
});

test('the same id with other words is said, as with two prompts', () => {
  expect(match(['1 a r', '2 b r'], ['1 A r', '2 b r'])).toMatchObject({ pairs: 2, byId: 2, otherText: 1 });
});

test('without ids that agree, the words and the reference decide', () => {
  expect(match(['1 a r', '2 b r', '- c -'], ['9 a r', '8 b s', '- c -'])).toMatchObject({
    pairs: 2,
    byId: 0,
    byText: 2,
    ofBase: [0, -1, 1],
    ofRun: [0, -1, 1],
  });
});

test('questions that occur again are taken together', () => {
  expect(match(['- a r', '- a r', '- b r'], ['- a r'])).toMatchObject({
    pairs: 1,
    ofBase: [0, 0, -1],
    repeated: { base: 1, run: 0 },
  });
});

test('a question that does not count is in no pair', () => {
  const { pairs } = matchQuestions([null, key('1 a r')], [null, key('2 b r')]);
  expect(pairs).toBe(0);
});

test('matching is the same if the runs change places', () => {
  const word = fc.constantFrom('-', 'a', 'b', 'c');
  const keys = fc.array(
    fc.tuple(word, word, word).map((words) => words.join(' ')),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(keys, keys, (base, run) => {
      const forth = match(base, run);
      const back = match(run, base);
      const pairsOf = (ofBase: readonly number[], ofRun: readonly number[]) =>
        ofBase.flatMap((pair, one) =>
          ofRun.flatMap((other, two) => (pair >= 0 && pair === other ? [`${one} ${two}`] : [])),
        );
      const swapped = pairsOf(back.ofRun, back.ofBase);
      expect(new Set(pairsOf(forth.ofBase, forth.ofRun))).toEqual(new Set(swapped));
      expect([forth.pairs, forth.byId, forth.byText]).toEqual([back.pairs, back.byId, back.byText]);
      // Whatever is in both runs in the same words is in a pair.
      for (const [at, each] of base.entries())
        if (each.split(' ')[1] !== '-' && run.includes(each))
          expect(forth.ofBase[at]).toBeGreaterThanOrEqual(0);
    }),
    propertyRuns(300),
  );
});

describe('the key of a question', () => {
  test('has the name of the group, otherwise the id', () => {
    expect(questionKey(sampleWith({ group: 'g', id: 'i' })).id).toBe('g');
    expect(questionKey(sampleWith({ id: 'i' })).id).toBe('i');
    expect(questionKey(sampleWith({ group: 'g', groupScope: 'task' })).id).not.toBe('g');
    // A name that belongs to one step is not the question's.
    expect(questionKey(sampleWith({ group: 'g', questionKeys: ['input'] })).id).toBeNull();
  });

  test('has the words whatever the white space is', () => {
    const textOf = (question: string) => questionKey(sampleWith({ question })).text;
    expect(textOf(' How\n many? ')).toBe(textOf('How many?'));
    expect(textOf('How many')).not.toBe(textOf('How many?'));
    expect(textOf('<|im_start|>user\nHow many?<|im_end|>')).toBe(textOf('How many?'));
  });

  test('different words have different keys', () => {
    const words = fc
      .string({ unit: 'grapheme-ascii', maxLength: 6 })
      .map((text) => text.replaceAll(/\s/g, 'x'));
    fc.assert(
      fc.property(words, words, (one, other) => {
        const keyOf = (reference: string) => questionKey(sampleWith({ reference })).reference;
        expect(keyOf(one) === keyOf(other)).toBe(one === other);
      }),
      propertyRuns(500),
    );
  });
});
