import { expect, test } from 'vitest';
import { answerRecord, groupRecord, refinementRecord } from '../generate/metrics.ts';
import type { JsonObject } from '../json.ts';
import { VECTOR_KINDS } from '../vectorKinds.ts';
import { expectFeatures, compareWithOracle, INPUTS, requirePinnedPython, PATIENCE } from './check.ts';

const groups = VECTOR_KINDS.find(({ name }) => name === 'group_advantages');

/** The fields of a group's vectors, without the result of the second filter. */
function withoutEasyR1(record: JsonObject): JsonObject {
  const { mean = null, std = null, grpo = null, rloo = null, keep = null } = groups?.answer(record) ?? {};
  return { mean, std, grpo, rloo, keep };
}

test(
  'computes the answer metrics as CPython does',
  async ({ skip }) => {
    await requirePinnedPython(skip);
    const met = await compareWithOracle('answer_metrics', answerRecord);
    expectFeatures(met, { 'em:whole': 0.1, 'acc:whole': 0.1, 'f1:part': 0.3, 'f1:0': 0.05 });
  },
  PATIENCE,
);

test(
  'computes the refinement metrics as CPython does',
  async () => {
    const met = await compareWithOracle('refinement_metrics', refinementRecord, undefined, INPUTS / 4);
    expect(met['metrics.nsri:part']).toBeGreaterThan(INPUTS / 10);
    expect(met['metrics.inherited_error_count:whole']).toBeGreaterThan(INPUTS / 40);
    expect(met['metrics.follow_correct_count:whole']).toBeGreaterThan(INPUTS / 40);
  },
  PATIENCE,
);

test(
  'computes the statistics of groups as CPython does, with the sums of NumPy',
  async () => {
    // A group has up to 300 scores, so a tenth of the inputs contains as many numbers as all inputs of other kinds.
    const met = await compareWithOracle('group_advantages', groupRecord, withoutEasyR1, INPUTS / 10);
    expect(met['std:part']).toBeGreaterThan(INPUTS / 20);
    expect(met['std:0']).toBeGreaterThan(0);
    expect(met['keep:False']).toBeGreaterThan(INPUTS / 100);
  },
  PATIENCE,
);
