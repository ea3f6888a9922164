import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import {
  compareRewards,
  type ComparedResponse,
  type ComparedRewards,
} from '../../../src/core/rewards/compareRewards.ts';
import type { Verdict } from '../../../src/core/rewards/model.ts';

/** A response that is paid `ifWrong` or `ifRight`, depending on whether its answer is right. */
function response(
  answer: string | null,
  verdict: Verdict,
  ifWrong = 0.2,
  ifRight = 1,
  profile = 'lang2act',
): ComparedResponse {
  const overall = verdict === 'right' ? ifRight : verdict === 'wrong' || ifWrong === ifRight ? ifWrong : null;
  return {
    answer,
    verdict,
    score: { profile, overall, ifWrong, ifRight, needs: overall === null ? ['verdict'] : [] },
  };
}

const compare = (...sides: [readonly ComparedResponse[], readonly ComparedResponse[]]): ComparedRewards => {
  const compared = compareRewards(...sides);
  if (typeof compared === 'string') throw new Error(compared);
  return compared;
};

describe('comparing the rewards of two sides', () => {
  it('takes the mean of the complete responses of each side', () => {
    expect(
      compare([response('1', 'wrong'), response('2', 'right')], [response('2', 'right', 0.2, 0.9)]),
    ).toEqual({
      before: [0.6, 0.6],
      after: [0.9, 0.9],
      difference: [0.3, 0.3],
      sharesVerdicts: false,
      lacksVerdicts: false,
    });
  });

  it('counts an answer that nobody has judged as the same answer on the other side', () => {
    expect(compare([response('518.9', 'right')], [response('518.9.', 'unknown', 0.1, 0.9)])).toEqual({
      before: [1, 1],
      after: [0.9, 0.9],
      difference: [-0.1, -0.1],
      sharesVerdicts: true,
      lacksVerdicts: false,
    });
  });

  it('does not let a verdict decide a reward for which a library is missing', () => {
    const score = {
      profile: 'easyr1-math',
      overall: null,
      ifWrong: 0.1,
      ifRight: 1,
      needs: ['sympy'],
    } as const;
    for (const verdict of ['right', 'unknown'] as const) {
      const undecided: ComparedResponse = { answer: '1', verdict, score };
      expect(compare([response('1', 'right', 0.1, 1, 'easyr1-math')], [undecided])).toEqual({
        before: [1, 1],
        after: [0.1, 1],
        difference: [-0.9, 0],
        sharesVerdicts: false,
        lacksVerdicts: false,
      });
    }
  });

  it('leaves an answer open that was judged both right and wrong', () => {
    const judged = [response('1', 'right'), response('1', 'wrong')];
    expect(compare(judged, [response('1', 'unknown')]).after).toEqual([0.2, 1]);
  });

  it('knows the difference of two answers that are the same although nobody has judged them', () => {
    const { before, difference } = compare(
      [response('Yes', 'unknown', 0.1, 0.9)],
      [response('yes', 'unknown', 0.2, 1)],
    );
    expect(before).toEqual([0.1, 0.9]);
    expect(difference).toEqual([0.1, 0.1]);
  });

  it('knows that a side is better if the worst that it can get is more than the other side gets', () => {
    expect(compare([response('1', 'unknown', 0, 0)], [response('2', 'unknown')]).difference).toEqual([
      0.2, 1,
    ]);
  });

  it('does not compare without a complete response, without a reward, or with two different rewards', () => {
    const one = response('1', 'right');
    expect(compareRewards([one], [])).toBe('incomplete');
    expect(compareRewards([one], [{ ...one, score: null }])).toBe('no-reward');
    expect(compareRewards([one], [response('1', 'right', 0, 1, 'evisrag')])).toBe('different-rewards');
    const raised = { profile: 'lang2act', overall: null, ifWrong: null, ifRight: null, needs: [] };
    expect(compareRewards([one], [{ ...one, score: raised }])).toBe('no-reward');
    expect(compare([one], [{ ...one, score: { ...raised, between: [0.1, 0.4] } }]).difference).toEqual([
      -0.9, -0.6,
    ]);
  });

  it('finds the least and the most that any judgment of the answers can give', () => {
    const paid = fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10);
    const answers = ['a', 'b', 'c'] as const;
    const unjudged = fc
      .tuple(fc.constantFrom(...answers), paid, paid)
      .map(([answer, ifWrong, ifRight]) => response(answer, 'unknown', ifWrong, ifRight));
    const side = fc.array(unjudged, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(side, side, (before, after) => {
        const differences = Array.from({ length: 2 ** answers.length }, (_, judged) => {
          const paidOf = ({ answer, score }: ComparedResponse): number =>
            ((judged >> answers.findIndex((one) => one === answer)) & 1 ? score?.ifRight : score?.ifWrong) ??
            0;
          const mean = (responses: readonly ComparedResponse[]): number =>
            responses.reduce((sum, one) => sum + paidOf(one), 0) / responses.length;
          return mean(after) - mean(before);
        });
        const [least, most] = compare(before, after).difference;
        expect(least).toBeCloseTo(Math.min(...differences), 5);
        expect(most).toBeCloseTo(Math.max(...differences), 5);
      }),
      propertyRuns(200),
    );
  });
});
