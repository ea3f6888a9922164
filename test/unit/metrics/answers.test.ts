import { expect, test } from 'vitest';
import {
  answerMetrics,
  answerOfResponse,
  compareAnswer,
  INSUFFICIENT_REFERENCES,
  reportAnswers,
} from '../../../src/core/metrics/answerMetrics.ts';
import { refinementMetrics } from '../../../src/core/metrics/refinementMetrics.ts';

test('the answer is the text between the tags, or the whole text', () => {
  expect(answerOfResponse('<think>x</think><answer>4.2</answer> and more')).toBe('4.2');
  expect(answerOfResponse('<answer>4.2')).toBe('4.2');
  expect(answerOfResponse('4.2</answer>')).toBe('4.2</answer>');
});

test('the best reference counts, and one without a common word counts as zero', () => {
  expect(answerMetrics('The Acme Ltd.', ['acme ltd', 'x'])).toMatchObject({ em: 1, acc: 1 });
  expect(answerMetrics('Acme Ltd of Leeds', ['Acme Ltd'])).toMatchObject({ em: 0, acc: 1 });
  expect(answerMetrics('', [''])).toEqual({ em: 0, acc: 0, f1: 0 });
});

test('saying that the images do not suffice is right if they do not suffice', () => {
  const items = [
    { response: '<answer>4.2</answer>', references: ['4.2'], sufficient: true },
    { response: '<answer>5</answer>', references: ['4.2'], sufficient: true },
    { response: '<answer>Insufficient to answer.</answer>', references: ['4.2'], sufficient: false },
    { response: '<answer>4.2</answer>', references: ['4.2'], sufficient: false },
  ];
  const report = reportAnswers(items.map(compareAnswer));
  expect(INSUFFICIENT_REFERENCES).toHaveLength(3);
  expect(report).toMatchObject({
    global_em: 0.5,
    issuff_em: 0.5,
    unsuff_em: 0.5,
    cnt_global: 4,
    cnt_issuff: 2,
    cnt_unsuff: 2,
  });
  expect(reportAnswers([])).toEqual({ global_em: 0, global_acc: 0, global_f1: 0, cnt_global: 0 });
});

test('an item that does not say whether the images suffice counts only in the metrics of all items', () => {
  const item = { response: '4.2', references: ['4.2'] };
  const unsaid = compareAnswer({ ...item, sufficient: null });
  expect(reportAnswers([unsaid])).toEqual({
    global_em: 1,
    global_acc: 1,
    global_f1: unsaid.f1,
    cnt_global: 1,
  });
  expect(
    reportAnswers([unsaid, compareAnswer({ response: '5', references: ['4.2'], sufficient: true })]),
  ).toMatchObject({ global_em: 0.5, issuff_em: 0, cnt_global: 2, cnt_issuff: 1, cnt_unsuff: 0 });
});

test('refinement has no metrics without items, and items without an IoU count only among all', () => {
  expect(refinementMetrics([])).toBeNull();
  expect(
    refinementMetrics([
      { iou: 0.8, tool_iou: 0.2 },
      { iou: null, tool_iou: 0.9 },
    ]),
  ).toMatchObject({ total_cases: 2, accuracy: 50, critical_correction_rate: 100, tool_is_correct_count: 0 });
});
