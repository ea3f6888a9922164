import { expect, test } from 'vitest';
import { evisrag } from '../../../src/core/rewards/evisrag/evisrag.ts';
import { lang2act } from '../../../src/core/rewards/lang2act/lang2act.ts';
import { asTheTrainerPasses } from '../../../src/core/rewards/trainers.ts';
import { vgRefiner } from '../../../src/core/rewards/vgRefiner/vgRefiner.ts';
import { contextOf, GOOD_CALL, trajectory } from './responses.ts';

const FULL = contextOf('right', {
  numImages: 5,
  question: 'How much?',
  toolResults: '[]',
  responseLength: 300,
});

test('EasyR1 passes the length to a reward, verl does not, and neither passes anything else', () => {
  const bare = { ...FULL, numImages: null, question: null, toolResults: null };
  expect(asTheTrainerPasses(FULL, 'easyr1')).toEqual(bare);
  expect(asTheTrainerPasses(FULL, 'verl')).toEqual({ ...bare, responseLength: null });
});

test('a score states the values that the reward assumes for what the trainer does not pass', () => {
  const passed = asTheTrainerPasses(FULL, 'easyr1');
  const response = trajectory(GOOD_CALL);
  expect(lang2act.score(response, FULL).defaults).toEqual([]);
  expect(lang2act.score(response, passed).defaults).toMatchObject([
    { key: 'num_images', value: '3' },
    { key: 'prompt', value: 'None', onlyForJudge: true },
  ]);
  expect(vgRefiner.score('<answer>[]</answer>', passed).defaults).toMatchObject([{ key: 'tool_results' }]);
  expect(evisrag.score('x', asTheTrainerPasses(FULL, 'verl')).needs).toEqual(['response_length']);
});
