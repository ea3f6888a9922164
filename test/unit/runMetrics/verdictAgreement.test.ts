import { describe, expect, it } from 'vitest';
import { AnswerMemo } from '../../../src/core/metrics/answerMemo.ts';
import { parseTrajectoryFile } from '../../../src/core/records/trajectoryFile.ts';
import { sampleOf, type Sample } from '../../../src/core/records/sample.ts';
import { ratersOf, ratingsOf } from '../../../src/core/runMetrics/raters.ts';
import { VerdictAgreement } from '../../../src/core/runMetrics/verdictAgreement.ts';

const answered = (answer: string, more: Partial<Sample> = {}): Sample => ({
  ...sampleOf(parseTrajectoryFile(`<answer>${answer}</answer>`)),
  reference: 'four million',
  references: ['four million'],
  ...more,
});

const ratings = (sample: Sample, person: 'right' | 'wrong' | 'unknown' = 'unknown') =>
  Object.fromEntries(ratingsOf(sample, person, [0.5, 0.9], new AnswerMemo()));

describe('what raters say', () => {
  it('comes from the verdict, the numbers of the record, and the words of the answer', () => {
    expect(ratings(answered('about four million', { verdict: 'right' }))).toEqual({
      person: null,
      judge: true,
      em: false,
      acc: true,
      'f1>=0.5': true,
      'f1>=0.9': false,
    });
    expect(ratings(answered('four million'), 'wrong')).toMatchObject({
      person: false,
      judge: null,
      em: true,
    });
  });

  it("a person's verdict that a record keeps is not taken for the judge's", () => {
    const both = answered('4', { verdict: 'right', columns: { person: 1, judge: 0 } });
    expect(ratings(both)).toMatchObject({ person: true, judge: false });
    const one = answered('4', { verdict: 'right', columns: { person: 1 } });
    expect(ratings(one)).toMatchObject({ person: true, judge: null });
  });

  it('nothing is said of an answer without a reference', () => {
    const none = answered('4', { reference: null, references: [] });
    expect(ratings(none)).toMatchObject({ em: null, acc: null, 'f1>=0.5': null });
  });
});

describe('the agreement of raters', () => {
  const rated = (judge: boolean | null, person: boolean | null, em: boolean | null = null) =>
    new Map([
      ['person', person],
      ['judge', judge],
      ['em', em],
    ]);
  const [right, wrong] = [true, false];

  it('is counted for each pair that both say something', () => {
    const agreement = new VerdictAgreement<number>(['person', 'judge', 'em'], 10);
    const said = [
      rated(right, right),
      rated(right, wrong),
      rated(wrong, right, right),
      rated(wrong, wrong, wrong),
      rated(null, right),
      rated(right, null, wrong),
    ];
    said.forEach((each, index) => {
      agreement.add(() => index, each);
    });
    expect(agreement.samples).toBe(6);
    expect(agreement.pairs()).toMatchObject([
      { one: 'judge', other: 'person', samples: 4, bothRight: 1, onlyOne: 1, onlyOther: 1, bothWrong: 1 },
      { one: 'em', other: 'person', samples: 2, bothRight: 1, onlyOne: 0, onlyOther: 0, bothWrong: 1 },
      { one: 'em', other: 'judge', samples: 3, bothRight: 0, onlyOne: 1, onlyOther: 1, bothWrong: 1 },
    ]);
    expect(agreement.pairs().map(({ kappa }) => kappa?.kappa)).toEqual([0, 1, expect.closeTo(-0.5, 9)]);
    expect(agreement.disagreeing).toBe(3);
    expect(agreement.disagreements().map(({ place }) => place)).toEqual([1, 2, 5]);
  });

  it('a run without verdicts has no pairs', () => {
    const agreement = new VerdictAgreement<number>([...ratersOf([])], 10);
    agreement.add(() => 0, rated(null, null, right));
    expect(agreement.pairs()).toEqual([]);
    expect(agreement.disagreeing).toBe(0);
  });

  it('only some of the disagreements are kept, those of the judge and a person first', () => {
    const agreement = new VerdictAgreement<number>(['person', 'judge', 'em'], 3);
    for (let index = 0; index < 100; index += 1)
      agreement.add(() => index, index === 97 ? rated(right, wrong) : rated(right, null, wrong));
    expect(agreement.disagreeing).toBe(100);
    expect(agreement.disagreements().map(({ place }) => place)).toEqual([97, 0, 1]);
  });
});
