import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { align, type Comparable } from '../../../webview/comparison/model/alignment.ts';
import { diffWords } from '../../../webview/comparison/model/wordDiff.ts';
import { differenceText } from '../../../webview/comparison/model/questionOutcome.ts';
import { overallLine, scoreLines } from '../../../webview/comparison/model/scoreTable.ts';
import { coreEngine } from '../../../webview/inspector/model/coreEngine.ts';
import { comparedQuestion } from './states.ts';
import { GOOD_RESPONSE, RESPONSE } from '../inspector/states.ts';
import { UNKNOWN_CONTEXT } from '../../../src/core/rewards/model.ts';

const step = (kind: Comparable['kind'], name: string, words = ''): Comparable => ({
  kind,
  name,
  words: new Set(words.split(' ').filter((word) => word !== '')),
});
const pairs = (before: readonly Comparable[], after: readonly Comparable[]): string[] =>
  align(before, after).map((pair) => `${pair.before ?? '-'}:${pair.after ?? '-'}`);

describe('aligning the steps of two trajectories', () => {
  it('pairs blocks of the same name, whatever their text', () => {
    const before = [step('think', 'think', 'a'), step('answer', 'answer', '4')];
    const after = [
      step('think', 'think', 'b c'),
      step('block', 'description'),
      step('answer', 'answer', '5'),
    ];
    expect(pairs(before, after)).toEqual(['0:0', '-:1', '1:2']);
  });

  it('pairs the same tool call on both sides after a new one was inserted', () => {
    const before = [step('tool', 'read_numeric_value', 'image 2 row total 518')];
    const after = [
      step('tool', 'read_numeric_value', 'image 1 heading'),
      step('tool', 'read_numeric_value', 'image 2 row total 518'),
    ];
    expect(pairs(before, after)).toEqual(['-:0', '0:1']);
  });

  it('never pairs a block with a tool call', () => {
    expect(pairs([step('think', 'think', 'x')], [step('tool', 'think', 'x')])).toEqual(['0:-', '-:0']);
  });

  it('shows every step of both sides once and in order, also when there are many', () => {
    const kinds = fc.constantFrom<Comparable['kind']>('think', 'tool', 'answer', 'text');
    const comparable = fc
      .tuple(
        kinds,
        fc.constantFrom('a', 'b', 'c'),
        fc.array(fc.constantFrom('x', 'y', 'z'), { maxLength: 4 }),
      )
      .map(([kind, name, words]) => step(kind, name, words.join(' ')));
    const side = fc.oneof(
      { weight: 30, arbitrary: fc.array(comparable, { maxLength: 12 }) },
      { weight: 1, arbitrary: fc.array(comparable, { minLength: 201, maxLength: 220 }) },
    );
    fc.assert(
      fc.property(side, side, (before, after) => {
        const made = align(before, after);
        const indexes = (key: 'before' | 'after'): number[] =>
          made.map((pair) => pair[key]).filter((index) => index !== null);
        expect(indexes('before')).toEqual(before.map((_, index) => index));
        expect(indexes('after')).toEqual(after.map((_, index) => index));
        for (const pair of made) expect(pair.before === null && pair.after === null).toBe(false);
      }),
      propertyRuns(200),
    );
  });
});

describe('the words that two texts share', () => {
  it('marks the words that only one side has', () => {
    const { before, after, same } = diffWords('It grew by 7.7% in 2024.', 'It grew by 8.1% in 2024.');
    expect(same).toBe(false);
    expect(before.filter(({ own }) => own).map(({ text }) => text)).toEqual(['7.7']);
    expect(after.filter(({ own }) => own).map(({ text }) => text)).toEqual(['8.1']);
  });

  it('treats different white space as equal', () => {
    expect(diffWords('one  two\n', 'one two').same).toBe(true);
  });

  it('marks two long texts without a common word as a whole, in bounded work', () => {
    const text = (seed: string): string => Array.from({ length: 4_000 }, (_, k) => `${seed}${k}`).join(' ');
    const { before, after } = diffWords(text('a'), text('b'));
    expect(before).toEqual([{ text: text('a'), own: true }]);
    expect(after).toEqual([{ text: text('b'), own: true }]);
  });

  it('loses no text of either side', () => {
    const text = fc.array(fc.constantFrom('a', 'b ', ' c', '\n', '<x>', 'é', '😀'), { maxLength: 30 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        const [left, right] = [a.join(''), b.join('')];
        const diff = diffWords(left, right);
        expect(diff.before.map((run) => run.text).join('')).toBe(left);
        expect(diff.after.map((run) => run.text).join('')).toBe(right);
      }),
      propertyRuns(),
    );
  });
});

describe('two rewards in a comparison', () => {
  const score = (text: string, verdict: 'right' | 'wrong' | 'unknown') =>
    coreEngine.profile('lang2act').score(text, { ...UNKNOWN_CONTEXT, numImages: 2, verdict });

  it('compares two rewards part by part, in exact decimals', () => {
    const [before, after] = [score(RESPONSE, 'wrong'), score(GOOD_RESPONSE, 'right')];
    expect(scoreLines(before, after).map(({ title, difference }) => `${title} ${difference}`)).toEqual([
      'Answer +0.80',
      'Format same',
      'Tools +0.02',
    ]);
    expect(overallLine(before, after)).toMatchObject({
      before: '0.18',
      after: '1.00',
      difference: '+0.82',
      direction: 'more',
    });
  });

  it('shows no difference while a verdict is missing', () => {
    const line = overallLine(score(RESPONSE, 'unknown'), score(GOOD_RESPONSE, 'right'));
    expect(line).toMatchObject({
      before: '0.18 if wrong, 0.98 if right',
      difference: '',
      direction: 'unknown',
    });
  });

  it('shows a part that only one reward has', () => {
    const before = coreEngine
      .profile('action-rl')
      .score(RESPONSE, { ...UNKNOWN_CONTEXT, numImages: 2, verdict: 'wrong', reference: 'x' });
    const tool = scoreLines(before, score(RESPONSE, 'wrong')).find(({ key }) => key === 'tool');
    expect(tool).toMatchObject({ before: '', difference: '', direction: 'unknown' });
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
