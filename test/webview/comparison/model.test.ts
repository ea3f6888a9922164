import { describe, expect, it } from 'vitest';
import { differenceText } from '../../../webview/comparison/model/questionOutcome.ts';
import { overallLine, scoreLines } from '../../../webview/comparison/model/scoreTable.ts';
import { coreEngine } from '../../../webview/inspector/model/coreEngine.ts';
import { comparedQuestion } from './states.ts';
import { GOOD_RESPONSE, RESPONSE } from '../inspector/states.ts';
import { UNKNOWN_CONTEXT } from '../../../src/core/rewards/model.ts';

describe('two rewards in a comparison', () => {
  const score = (text: string, verdict: 'right' | 'wrong' | 'unknown') =>
    coreEngine.profile('lang2act').score(text, { ...UNKNOWN_CONTEXT, numImages: 2, verdict });

  it('compares two rewards part by part, in exact decimals', () => {
    const [before, after] = [score(RESPONSE, 'wrong'), score(GOOD_RESPONSE, 'right')];
    expect(
      scoreLines([before, after], 0).map(({ title, cells }) => `${title} ${cells[1]?.difference}`),
    ).toEqual(['Answer +0.80', 'Format same', 'Tools +0.02']);
    expect(overallLine([before, after], 0).cells).toEqual([
      { paid: '0.18', difference: '', direction: 'unknown' },
      { paid: '1.00', difference: '+0.82', direction: 'more' },
    ]);
  });

  it('shows no difference while a verdict is missing', () => {
    const line = overallLine([score(RESPONSE, 'unknown'), score(GOOD_RESPONSE, 'right')], 0);
    expect(line.cells).toMatchObject([
      { paid: '0.18 if wrong, 0.98 if right', difference: '', direction: 'unknown' },
      { difference: '', direction: 'unknown' },
    ]);
  });

  it('shows a part that only one reward has', () => {
    const before = coreEngine
      .profile('action-rl')
      .score(RESPONSE, { ...UNKNOWN_CONTEXT, numImages: 2, verdict: 'wrong', reference: 'x' });
    const tool = scoreLines([before, score(RESPONSE, 'wrong')], 0).find(({ key }) => key === 'tool');
    expect(tool?.cells).toMatchObject([
      { paid: '', difference: '', direction: 'unknown' },
      { difference: '', direction: 'unknown' },
    ]);
  });
});

describe('the rewards of several sides', () => {
  const score = (text: string, verdict: 'right' | 'wrong') =>
    coreEngine.profile('lang2act').score(text, { ...UNKNOWN_CONTEXT, numImages: 2, verdict });

  it('are compared with the side that was chosen', () => {
    const scores = [score(RESPONSE, 'wrong'), score(GOOD_RESPONSE, 'right'), null, score(RESPONSE, 'right')];
    const differences = (reference: number): string[] =>
      overallLine(scores, reference).cells.map(({ difference }) => difference);
    expect(differences(0)).toEqual(['', '+0.82', '', '+0.80']);
    expect(differences(1)).toEqual(['-0.82', '', '', '-0.02']);
    expect(differences(2)).toEqual(['', '', '', '']);
  });
});

describe('the difference of a question', () => {
  const text = (least: number, most: number, lacksVerdicts = true): string =>
    differenceText(
      comparedQuestion('A?', 0, {
        rewards: {
          before: [0, 1],
          after: [0, 1],
          difference: [least, most],
          sharesVerdicts: false,
          lacksVerdicts,
        },
      }),
    );

  it('is a number, its direction, or open until the answers are judged', () => {
    expect(text(0.25, 0.25)).toBe('+0.25');
    expect(text(-0.1, -0.1)).toBe('-0.10');
    expect(text(0, 0)).toBe('same');
    expect(text(0.2, 1)).toBe('at least +0.20');
    expect(text(-1, -0.2)).toBe('at most -0.20');
    expect(text(-0.8, 0.8)).toBe('Not judged');
    expect(text(0, 0.8)).toBe('Not judged');
  });

  it('is not said to wait for a judgment that would not decide it', () => {
    expect(text(-0.9, 0, false)).toBe('Not known');
  });

  it('says why rewards are not compared', () => {
    const reason = (rewards: 'incomplete' | 'no-reward' | 'different-rewards'): string =>
      differenceText(comparedQuestion('A?', 0, { rewards }));
    expect(reason('incomplete')).toBe('No complete response');
    expect(reason('no-reward')).toBe('No reward');
    expect(reason('different-rewards')).toBe('Different rewards');
  });
});
