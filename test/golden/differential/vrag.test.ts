import { test } from 'vitest';
import { vragRecord, vragTrainingRecord } from '../generate/vrag.ts';
import { expectFeatures, compareWithOracle, requirePinnedPython, PATIENCE } from './check.ts';

test(
  'computes the reward of VRAG-RL for generated records as CPython does',
  async ({ skip }) => {
    await requirePinnedPython(skip);
    const met = await compareWithOracle('vrag_rl', vragRecord);
    expectFeatures(met, { 'anls:part': 0.1, 'anls:whole': 0.05, 'format:0': 0.05, 'answer:None': 0.01 });
  },
  PATIENCE,
);

test(
  'computes the reward of VRAG-RL’s training and validation for generated records as CPython does',
  async ({ skip }) => {
    await requirePinnedPython(skip);
    const met = await compareWithOracle('vrag_rl_training', vragTrainingRecord);
    expectFeatures(met, { 'ndcg:part': 0.1, 'ndcg:whole': 0.02, 'format:0': 0.05, 'right:part': 0.05 });
  },
  PATIENCE,
);
