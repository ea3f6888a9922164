import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import type { SampleTable } from '../../../src/core/summary/sampleTable.ts';
import { joinEvenly, StepRows } from '../../../src/core/summary/stepRows.ts';
import { samples, tableOf } from '../../support/sampleTables.ts';

describe('rows by training step', () => {
  it('are joined evenly where steps are many', () => {
    const { table, rows } = tableOf(Array.from({ length: 1000 }, (_, step) => ({ step })));
    const steps = new StepRows(table, rows, joinEvenly(300));
    expect(steps.ranges.length).toBe(250);
    expect(steps.ranges[0]).toEqual({ first: 0, last: 3 });
    expect([...steps.of(249)]).toEqual([996, 997, 998, 999]);
  });

  it('have the rows of joined steps in the order of the rows, and not those after the last range', () => {
    const { table, rows } = tableOf([5, 2, null, 1, 2, 9].map((step) => ({ step })));
    const steps = new StepRows(table, rows, (counts) => {
      expect(counts).toEqual([1, 2, 1, 1]);
      return [2, 3];
    });
    expect(steps.ranges).toEqual([
      { first: 1, last: 2 },
      { first: 5, last: 5 },
    ]);
    expect([...steps.of(0)]).toEqual([1, 3, 4]);
    expect([...steps.of(1)]).toEqual([0]);
  });

  it('leave out steps that are not finite, and rows without a sample', () => {
    const given = [Infinity, 1, Number.NaN, -Infinity, 1];
    const table: Pick<SampleTable, 'isSample' | 'step'> = {
      isSample: (row) => row !== 4,
      step: (row) => given[row] ?? null,
    };
    const steps = new StepRows(table, Uint32Array.from(given.keys()), joinEvenly(9));
    expect(steps.ranges).toEqual([{ first: 1, last: 1 }]);
    expect([...steps.of(0)]).toEqual([1]);
  });

  it('are all there, in order, in any order of the steps', () => {
    fc.assert(
      fc.property(samples, (given) => {
        const { table, rows } = tableOf(given);
        const steps = new StepRows(table, rows, joinEvenly(400));
        steps.ranges.forEach(({ first, last }, point) => {
          expect(first).toBe(last);
          expect([...steps.of(point)]).toEqual([...rows].filter((row) => given[row]?.step === first));
        });
        const known = new Set(given.flatMap(({ step }) => step ?? []));
        expect(steps.ranges.map(({ first }) => first)).toEqual([...known].sort((a, b) => a - b));
      }),
      propertyRuns(),
    );
  });
});
