import { describe, expect, it } from 'vitest';
import type { Component, Score } from '../../../src/core/rewards/model.ts';
import { headline } from '../../../src/core/rewards/explanation/headline.ts';
import { bars, componentLabel, explain, isNothing } from '../../../webview/inspector/model/explain.ts';
import { defaultSentence, needSentences } from '../../../webview/inspector/model/rewardWords.ts';

const component = (change: Partial<Component>): Component => ({
  key: 'part',
  title: 'Part',
  weight: '1',
  start: '0',
  value: '0',
  paid: '0',
  most: '1',
  entries: [],
  scope: null,
  ...change,
});

const score = (change: Partial<Score>): Score => ({
  profile: 'some-profile',
  overall: 1,
  ifWrong: 1,
  ifRight: 1,
  reported: {},
  raises: null,
  defaults: [],
  needs: [],
  components: [],
  adjustments: [],
  notes: [],
  ...change,
});

const none = { length: 0, item: () => undefined };

describe('an amount of a reward', () => {
  it.each(['0', '-0', '0.00001', '-0.00000000000000007'])(
    'is nothing if it would be shown as zero: %s',
    (paid) => {
      expect(isNothing(paid)).toBe(true);
    },
  );

  it.each(['-0.01', '0.0001', '1'])('is something if a digit of it is shown: %s', (paid) => {
    expect(isNothing(paid)).toBe(false);
  });
});

describe('the bars of a reward', () => {
  it('makes a bar as wide as the most a part can pay, or the most it can take away if it pays nothing', () => {
    const drawn = bars([
      component({ weight: '3', paid: '1.5', most: '3' }),
      component({ weight: '1', paid: '-1', most: '0' }),
      component({ weight: '1', paid: '0', most: '0' }),
      component({ weight: '1', paid: '1', most: '1' }),
      component({ weight: '3', paid: null, most: '3' }),
    ]);
    expect(drawn).toEqual([
      { extent: 3, fill: 0.5, look: 'part' },
      { extent: 1, fill: 1, look: 'taken' },
      { extent: 1, fill: 0, look: 'part' },
      { extent: 1, fill: 1, look: 'whole' },
      { extent: 3, fill: null, look: 'part' },
    ]);
  });

  it('widens the bar of a part that pays or takes more than its maximum, and keeps a tiny part visible', () => {
    const [beyond, below, small] = bars([
      component({ weight: '1', paid: '4', most: '1' }),
      component({ weight: '1', paid: '-2', most: '1' }),
      component({ weight: '0.001', paid: '0.001', most: '0.001' }),
    ]);
    expect(beyond).toEqual({ extent: 4, fill: 1, look: 'whole' });
    expect(below).toEqual({ extent: 2, fill: 1, look: 'taken' });
    expect(small?.extent).toBeCloseTo(0.12);
    expect(small?.fill).toBeLessThan(0.01);
  });

  it('gives bars a width even when no part pays anything', () => {
    expect(bars([component({ weight: '0', most: '0' })])).toEqual([{ extent: 1, fill: 0, look: 'part' }]);
  });

  it('labels a bar with its pay, and with its possible pay where that is more', () => {
    const label = (change: Partial<Component>, whole: Partial<Score> = {}): string =>
      componentLabel(component(change), score(whole));
    expect(label({ title: 'Answer', paid: '0', most: '0.8' })).toBe('answer 0.00 of 0.80');
    expect(label({ title: 'Answer', paid: null, most: '0.8' }, { needs: ['verdict'] })).toBe(
      'answer 0.00 if wrong, 0.80 if right',
    );
    expect(label({ title: 'Overlong', paid: '-1', most: '0' })).toBe('overlong -1.00');
    expect(label({ title: 'Overlong', paid: null, most: '0' })).toBe('overlong not known');
    expect(label({ title: 'Evidence', paid: null, most: '3' })).toBe('evidence up to 3.00');
    expect(label({ title: 'Evidence', paid: '2.6447368421052633', most: '3' })).toBe(
      'evidence 2.6447 of 3.00',
    );
    expect(label({ title: 'Evidence', paid: '-0.00000000000000007', most: '0' })).toBe(
      'evidence (nothing lost)',
    );
  });
});

describe('a reward that is not known', () => {
  it('says which input is missing and which parts of the reward need it', () => {
    const components = [
      component({ title: 'Accuracy', paid: null, value: null }),
      component({ title: 'Evidence', paid: null, value: null }),
      component({ title: 'Format' }),
    ];
    const lacking = score({ overall: null, ifWrong: null, ifRight: null, components });
    expect(needSentences({ ...lacking, needs: ['reference'] }, false)).toEqual([
      'Enter the reference answer to know accuracy and evidence.',
    ]);
    expect(needSentences({ ...lacking, needs: ['reference', 'response_length'] }, true)).toEqual([
      'Enter the reference answer to know the reward.',
      'The exact number of tokens is needed to know the reward; it is only estimated here.',
    ]);
    expect(headline(lacking)).toBe('Not known');
    const range = { ...lacking, between: [0.1, 0.9], needs: ['retrieved_images', 'file_name'] } as const;
    expect(headline(range)).toBe(
      'between 0.10 and 0.90: not known without the retrieved images and the name of the document',
    );
  });

  it('says nothing about a missing verdict, because the two numbers of the reward say it', () => {
    const open = score({ overall: null, ifWrong: 0.18, ifRight: 0.98, needs: ['verdict'] });
    expect(needSentences(open, false)).toEqual([]);
    expect(headline(open)).toBe('0.18 if wrong, 0.98 if right');
  });

  it('shows the name of the exception when the reference raises one', () => {
    const raises = { name: 'IndexError', reason: 'The reference has no <answer>.' };
    expect(headline(score({ overall: null, ifWrong: null, ifRight: null, raises }))).toBe('IndexError');
  });

  it('shows a dash without a profile, and keeps the findings of the parser', () => {
    const finding = {
      code: 'some-code',
      severity: 'error',
      span: { start: 0, end: 1 },
      message: 'Wrong.',
    } as const;
    const explained = explain(null, none, [finding]);
    expect(explained.headline).toBe('\u2013');
    expect(explained.ordered.within({ start: 0, end: 1 })).toEqual([finding]);
  });
});

describe('an input that takes its default value', () => {
  const taken = { key: 'num_images', value: '3', reason: 'The record does not say it.' } as const;

  it('names the default with its value', () => {
    expect(defaultSentence(taken, null)).toBe('num_images is 3 by default: the record has none.');
    expect(defaultSentence({ ...taken, key: 'tool_results', value: '' }, 'easyr1')).toBe(
      'tool_results is empty by default: EasyR1 passes none.',
    );
  });

  it('says the default once, without repeating it as a note', () => {
    const span = { start: 0, end: 1 };
    const notes = ['num-images-default', 'tool-not-seen'].map(
      (code) => ({ code, severity: 'information', span, message: 'Noted.' }) as const,
    );
    const codes = (change: Partial<Score>): string[] =>
      explain(score({ notes, ...change }), none, []).notes.map(({ code }) => code);
    expect(codes({ defaults: [taken] })).toEqual(['tool-not-seen']);
    expect(codes({})).toEqual(['num-images-default', 'tool-not-seen']);
  });
});
