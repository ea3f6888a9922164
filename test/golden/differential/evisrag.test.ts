import { test } from 'vitest';
import { evisragRecord } from '../generate/evisrag.ts';
import { expectFeatures, compareWithOracle, requirePinnedPython, PATIENCE } from './check.ts';

test(
  'computes the reward of EVisRAG for generated records as CPython does',
  async ({ skip }) => {
    await requirePinnedPython(skip);
    const met = await compareWithOracle('evisrag', evisragRecord);
    expectFeatures(met, {
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
