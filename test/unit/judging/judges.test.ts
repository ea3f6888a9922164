import { describe, expect, test } from 'vitest';
import { answerJudge } from '../../../src/judging/answerJudge.ts';
import type { SampleToJudge } from '../../../src/judging/model.ts';
import { qualityJudge } from '../../../src/judging/qualityJudge.ts';
import { vragRlJudge } from '../../../src/judging/vragRlJudge.ts';

const sample = (response: string, more: Partial<SampleToJudge> = {}): SampleToJudge => ({
  response,
  question: 'Total?',
  reference: '4.2',
  dialect: null,
  ...more,
});

const [RIGHT, WRONG] = [{ verdict: 'right' }, { verdict: 'wrong' }] as const;

describe('the answer judge', () => {
  test.each([
    ['<answer> 4.2 </answer>', { ask: { question: 'Total?', reference: '4.2', answer: '4.2' } }],
    ['so \\boxed{4.2}', { ask: { question: 'Total?', reference: '4.2', answer: '4.2' } }],
    ['It is 4.2.', { ask: { question: 'Total?', reference: '4.2', answer: 'It is 4.2.' } }],
    ['<answer></answer>', { known: WRONG }],
    [' ', { known: WRONG }],
  ])('of %j, it judges the answer', (response, plan) => {
    expect(answerJudge.plan(sample(response))).toEqual(plan);
  });

  test('without a reference there is nothing to compare with', () => {
    expect(answerJudge.plan(sample('4.2', { reference: ' ' }))).toEqual({ lacks: 'reference' });
    expect(answerJudge.plan(sample('4.2', { reference: null }))).toEqual({ lacks: 'reference' });
  });

  test.each([
    ['<judge>True</judge>\n<judge>False</judge>', [RIGHT, WRONG]],
    ['1. <judge>true</judge> 2. <judge>false</judge>', [RIGHT, WRONG]],
    ['<judge>True</judge>', null],
    ['<judge>True</judge><judge>False</judge><judge>True</judge>', null],
    ['<judge>True</judge><judge> False </judge>', null],
    ['Both are right.', null],
  ])('%j is read as %j for two items', (reply, expected) => {
    expect(answerJudge.read(reply, 2)).toEqual(expected);
  });
});

describe('the judge of VRAG-RL', () => {
  const paid = '<search>total</search><answer>4.2</answer>';

  test('it is asked only where the format is paid, about the last answer', () => {
    expect(vragRlJudge.plan(sample('<answer>4.2</answer>'))).toEqual({ known: WRONG });
    expect(vragRlJudge.plan(sample(`<answer>1</answer>${paid}`))).toMatchObject({ ask: { answer: '4.2' } });
    expect(vragRlJudge.plan(sample(paid, { reference: null }))).toEqual({ lacks: 'reference' });
  });

  test('the item is told in its three sections', () => {
    const plan = vragRlJudge.plan(sample(paid));
    expect('ask' in plan && vragRlJudge.content([plan.ask])).toBe(
      '## Query\nTotal?\n\n## Reference Answer\n4.2\n\n## Generated Answer\n4.2',
    );
  });

  test.each([
    ['<judge>True</judge>', [RIGHT]],
    ['<judge>\nFalse.\n</judge>', [WRONG]],
    ['<judge>True or False</judge>', [RIGHT]],
    ['<judge>False</judge><judge>True</judge>', [WRONG]],
    ['<judge>TRUE</judge>', null],
    ['<judge>True', null],
    ['</judge><judge>', null],
    ['True', null],
  ])('%j is read as %j', (reply, expected) => {
    expect(vragRlJudge.read(reply, 1)).toEqual(expected);
  });

  test('a reply that opens tags for ever is read in linear time', () => {
    expect(vragRlJudge.read('<judge>'.repeat(300_000), 1)).toBeNull();
  });
});

describe('the quality judge', () => {
  const lines =
    'Coherence: 4\nNon-Hallucination: 5\nFactual Consistency: 3\nAverage: 4.00\nExplanation: fine';

  test('it rates the whole response, with or without a reference', () => {
    expect(qualityJudge.plan(sample('<think>4 + 0.2</think>', { reference: null }))).toEqual({
      ask: { question: 'Total?', reference: null, answer: '<think>4 + 0.2</think>' },
    });
    expect(qualityJudge.plan(sample(''))).toEqual({ lacks: 'answer' });
    const item = { question: null, reference: null, answer: 'x' };
    expect(qualityJudge.content([item])).toBe('What the model wrote:\nx');
  });

  test.each([
    [lines, { coherence: 4, nonHallucination: 5, factualConsistency: 3 }],
    [lines.replace('4.00', '1.00'), { coherence: 4, nonHallucination: 5, factualConsistency: 3 }],
    [lines.replace('Coherence: 4', '**Coherence:** 4'), { coherence: 4 }],
    [lines.replace('Coherence: 4', 'Coherence: 6'), null],
    [lines.replace('Coherence: 4', 'Coherence: 4.5'), null],
    [lines.replace('Coherence: 4', ''), null],
    [`${lines}\nCoherence: 5`, null],
    ['a good text', null],
  ])('%j is read as %j', (reply, scores) => {
    const read = qualityJudge.read(reply, 1);
    if (scores === null) expect(read).toBeNull();
    else expect(read).toMatchObject([{ scores }]);
  });
});
