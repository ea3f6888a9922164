import { describe, expect, it } from 'vitest';
import {
  QuestionResult,
  type EndedSample,
  type QuestionState,
} from '../../../../src/host/evaluation/questionResult.ts';

/** What became of a sample: whether it passes, or that its request failed. */
type Outcome = boolean | null | 'no answer';

function resultOf(outcomes: readonly Outcome[]): QuestionResult {
  const result = new QuestionResult();
  for (const [index, passed] of outcomes.entries()) {
    const common = { item: 'a', sample: index + 1 };
    if (passed === 'no answer')
      result.failed.push({
        event: 'failed',
        ...common,
        reason: 'timeout',
        message: 'It is late.',
        hint: null,
      });
    else result.ended.push({ ...ENDED, ...common, passed });
  }
  return result;
}

const ENDED: EndedSample = {
  event: 'sample',
  item: 'a',
  sample: 1,
  at: 0,
  length: 1,
  reward: null,
  passed: true,
  why: null,
  answer: null,
  milliseconds: 20,
};

describe('what became of a question', () => {
  it.each<readonly [QuestionState, readonly Outcome[]]>([
    ['passed', [true]],
    ['passed', [true, true]],
    ['failed', [true, false]],
    ['failed', [null, false]],
    ['failed', ['no answer', false]],
    ['errored', ['no answer']],
    ['errored', [true, 'no answer']],
    ['unknown', [null]],
    ['unknown', [true, null]],
  ])('is %s after %j', (state, outcomes) => {
    expect(resultOf(outcomes).state).toBe(state);
  });

  it('is known when all samples have ended or failed', () => {
    const result = resultOf([true, 'no answer']);
    expect(result.isOver(3)).toBe(false);
    expect(result.isOver(2)).toBe(true);
  });

  it('adds up the times that are known', () => {
    const result = resultOf([true, false]);
    result.ended.push({ ...ENDED, sample: 3, milliseconds: null });
    expect(result.milliseconds).toBe(40);
  });
});
