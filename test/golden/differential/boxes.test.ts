import { test } from 'vitest';
import { boxRecord } from '../generate/boxes.ts';
import { expectFeatures, compareWithOracle, requirePinnedPython, PATIENCE } from './check.ts';

test(
  'computes the rewards of VG-Refiner for generated records as CPython does',
  async ({ skip }) => {
    await requirePinnedPython(skip);
    const met = await compareWithOracle('vg_refiner', boxRecord);
    expectFeatures(met, {
      'with_tool.overall:part': 0.2,
      'with_tool.model_iou:part': 0.2,
      'with_tool.tool_iou:part': 0.2,
      'with_tool.accuracy:part': 0.02,
      'with_tool.accuracy:whole': 0.02,
      'without_tool.accuracy:0': 0.1,
      'with_tool.format:0': 0.02,
    });
  },
  PATIENCE,
);
