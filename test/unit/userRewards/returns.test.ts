import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { input, rewardFile, startReward, describeScore } from './support.ts';

describe('returned values', () => {
  const two = (asked: string) => {
    const { reward } = startReward(rewardFile('returns'));
    return reward.score([input('a', asked), input('b', asked)]);
  };

  it.each([
    ['too few', 'reward-failed: compute_score in returns.py returned 1 score for 2 responses.'],
    ['too many', 'reward-failed: compute_score in returns.py returned 4 scores for 2 responses.'],
    ['endless', 'reward-failed: compute_score in returns.py returned 1,002 scores for 2 responses.'],
    [
      'no overall',
      'reward-failed: The dict that compute_score in returns.py returned has no overall, only score, acc.',
    ],
    [
      'numbers',
      'reward-failed: compute_score in returns.py returned a value of type float, which is not a score: 1.0.',
    ],
    [
      'dict',
      "reward-failed: compute_score in returns.py returned a value of type dict, which is not a score: {'overall': 1.0}.",
    ],
    [
      'none',
      'reward-failed: compute_score in returns.py returned a value of type NoneType, which is not a score: None.',
    ],
    [
      'none inside',
      'reward-failed: overall in the dict that compute_score in returns.py returned is of type NoneType, not a number.',
    ],
    [
      'text inside',
      'reward-failed: overall in the dict that compute_score in returns.py returned is of type str, not a number.',
    ],
  ])('reports a returned value of the wrong form: %s', async (asked, message) => {
    expect((await two(asked)).map(describeScore)).toEqual([message, message]);
  });

  it('a returned generator is read as a list of scores', async () => {
    expect((await two('generator')).map(describeScore)).toEqual([0, 1]);
  });

  it('a single dict without overall is reported for its response alone', async () => {
    const [first, second] = await two('mixed');
    expect(describeScore(first)).toBe(1);
    expect(describeScore(second)).toMatch(/has no overall, only acc/);
  });

  it('returned NaN and infinities arrive unchanged', async () => {
    const [score] = await two('nan');
    expect(score).toEqual({
      ok: true,
      overall: NaN,
      fields: { overall: NaN, high: Infinity, low: -Infinity },
    });
  });

  it('returned numbers of other libraries are read as numbers, and other objects as their repr', async () => {
    const [score] = await two('scalars');
    expect(score).toEqual({
      ok: true,
      overall: 0.25,
      fields: { overall: 0.25, d: 0.5, t: true, n: null, l: '[1]' },
    });
  });

  it('a returned text that is too long is cut off', async () => {
    const [score] = await two('huge');
    if (score?.ok !== true) throw new Error('There is no score.');
    expect(Object.keys(score.fields)).toHaveLength(200);
    expect(score.fields['text']).toBe(`${'x'.repeat(2000)}...`);
    expect(score.fields['big']).toBe(Infinity);
  });

  it('a returned value that cannot be shown is reported, and a lone surrogate is kept', async () => {
    const [score] = await two('odd');
    expect(score).toMatchObject({
      ok: true,
      fields: { odd: '(a Unspeakable that cannot be shown: RuntimeError: no)', 'half \ud83d': 'half \ud83d' },
    });
  });

  it('any text is passed to the reward and back unchanged, in every kind of key', async () => {
    const { reward } = startReward(rewardFile('verl'));
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
          {
            minLength: 1,
            maxLength: 20,
          },
        ),
        async (texts) => {
          const scores = await reward.score(texts.map((text) => input(text, text, { data_source: 'echo' })));
          // Python joins two surrogates of one character, as a trainer's decoder does; the text is the same.
          expect(scores.map((score) => score.ok && score.fields['echo'])).toEqual(texts);
        },
      ),
      propertyRuns(30),
    );
  });

  it('numbers that JSON cannot express reach the reward', async () => {
    const { reward } = startReward(rewardFile('verl'));
    const [score] = await reward.score([
      input('a', 'a', { data_source: 'dict', extra_info: { low: -Infinity, none: NaN } }),
    ]);
    expect(score).toMatchObject({ fields: { seen: "{'low': -inf, 'none': nan}" } });
  });
});
