import { expect, test } from 'vitest';
import { lang2act } from '../../../src/core/rewards/lang2act/lang2act.ts';
import { UNKNOWN_CONTEXT } from '../../../src/core/rewards/model.ts';
import { searchR1Em } from '../../../src/core/rewards/searchR1/searchR1.ts';
import { assumedDefaults } from '../../../src/core/rewards/scoreFacts.ts';
import { GOOD_CALL, trajectory } from './responses.ts';

test('a score rests on the default prompt if the reward reads it, but not if only a judge does', () => {
  const keys = (score: ReturnType<typeof searchR1Em.score>) =>
    assumedDefaults(score.defaults).map(({ key }) => key);
  expect(keys(searchR1Em.score('<answer>Paris</answer>', UNKNOWN_CONTEXT))).toEqual(['prompt']);
  expect(keys(lang2act.score(trajectory(GOOD_CALL), UNKNOWN_CONTEXT))).toEqual(['num_images']);
});
