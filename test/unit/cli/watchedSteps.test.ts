import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WatchedSteps, type DueStep } from '../../../src/cli/verbs/runs/watch/watchedSteps.ts';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';

const IDLE = 60;

const summary = (due: readonly DueStep[]) =>
  due.map(({ step, rows, isAgain }) => [step, rows.length, isAgain]);

describe('the steps that are complete', () => {
  it('are those before the last one, of a run that is there already', () => {
    const steps = new WatchedSteps(IDLE);
    [1, 1, 2, 3].forEach((step, row) => {
      steps.add(step, row, 0);
    });
    expect(summary(steps.looked(0))).toEqual([
      [1, 2, false],
      [2, 1, false],
    ]);
    expect(steps.looked(1)).toEqual([]);
  });

  it('wait for a look without a sample of theirs, when the next one has begun', () => {
    const steps = new WatchedSteps(IDLE);
    steps.looked(0);
    steps.add(1, 0, 1);
    steps.add(2, 1, 1);
    expect(steps.looked(1)).toEqual([]);
    steps.add(1, 2, 2);
    expect(steps.looked(2)).toEqual([]);
    expect(summary(steps.looked(3))).toEqual([[1, 2, false]]);
  });

  it('are printed again after a while if samples are added later', () => {
    const steps = new WatchedSteps(IDLE);
    steps.add(1, 0, 0);
    steps.add(2, 1, 0);
    expect(summary(steps.looked(0))).toEqual([[1, 1, false]]);
    steps.add(1, 2, 1);
    expect(steps.looked(1)).toEqual([]);
    expect(steps.looked(2)).toEqual([]);
    expect(summary(steps.looked(1 + IDLE))).toEqual([
      [1, 2, true],
      [2, 1, false],
    ]);
  });

  it('have every sample by the end, each step in order', () => {
    const event = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), step: fc.option(fc.integer({ min: 1, max: 5 })) }),
      fc.record({ kind: fc.constant('look' as const), step: fc.constant(null) }),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        const steps = new WatchedSteps(10);
        const printed = new Map<number | null, number>();
        let row = 0;
        const take = (due: readonly DueStep[]): void => {
          const order = due.map(({ step }) => step ?? -1);
          expect(order).toEqual(order.toSorted((one, other) => one - other));
          for (const { step, rows, isAgain } of due) {
            expect(isAgain).toBe(printed.has(step));
            expect(rows.length).toBeGreaterThan(printed.get(step) ?? 0);
            printed.set(step, rows.length);
          }
        };
        events.forEach(({ kind, step }, now) => {
          if (kind === 'add') steps.add(step, row++, now);
          else take(steps.looked(now));
        });
        take(steps.ended());
        expect([...printed.values()].reduce((sum, count) => sum + count, 0)).toBe(row);
        expect(steps.ended()).toEqual([]);
      }),
      propertyRuns(),
    );
  });
});
