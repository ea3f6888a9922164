import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ColumnsTable } from '../../../src/core/summary/columnsTable.ts';
import { RunColumns } from '../../../src/core/summary/runColumns.ts';
import { usualToolboxSize } from '../../../src/core/toolPool/coverage.ts';
import { describeToolPool, type ToolPool } from '../../../src/core/toolPool/toolPool.ts';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { factsOf } from '../summary/facts.ts';

interface Row {
  readonly tools: readonly string[];
  readonly right?: boolean | null;
  readonly score?: number | null;
}

function poolOf(rows: readonly Row[], chosen = rows.map((_, row) => row)): ToolPool {
  const columns = new RunColumns();
  for (const { tools, right = null, score = null } of rows)
    columns.add(factsOf({ tools, right, fields: new Map(score === null ? [] : [['score', score]]) }));
  return describeToolPool(new ColumnsTable(columns), Uint32Array.from(chosen), 'score');
}

describe('the tool pool of a run', () => {
  it('counts a trajectory once for a tool, whatever its calls and spellings', () => {
    const pool = poolOf([
      { tools: ['read_text', 'read_text', 'Read-Text', 'zoom'], right: true, score: 1 },
      { tools: ['read_text'], right: false, score: 0.25 },
      { tools: ['zoom'], score: 0.5 },
      { tools: [], right: true, score: 1 },
    ]);
    expect(pool).toMatchObject({ trajectories: 4, withTools: 3, calls: 6 });
    expect(pool.tools).toMatchObject([
      {
        name: 'read_text',
        trajectories: 2,
        calls: 4,
        share: 0.5,
        judged: 2,
        right: 1,
        success: 0.5,
        meanWith: 0.625,
        meanWithout: 0.75,
        examples: [0, 1],
        together: [{ name: 'zoom', trajectories: 1, share: 0.5, lift: 1 }],
      },
      { name: 'zoom', trajectories: 2, calls: 2, success: 1, examples: [0, 2] },
    ]);
    expect(pool.coverage).toEqual([
      { k: 1, uses: 0.5, whole: 1, wholeShare: 1 / 3 },
      { k: 2, uses: 1, whole: 3, wholeShare: 1 },
    ]);
  });

  it('looks at the rows that are left only', () => {
    const rows = [{ tools: ['zoom'] }, { tools: ['crop'] }, { tools: ['crop', 'zoom'] }];
    expect(poolOf(rows, [1]).tools.map(({ name }) => name)).toEqual(['crop']);
    expect(poolOf(rows, [])).toMatchObject({ trajectories: 0, tools: [], coverage: [] });
    expect(usualToolboxSize([])).toBe(0);
  });

  it('says the same as counting each trajectory on its own', () => {
    const row = fc.record({
      tools: fc.array(fc.constantFrom('zoom', 'Zoom', 'crop', 'read_text', 'readText', 'add'), {
        maxLength: 5,
      }),
      right: fc.option(fc.boolean()),
      score: fc.option(fc.constantFrom(0, 0.25, 0.5, 1, Number.NaN)),
    });
    const tools: Readonly<Record<string, string>> = { Zoom: 'zoom', readText: 'read_text' };
    const toolOf = (name: string): string => tools[name] ?? name;
    fc.assert(
      fc.property(fc.array(row, { maxLength: 40 }), (rows) => {
        const pool = poolOf(rows);
        const sets = rows.map((each) => new Set(each.tools.map(toolOf)));
        expect(pool.tools).toHaveLength(new Set(sets.flatMap((set) => [...set])).size);
        for (const tool of pool.tools) {
          const name = toolOf(tool.name);
          const own = rows.filter((_, at) => sets[at]?.has(name));
          expect(tool.trajectories).toBe(own.length);
          expect(tool.calls).toBe(
            rows.flatMap((each) => each.tools).filter((each) => toolOf(each) === name).length,
          );
          expect(tool.judged).toBe(own.filter(({ right }) => right !== null).length);
          expect(tool.right).toBe(own.filter(({ right }) => right === true).length);
          const values = own.flatMap(({ score }) => (score === null || Number.isNaN(score) ? [] : [score]));
          expect(tool.meanWith).toBe(
            values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length,
          );
          for (const { name: other, trajectories } of tool.together)
            expect(trajectories).toBe(sets.filter((set) => set.has(name) && set.has(toolOf(other))).length);
        }
        const last = pool.coverage.at(-1);
        if (last !== undefined) expect([last.uses, last.wholeShare]).toEqual([1, 1]);
        for (const { k, whole } of pool.coverage) {
          const top = new Set(pool.tools.slice(0, k).map(({ name }) => toolOf(name)));
          expect(whole).toBe(
            sets.filter((set) => set.size > 0 && [...set].every((each) => top.has(each))).length,
          );
        }
      }),
      propertyRuns(),
    );
  });
});
