import { test } from 'vitest';
import { vragRecord } from '../generate/vrag.ts';
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
