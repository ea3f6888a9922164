import { expect, it } from 'vitest';
import { stepOfFile } from '../../../../src/runs/reading/stepOfFile.ts';

it.each([
  ['rollouts/20.jsonl', 20],
  ['20.jsonl.gz', 20],
  ['completions_00010.parquet', 10],
  ['step_7.jsonl', 7],
  ['val_step20.json', 20],
  [String.raw`C:\runs\global_step_30\dump.jsonl`, 30],
  ['out/rollouts/step_40/train/effective/traces.jsonl', 40],
  ['step_1/step_2/a.jsonl', 2],
  ['out/checkpoint-500/infer_result/20260101-120000.jsonl', 500],
  ['step_5/9.jsonl', 9],
  ['2026/results.jsonl', null],
  ['generations.log', null],
  ['', null],
])('the step of %s is %s', (file, step) => {
  expect(stepOfFile(file)).toBe(step);
});
