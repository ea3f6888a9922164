import { test } from 'vitest';
import { vragRecord } from '../generate/vrag.ts';
import { expectMet, holdAgainstOracle, needPinned, PATIENCE } from './check.ts';

test(
  'VRAG-RL’s reward answers generated records as CPython does',
  async ({ skip }) => {
    await needPinned(skip);
    const met = await holdAgainstOracle('vrag_rl', vragRecord);
    expectMet(met, { 'anls:part': 0.1, 'anls:whole': 0.05, 'format:0': 0.05, 'answer:None': 0.01 });
  },
  PATIENCE,
);
