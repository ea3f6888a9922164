import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stepFigures } from '../../../src/core/alerts/stepFigures.ts';
import { ColumnsTable } from '../../../src/core/summary/columnsTable.ts';
import { RunColumns } from '../../../src/core/summary/runColumns.ts';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { factsOf } from '../summary/facts.ts';

describe('the figures of a step', () => {
  it('say nothing of what is not known', () => {
    expect(stepFigures(new ColumnsTable(new RunColumns()), [], 'score')).toEqual({
      samples: 0,
      mean: null,
      judged: 0,
      right: 0,
      rightShare: null,
      groups: 0,
      zeroVariance: 0,
      zeroVarianceShare: null,
      tokens: null,
      cutOff: 0,
    });
  });

  it('are what counting its samples gives', () => {
    const sample = fc.record({
      score: fc.option(fc.constantFrom(0, 0.5, 1, Number.NaN)),
      right: fc.option(fc.boolean()),
      group: fc.constantFrom('a', 'b', 'c'),
      finishReason: fc.constantFrom('stop', 'length', 'max_tokens', null),
    });
    fc.assert(
      fc.property(fc.array(sample, { minLength: 1, maxLength: 12 }), (samples) => {
        const columns = new RunColumns();
        for (const { score, right, group, finishReason } of samples)
          columns.add(
            factsOf({
              step: 1,
              right,
              finishReason,
              group: { key: group, name: group, keys: ['uid'] },
              fields: new Map(score === null ? [] : [['score', score]]),
            }),
          );
        const figures = stepFigures(
          new ColumnsTable(columns),
          samples.map((_, row) => row),
          'score',
        );
        const scores = samples.flatMap(({ score }) => (score === null || Number.isNaN(score) ? [] : [score]));
        const groups = ['a', 'b', 'c']
          .map((name) => samples.filter(({ group }) => group === name).map(({ score }) => score))
          .filter((own) => own.length > 1 && own.every((score) => score !== null && !Number.isNaN(score)));
        expect(figures.samples).toBe(samples.length);
        expect(figures.mean).toBe(
          scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length,
        );
        expect(figures.judged).toBe(samples.filter(({ right }) => right !== null).length);
        expect(figures.right).toBe(samples.filter(({ right }) => right === true).length);
        expect(figures.groups).toBe(groups.length);
        expect(figures.zeroVariance).toBe(groups.filter((own) => new Set(own).size === 1).length);
        expect(figures.cutOff).toBe(
          samples.filter(({ finishReason }) => finishReason === 'length' || finishReason === 'max_tokens')
            .length / samples.length,
        );
      }),
      propertyRuns(),
    );
  });
});
