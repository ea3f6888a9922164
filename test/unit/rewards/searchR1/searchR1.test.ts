import { describe, expect, test } from 'vitest';
import { searchR1Em, searchR1Subem, verlSearchR1 } from '../../../../src/core/rewards/searchR1/searchR1.ts';
import type { ScoreContext } from '../../../../src/core/rewards/model.ts';
import { contextOf, textAt } from '../responses.ts';

const RESPONSE = '<think>a</think>\n<answer> The Beatles! </answer>';
const score = (response: string, changes: Partial<ScoreContext>) =>
  searchR1Em.score(response, contextOf('unknown', { reference: 'beatles', ...changes }));

describe('search-r1-em', () => {
  test('search-r1-em compares the last answer with every reference, without case, punctuation and articles', () => {
    const { overall, components } = score(RESPONSE, {});
    expect([overall, textAt(RESPONSE, components[0]?.scope)]).toEqual([1, 'The Beatles!']);
    expect(score(RESPONSE, { references: ['stones', 'Beatles'] }).overall).toBe(1);
    expect(score(RESPONSE, { references: [] }).overall).toBe(0);
    expect(score('<answer>Beatles band</answer>', {}).overall).toBe(0);
  });

  test('search-r1-em reads the prompt with the response, and assumes Search-R1’s own if the record has none', () => {
    expect(score(RESPONSE, { question: 'Who?' }).defaults).toMatchObject([{ key: 'prompt' }]);
    expect(score(RESPONSE, { question: '' })).toMatchObject({
      overall: 0,
      defaults: [],
      components: [{ entries: [{ code: 'answer-missing' }] }],
    });
    expect(score(RESPONSE, { question: 'Like <answer>this</answer>. Who?' }).overall).toBe(1);
    // A prompt that was sent is read even if it has no tags.
    expect(score(RESPONSE, { sentPrompt: 'Answer inside an answer tag. Who?' })).toMatchObject({
      overall: 0,
      defaults: [],
      components: [{ entries: [{ code: 'answer-missing' }] }],
    });
    expect(score(RESPONSE, { sentPrompt: 'Like <answer>this</answer>.', question: 'Who?' })).toMatchObject({
      overall: 1,
      defaults: [],
    });
    // Without an answer in the response, the last one is the example of the prompt.
    const { overall, components } = score('no answer', { reference: 'Beijing' });
    expect([overall, components[0]?.scope]).toEqual([1, null]);
  });
});

describe('search-r1-subem', () => {
  test('search-r1-subem pays for an answer that contains a reference', () => {
    const context = contextOf('unknown', { reference: 'beatles' });
    expect(searchR1Subem.score('<answer>Beatles band</answer>', context).overall).toBe(1);
    expect(searchR1Subem.score('<answer>band</answer>', context)).toMatchObject({
      overall: 0,
      components: [{ entries: [{ reason: 'The answer `band` does not contain the reference `beatles`.' }] }],
    });
  });
});

describe('verl-search-r1', () => {
  const verl = (response: string, changes: Partial<ScoreContext> = {}) =>
    verlSearchR1.score(response, contextOf('unknown', { reference: 'beatles', ...changes }));

  test('verl-search-r1 compares the last answer of the response, and does not read the prompt', () => {
    expect(verl(RESPONSE, { question: '' })).toMatchObject({ overall: 1, defaults: [] });
    expect(verl(RESPONSE, { references: ['stones', 'Beatles'] }).overall).toBe(1);
    expect(verl('no answer', { question: 'Like <answer>this</answer>.' }).components).toMatchObject([
      { entries: [{ code: 'answer-missing' }] },
    ]);
  });

  test('verl-search-r1 pays a quarter for a right answer among more than ten tags', () => {
    expect(verl(`${'</answer>'.repeat(9)}${RESPONSE}`).overall).toBe(1);
    expect(verl(`${'</answer>'.repeat(10)}${RESPONSE}`)).toMatchObject({
      overall: 0.25,
      components: [{ paid: '0.25', entries: [{ code: 'many-answers', paid: '-0.75' }] }],
    });
    expect(verl(`${'<answer>'.repeat(20)}no</answer>`).overall).toBe(0);
  });
});
