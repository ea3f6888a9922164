import { describe, expect, it } from 'vitest';
import { measureAgreement, RunAgreement, type OtherScore } from '../../../src/core/rewards/agreement.ts';
import { lang2act } from '../../../src/core/rewards/lang2act/lang2act.ts';
import { UNKNOWN_CONTEXT, type Score, type Verdict } from '../../../src/core/rewards/model.ts';

const RESPONSE =
  '<think>Image 1</think><description><tool name="read_text_element" args="Image 1: title">x</tool></description><answer>42</answer>';

const lang2actScore = (verdict: Verdict): Score =>
  lang2act.score(RESPONSE, { ...UNKNOWN_CONTEXT, numImages: 1, verdict, reference: '42' });
const ownScore = (overall: number, fields = {}): OtherScore => ({
  ok: true,
  overall,
  fields: { overall, ...fields },
});

describe('measureAgreement', () => {
  it('compares the fields of two rewards by their meaning, and reports the differences', () => {
    const { fields, apart, nearerIf } = measureAgreement(
      lang2actScore('right'),
      ownScore(0.9, { accuracy: 1, format_score: 0, note: 'short', judged: true }),
    );
    expect(fields).toEqual([
      { name: 'overall', otherName: 'overall', builtIn: 1, other: 0.9, difference: 0.9 - 1 },
      { name: 'answer_score', otherName: 'accuracy', builtIn: 1, other: 1, difference: 0 },
      { name: 'format_score', otherName: 'format_score', builtIn: 1, other: 0, difference: -1 },
      { name: 'tool_score', otherName: 'tool_score', builtIn: 1, other: undefined, difference: null },
      { name: 'note', otherName: 'note', builtIn: null, other: 'short', difference: null },
      { name: 'judged', otherName: 'judged', builtIn: null, other: true, difference: null },
    ]);
    expect(apart).toBeCloseTo(0.1, 12);
    expect(nearerIf).toBe(null);
  });

  it('uses verl’s score as the overall, and lists it once', () => {
    const { fields } = measureAgreement(lang2actScore('right'), {
      ok: true,
      overall: 1,
      fields: { score: 1, acc: true },
    });
    expect(fields.map(({ name, otherName }) => [name, otherName])).toEqual([
      ['overall', 'overall'],
      ['answer_score', 'acc'],
      ['format_score', 'format_score'],
      ['tool_score', 'tool_score'],
    ]);
    expect(fields[1]?.difference).toBe(0);
  });

  it('compares with the reward of the nearer verdict while the verdict is unknown', () => {
    expect(measureAgreement(lang2actScore('unknown'), ownScore(1))).toMatchObject({
      apart: 0,
      nearerIf: 'right',
    });
    expect(measureAgreement(lang2actScore('unknown'), ownScore(0.25)).apart).toBeCloseTo(0.05, 12);
    expect(measureAgreement(lang2actScore('unknown'), ownScore(0.25)).nearerIf).toBe('wrong');
    expect(measureAgreement(lang2actScore('unknown'), ownScore(0.7))).toMatchObject({ nearerIf: 'right' });
  });

  it.each([NaN, Infinity, -Infinity])('the difference to an overall of %s is infinite', (overall) => {
    expect(measureAgreement(lang2actScore('right'), ownScore(overall)).apart).toBe(Infinity);
    expect(measureAgreement(lang2actScore('unknown'), ownScore(overall))).toMatchObject({
      apart: Infinity,
      nearerIf: null,
    });
  });

  it('the difference to a failed reward is infinite, unless the reference raises, too', () => {
    const failed: OtherScore = { ok: false, failure: 'It raised.' };
    expect(measureAgreement(lang2actScore('right'), failed)).toMatchObject({
      apart: Infinity,
      failure: 'It raised.',
    });
    const raising: Score = {
      ...lang2actScore('right'),
      overall: null,
      ifWrong: null,
      ifRight: null,
      raises: { name: 'IndexError', reason: 'There is no answer.' },
    };
    expect(measureAgreement(raising, failed)).toMatchObject({ apart: 0 });
    expect(measureAgreement(raising, ownScore(1))).toMatchObject({ apart: Infinity });
  });

  it('the difference is unknown if more than the verdict is missing', () => {
    const unknown: Score = {
      ...lang2actScore('right'),
      overall: null,
      ifWrong: null,
      ifRight: null,
      needs: ['reference'],
    };
    expect(measureAgreement(unknown, ownScore(1))).toMatchObject({ apart: null, nearerIf: null });
  });
});

describe('RunAgreement', () => {
  const run = new RunAgreement<number>(3);
  const overalls = [1, 0.5, 1, NaN, 0.75, 0.5, 0.9, 1, 0.99];
  for (const [index, overall] of overalls.entries())
    run.add(index, measureAgreement(lang2actScore('right'), ownScore(overall)));

  it('a run keeps its largest differences, the largest first, equal ones in the order of the run', () => {
    expect(run.worst().map(({ place }) => place)).toEqual([3, 1, 5]);
  });

  it('the summary of a run counts every sample', () => {
    const { meanApart, ...rest } = run.summary();
    expect(rest).toEqual({
      samples: 9,
      equal: 3,
      different: 5,
      failed: 1,
      unknown: 0,
      notApplicable: 0,
      mostApart: 0.5,
    });
    expect(meanApart).toBeCloseTo((0.5 + 0.25 + 0.5 + 0.1 + 0.01) / 8, 12);
  });
});
