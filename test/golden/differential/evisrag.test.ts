import { test } from 'vitest';
import { evisragRecord } from '../generate/evisrag.ts';
import { expectMet, holdAgainstOracle, needPinned, PATIENCE } from './check.ts';

test(
  'computes the reward of EVisRAG for generated records as CPython does',
  async ({ skip }) => {
    await needPinned(skip);
    const met = await holdAgainstOracle('evisrag', evisragRecord);
    expectMet(met, {
      'scores.raises:IndexError': 0.02,
      'scores.accuracy:part': 0.1,
      'scores.evidence:part': 0.1,
      'scores.overlong:part': 0.1,
      'scores.format:whole': 0.2,
      'scores.isObserve:whole': 0.05,
      'scores.isThink:whole': 0.05,
    });
  },
  PATIENCE,
);
