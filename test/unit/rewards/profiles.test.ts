import { describe, expect, test } from 'vitest';
import { actionRl } from '../../../src/core/rewards/actionRl/actionRl.ts';
import { lang2actPaper } from '../../../src/core/rewards/lang2act/lang2actPaper.ts';
import { PROFILE_NAMES, isProfileName } from '../../../src/core/rewards/names.ts';
import { profileByName, profiles } from '../../../src/core/rewards/registry.ts';
import { contextOf, textAt, GOOD_CALL, trajectory } from './responses.ts';

test('each profile is found by its name', () => {
  expect(profiles.map(({ name }) => name)).toEqual(PROFILE_NAMES);
  expect(PROFILE_NAMES.map((name) => profileByName(name).name)).toEqual(PROFILE_NAMES);
  expect([...PROFILE_NAMES, 'toString', 'lang2'].filter(isProfileName)).toEqual(PROFILE_NAMES);
});

describe('lang2act-paper', () => {
  const rewards = (response: string): readonly (number | null)[] => {
    const { ifWrong, ifRight } = lang2actPaper.score(response, contextOf('unknown'));
    return [ifWrong, ifRight];
  };

  test('lang2act-paper pays for tools of the toolbox in their place, and requires nothing else of them', () => {
    expect(rewards(trajectory(GOOD_CALL))).toEqual([0.2, 1]);
    expect(rewards(trajectory('<tool name="compute_percentage" args="">'))).toEqual([0.2, 1]);
    expect(rewards(trajectory('no tool'))).toEqual([0.2, 1]);
  });

  test('lang2act-paper pays nothing for tools outside of the toolbox, with place and reason', () => {
    const response = trajectory(`${GOOD_CALL}<tool name=" compute_difference" args="1, 2">1</tool>`);
    expect(rewards(response)).toEqual([0, 0.8]);
    const [, tool] = lang2actPaper.score(response, contextOf('right')).components;
    expect(tool?.entries).toMatchObject([{ code: 'unknown-tool', amount: '-1', paid: '-0.2' }]);
    expect(textAt(response, tool?.entries[0]?.span)).toBe('compute_difference');
  });

  test('lang2act-paper pays for the answer alone if the format is invalid', () => {
    expect(rewards(`${GOOD_CALL}<answer>42</answer>`)).toEqual([0, 0.8]);
    expect(rewards(trajectory(GOOD_CALL, { think: '<tool name="zoom">' }))).toEqual([0, 0.8]);
  });

  test('lang2act-paper pays nothing for an empty or missing answer, whatever the verdict', () => {
    expect(rewards(trajectory(GOOD_CALL, { answer: '\x85' }))).toEqual([0.2, 0.2]);
    expect(rewards('nothing')).toEqual([0, 0]);
    expect(lang2actPaper.score('nothing', contextOf('right')).overall).toBe(0);
  });
});

describe('action-rl', () => {
  test('action-rl pays for three parts that are not empty, in any order', () => {
    const response = '<answer> 42 </answer><DESCRIPTION>b</description><think>a</think><think></think>';
    const score = actionRl.score(response, contextOf('right'));
    expect([score.overall, score.ifWrong, score.formatScore]).toEqual([1, 0.2, 1]);
    expect(textAt(response, score.parsed.answer)).toBe('42');
  });

  test('action-rl reads the first opening tag and the nearest closing tag after it', () => {
    const response = '</answer><answer>1<answer>2</answer>3</answer>';
    expect(textAt(response, actionRl.score(response, contextOf('right')).parsed.answer)).toBe('1<answer>2');
  });

  test('action-rl says which parts are missing or empty', () => {
    const response = '<think> </think><answer>1</answer>';
    const score = actionRl.score(response, contextOf('wrong'));
    const [answer, format] = score.components;
    expect(score.overall).toBe(0);
    expect(answer?.entries).toMatchObject([{ code: 'answer-wrong', paid: '-0.8' }]);
    expect(format?.entries).toMatchObject([
      {
        code: 'format-incomplete',
        paid: '-0.2',
        reason: '<think> is empty. There is no complete <description>.',
      },
    ]);
  });

  test.each([null, '', ' \x1c'])(
    'action-rl pays nothing for the answer without a reference (%j)',
    (reference) => {
      const score = actionRl.score(trajectory(GOOD_CALL), contextOf('right', { reference }));
      expect([score.overall, score.ifRight]).toEqual([0.2, 0.2]);
      expect(score.components[0]?.entries).toMatchObject([{ code: 'reference-missing' }]);
    },
  );
});
