import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { ChartBuilder } from '../../../src/core/charts/buildCharts.ts';
import { chartFilter, nameFilter } from '../../../src/core/charts/chartFilter.ts';
import type { ChartId } from '../../../src/core/charts/model.ts';
import { addCondition } from '../../../src/core/filter/addCondition.ts';
import type { FilterSubject } from '../../../src/core/filter/model.ts';
import { parseFilter } from '../../../src/core/filter/parseFilter.ts';
import { testAtom } from '../../../src/core/filter/testAtom.ts';
import { GroupNumbers } from '../../../src/core/summary/groupNumbers.ts';
import { RunColumns } from '../../../src/core/summary/runColumns.ts';
import { ColumnsTable } from '../../../src/core/summary/columnsTable.ts';
import type { SampleFacts } from '../../../src/core/summary/sampleFacts.ts';
import { factsOf } from '../summary/facts.ts';
import { samples } from '../../support/sampleTables.ts';

/** The rows that a filter leaves. */
function rowsOf(text: string, given: readonly Partial<SampleFacts>[], columns: RunColumns): number[] {
  const parsed = parseFilter(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.error.message}`);
  const groups = new GroupNumbers(columns, { acrossSteps: false, compared: 'score' });
  return given.flatMap((sample, row) => {
    const subject: FilterSubject = {
      number: (field) => (field === 'step' ? sample.step : sample.fields?.get(field)),
      text: () => null,
      tools: () => sample.tools ?? [],
      findings: () => sample.findings ?? [],
      claims: () => null,
      group: (field) => groups.of(row, field),
    };
    return parsed.filter.test((atom) => {
      const found = parsed.filter.atoms[atom];
      return found !== undefined && testAtom(found, subject);
    })
      ? [row]
      : [];
  });
}

function readColumns(given: readonly Partial<SampleFacts>[]): RunColumns {
  const columns = new RunColumns();
  for (const sample of given) columns.add(factsOf(sample));
  return columns;
}

describe('the filter of a part of a chart', () => {
  it('leaves exactly the samples that the part counts', () => {
    const ids = fc.constantFrom<ChartId>(
      'distribution:score',
      'distribution:length',
      'distribution:reward.format',
      'steps:score',
      'tools',
      'findings',
    );
    fc.assert(
      fc.property(samples, ids, fc.nat(30), (given, id, at) => {
        const columns = readColumns(given);
        const rows = Uint32Array.from(given.keys());
        const chart = new ChartBuilder(new ColumnsTable(columns), rows, {
          acrossSteps: false,
          compared: 'score',
        }).build(id);
        const filter = chartFilter(chart, { from: at, to: at });
        if (filter === null) return;
        const left = rowsOf(filter, given, columns).length;
        if (chart.kind === 'distribution') expect(left).toBe(chart.bars[at]?.samples);
        if (chart.kind === 'steps')
          expect(left).toBe(given.filter(({ step }) => step === chart.steps[at]?.first).length);
        if (chart.kind === 'names')
          expect(left).toBe(chart.steps.length > 1 ? chart.ofStep[at] : chart.names[at]?.samples);
      }),
      propertyRuns(),
    );
  });

  it('of several bars or points leaves what all of them count', () => {
    fc.assert(
      fc.property(samples, fc.nat(8), fc.nat(8), (given, from, to) => {
        const columns = readColumns(given);
        const rows = Uint32Array.from(given.keys());
        const chart = new ChartBuilder(new ColumnsTable(columns), rows, {
          acrossSteps: false,
          compared: 'score',
        }).build('distribution:score');
        const filter = chartFilter(chart, { from, to });
        if (filter === null || chart.kind !== 'distribution') return;
        const counted = chart.bars
          .slice(Math.min(from, to), Math.max(from, to) + 1)
          .reduce((sum, bar) => sum + bar.samples, 0);
        expect(rowsOf(filter, given, columns).length).toBe(counted);
      }),
      propertyRuns(),
    );
  });

  it('of difficulty leaves the samples of its groups', () => {
    fc.assert(
      fc.property(samples, fc.nat(11), (given, at) => {
        const judged = given.map((sample) => ({ ...sample, right: sample.right ?? false }));
        const columns = readColumns(judged);
        const table = new ColumnsTable(columns);
        const rows = Uint32Array.from(judged.keys());
        const chart = new ChartBuilder(table, rows, { acrossSteps: false, compared: 'score' }).build(
          'difficulty',
        );
        const filter = chartFilter(chart, { from: at, to: at });
        if (filter === null || chart.kind !== 'difficulty') return;
        const { ofRow } = table.groups(false);
        const groups = new Set(rowsOf(filter, judged, columns).map((row) => ofRow[row]));
        expect(groups.size).toBe(chart.bars[at]?.groups);
      }),
      propertyRuns(),
    );
  });

  it('of a name leaves the samples that have it, whatever the name is', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (name, other) => {
        fc.pre(name.toLowerCase() !== other.toLowerCase() && name.trim() === name);
        const given = [{ tools: [name] }, { tools: [other] }];
        expect(rowsOf(nameFilter('tools', name), given, readColumns(given))).toContain(0);
      }),
      propertyRuns(),
    );
  });
});

describe('a condition that is added to a filter', () => {
  it.each([
    ['', 'step=3', 'step=3'],
    ['   ', 'step=3', 'step=3'],
    ['step<', 'step=3', 'step=3'],
    ['reward<0.2', 'step=3', 'reward<0.2 step=3'],
    ['reward<0.2 or score=1', 'step=3', '(reward<0.2 or score=1) step=3'],
    ['step=2', 'step=3', 'step=3'],
    ['reward<0.2 step=2', 'step:3..5', 'reward<0.2 step:3..5'],
    ['step=2 (reward<0.2 or score=1)', 'step=3', '(reward<0.2 or score=1) step=3'],
    ['step=2 or step=4', 'step=3', '(step=2 or step=4) step=3'],
    ['score>=0.1 score<0.2 cash', 'score>=0.2 score<=0.3', 'cash score>=0.2 score<=0.3'],
    ['cash step=3', 'step=3', 'cash'],
    ['step=3', 'step=3', ''],
    ['score>=0.1 score<0.2', 'score>=0.1 score<0.2', ''],
    ['not step=3', 'step=3', 'not step=3 step=3'],
    ['answer!=reference', 'step=3', 'answer!=reference step=3'],
    ['step=3', '(tool:a or tool:b)', 'step=3 (tool:a or tool:b)'],
    ['step=3 (tool:a or tool:b)', '(tool:a or tool:b)', 'step=3'],
    ['tool:a or tool:b', '(tool:a or tool:b)', ''],
    ['tool:a or tool:c', '(tool:a or tool:b)', '(tool:a or tool:c) (tool:a or tool:b)'],
  ])('%j with %j is %j', (filter, condition, expected) => {
    expect(addCondition(filter, condition)).toBe(expected);
    if (expected !== '') expect(parseFilter(expected).ok).toBe(true);
  });
});
