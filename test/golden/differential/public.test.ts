import { test } from 'vitest';
import { thinkAnswerFault } from '../../../src/core/rewards/answers/thinkForm.ts';
import { mathTextRecord, publicRecord, searchRecord } from '../generate/public.ts';
import { r1vRecord } from '../generate/r1v.ts';
import type { JsonObject } from '../json.ts';
import { compareWithOracle, expectFeatures, INPUTS, PATIENCE, requirePinnedPython } from './check.ts';

/** These rewards have few cases, so that fewer inputs are enough. */
const SHARE = 0.2;
const COUNT = Math.ceil(INPUTS * SHARE);

/** The format that EasyR1's r1v example and R1-V pay for. */
const thinkAnswerFormat = ({ response }: JsonObject): JsonObject => ({
  format: typeof response === 'string' && thinkAnswerFault(response) === null ? 1 : 0,
});

test.for([
  ['verl_gsm8k', publicRecord, undefined, { 'verl_gsm8k:whole': 0.01 }],
  ['verl_math', mathTextRecord, undefined, { 'verl_math:whole': 0.2, 'verl_math:0': 0.2 }],
  ['verl_search_r1', searchRecord, undefined, { 'verl_search_r1:whole': 0.1, 'verl_search_r1:part': 0.005 }],
  ['search_r1', searchRecord, undefined, { 'search_r1_em:whole': 0.1, 'search_r1_subem:whole': 0.1 }],
  ['think_answer', r1vRecord, thinkAnswerFormat, { 'format:whole': 0.2, 'format:0': 0.2 }],
] as const)(
  'computes %s for generated records as CPython does',
  { timeout: PATIENCE },
  async ([kind, make, answer, shares], { skip }) => {
    await requirePinnedPython(skip);
    const met = await compareWithOracle(kind, make, answer, COUNT);
    const features = Object.entries(shares).map(([name, share]) => [name, share * SHARE] as const);
    expectFeatures(met, Object.fromEntries(features));
  },
);
