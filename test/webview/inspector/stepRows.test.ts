import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import type { ListView } from '../../../src/core/trajectory/listView.ts';
import type { Step } from '../../../src/core/trajectory/model.ts';
import { Outline } from '../../../webview/inspector/model/outline.ts';
import { StepRows, type RowPlace } from '../../../webview/inspector/model/stepRows.ts';

interface Made {
  readonly depth: number;
  readonly details: number;
}

/** Steps of the given depths and numbers of details; the last one and those around it are still open. */
function stepsOf(made: readonly Made[], complete: boolean): ListView<Step> {
  const open = new Set<number>();
  if (!complete) {
    let depth = Infinity;
    for (let index = made.length - 1; index >= 0 && depth > 0; index--) {
      const step = made[index];
      if (step === undefined || step.depth >= depth) continue;
      ({ depth } = step);
      open.add(index);
    }
  }
  const steps = made.map(({ depth }, index): Step => {
    const span = { start: index * 10, end: index * 10 + 10 };
    return {
      index,
      kind: 'block',
      speaker: 'model',
      name: `step ${index}`,
      span,
      body: span,
      depth,
      tool: null,
      images: [],
      open: open.has(index),
    };
  });
  return { length: steps.length, item: (index) => steps[index] };
}

/** The rows, computed from all steps at once. */
function allRows(made: readonly Made[], folded: ReadonlySet<number>): RowPlace[] {
  const rows: RowPlace[] = [];
  let hiddenFrom = Infinity;
  made.forEach(({ depth, details }, step) => {
    if (depth > hiddenFrom) return;
    hiddenFrom = folded.has(step) ? depth : Infinity;
    rows.push({ step, detail: -1 });
    if (!folded.has(step)) for (let detail = 0; detail < details; detail++) rows.push({ step, detail });
  });
  return rows;
}

const made = fc.array(fc.record({ depth: fc.integer({ min: 0, max: 2 }), details: fc.nat(3) }), {
  minLength: 1,
  maxLength: 30,
});

describe('the rows of steps and their details', () => {
  it('builds the same rows step by step as all at once, whatever is folded', () => {
    fc.assert(
      fc.property(made, fc.uniqueArray(fc.nat(29)), fc.integer({ min: 1, max: 5 }), (parts, fold, size) => {
        const folded = new Set(fold);
        let known = parts;
        const outline = new Outline();
        const rows = new StepRows({
          outline,
          details: ({ index }) => known[index]?.details ?? 0,
          isFolded: ({ index }) => folded.has(index),
        });
        for (let count = size; count < parts.length + size; count += size) {
          const complete = count >= parts.length;
          // An open step may get more details.
          const steps = stepsOf(parts.slice(0, count), complete);
          known = parts.slice(0, count).map((part, index) => ({
            ...part,
            details: steps.item(index)?.open === true ? Math.min(1, part.details) : part.details,
          }));
          outline.extend(steps);
          rows.extend(steps);
          const wanted = allRows(known, folded);
          expect(rows.count).toBe(wanted.length);
          expect(wanted.map((_, row) => rows.at(row))).toEqual(wanted);
          expect(wanted.map(({ step, detail }) => rows.rowOf(step, detail))).toEqual(
            wanted.map((_, row) => row),
          );
        }
      }),
      propertyRuns(300),
    );
  });

  it('finds the row of the nearest enclosing step for a step that is folded away', () => {
    const parts = [
      { depth: 0, details: 2 },
      { depth: 1, details: 1 },
      { depth: 2, details: 0 },
      { depth: 0, details: 1 },
    ];
    const steps = stepsOf(parts, true);
    const outline = new Outline();
    outline.extend(steps);
    const rows = new StepRows({
      outline,
      details: ({ index }) => parts[index]?.details ?? 0,
      isFolded: ({ index }) => index === 0,
    });
    rows.extend(steps);
    expect([rows.rowOf(2), rows.rowOf(1, 0), rows.rowOf(0, 1), rows.rowOf(3, 0)]).toEqual([0, 0, 0, 2]);
  });

  it('places each row once as the rows grow', () => {
    const parts = Array.from({ length: 2_000 }, (_, index) => ({ depth: index === 0 ? 0 : 1, details: 1 }));
    let asked = 0;
    const outline = new Outline();
    const rows = new StepRows({
      outline,
      details: () => {
        asked += 1;
        return 1;
      },
      isFolded: () => false,
    });
    const whole = stepsOf(parts, true);
    for (let count = 1; count <= parts.length; count++) {
      const steps = { length: count, item: (index: number) => whole.item(index) };
      outline.extend(steps);
      rows.extend(steps);
    }
    expect(rows.count).toBe(4_000);
    expect(asked).toBeLessThan(4 * parts.length);
  });
});
