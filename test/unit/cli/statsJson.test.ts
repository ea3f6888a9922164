import { expect, test } from 'vitest';
import { otherRecordJson } from '../../../src/cli/verbs/stats/statsJson.ts';
import { readOtherRecord } from '../../../src/runs/statistics/otherRecords.ts';
import { LANG2ACT_FILTER } from '../../../src/core/groups/advantages.ts';

function rowOf(record: unknown): unknown {
  const other = readOtherRecord(record);
  if (other === null) return null;
  return JSON.parse(JSON.stringify(otherRecordJson(other, LANG2ACT_FILTER)));
}

test('stats compares an answer with the answers for insufficient images if its images do not suffice', () => {
  const prediction = 'Insufficient to answer.';
  const references = ['43'];
  const right = { em: 1, acc: 1, f1: expect.closeTo(1, 6) as number };
  expect(rowOf({ prediction, references, is_sufficient: false })).toEqual({ ...right, sufficient: false });
  expect(rowOf({ prediction, is_sufficient: false })).toEqual({ ...right, sufficient: false });
  expect(rowOf({ prediction, references, is_sufficient: true })).toEqual({
    em: 0,
    acc: 0,
    f1: 0,
    sufficient: true,
  });
  expect(rowOf({ prediction, references })).toEqual({ em: 0, acc: 0, f1: 0 });
  expect(rowOf({ prediction })).toBeNull();
});

test('stats writes NaN and infinities under their Python names', () => {
  expect(rowOf({ scores: [1e300, 0] })).toMatchObject({ scores: [1e300, 0], mean: 5e299, std: 'Infinity' });
  expect(rowOf({ scores: [Infinity, 0] })).toMatchObject({
    scores: ['Infinity', 0],
    mean: 'Infinity',
    std: 'NaN',
    grpo: ['NaN', 'NaN'],
    rloo: ['NaN', '-Infinity'],
    keep: false,
  });
  expect(rowOf({ items: [{ iou: 0.4, tool_iou: -Infinity }] })).toMatchObject({ avg_iou_delta: 'Infinity' });
});
