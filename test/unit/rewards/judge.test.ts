import { describe, expect, test } from 'vitest';
import { judgeRequest, parseJudgeReply } from '../../../src/core/rewards/judge.ts';

describe('the judge’s request', () => {
  const item = { question: 'How much?', reference: '4.2 million', answer: '4,200,000' };

  test('has each item in order, with question, reference and answer', () => {
    const { text, temperature } = judgeRequest([item, { ...item, answer: 'five' }]);
    expect(temperature).toBe(0);
    expect(text).toContain('2 in all');
    expect(text).toContain('<judge>True</judge> or <judge>False</judge>');
    expect(text.indexOf('Item 1')).toBeLessThan(text.indexOf('4,200,000'));
    expect(text.indexOf('4,200,000')).toBeLessThan(text.indexOf('Item 2'));
    expect(text.endsWith('Answer to judge: five')).toBe(true);
  });

  test('leaves room for every verdict', () => {
    expect(judgeRequest([item]).maxTokens).toBe(512);
    expect(judgeRequest(new Array(50).fill(item)).maxTokens).toBe(1000);
  });
});

describe('the judge’s reply', () => {
  test.each([
    ['<judge>True</judge>', 1, [true]],
    ['Sure.\n<judge>false</judge>\n<judge>true</judge> done', 2, [false, true]],
    ['<judge>False</judge><judge>False</judge>', 1, null],
    ['<judge>True</judge>', 2, null],
    ['<judge>TRUE</judge>', 1, null],
    ['<judge> True </judge>', 1, null],
    ['True', 1, null],
    ['', 1, null],
    ['', 0, []],
  ])('%j for %i items is %j', (reply, count, verdicts) => {
    expect(parseJudgeReply(reply, count)).toEqual(verdicts);
  });
});
