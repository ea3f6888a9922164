import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { decideFilter } from '../../../src/core/filter/decideFilter.ts';
import { parseFilter } from '../../../src/core/filter/parseFilter.ts';
import { testAtom } from '../../../src/core/filter/testAtom.ts';
import { GroupNumbers } from '../../../src/core/summary/groupNumbers.ts';
import { RunColumns } from '../../../src/core/summary/runColumns.ts';
import { ColumnsTable } from '../../../src/core/summary/columnsTable.ts';
import { FilterWhatIf, type GroupFilter } from '../../../src/core/whatIf/filterWhatIf.ts';
import { groupsFilter } from '../../../src/core/whatIf/groupsFilter.ts';
import { WholeGroups } from '../../../src/core/whatIf/wholeGroups.ts';
import { factsOf } from '../summary/facts.ts';

const LANG2ACT: GroupFilter = {
  key: 'reward',
  low: 0.1,
  high: 0.9,
  dropsAllRight: false,
  dropsAllWrong: false,
};

test('a filter says what is kept and what is lost', () => {
  expect(groupsFilter(LANG2ACT, 'reward', 'kept')).toBe('group.mean>0.1 group.mean<0.9');
  expect(groupsFilter({ ...LANG2ACT, key: 'odd name' }, 'reward', 'lost')).toBe(
    'group.n>0 not (`group.mean.odd name`>0.1 `group.mean.odd name`<0.9)',
  );
  expect(groupsFilter({ ...LANG2ACT, key: null, dropsAllRight: true }, 'score', 'kept')).toBe(
    'group.share>0.1 group.share<0.9 not group.right=group.n',
  );
});

const samples = fc.array(
  fc.record({
    group: fc.option(fc.constantFrom('a', 'b', 'c', 'd'), { freq: 9 }),
    right: fc.option(fc.boolean(), { freq: 9 }),
    reward: fc.option(fc.constantFrom(0, 0.1, 0.5, 0.9, 1, Number.NaN), { freq: 9 }),
    acc: fc.option(fc.constantFrom(0, 1), { freq: 9 }),
  }),
  { minLength: 1, maxLength: 40 },
);
const filters = fc.record({
  key: fc.constantFrom('reward', 'acc', null),
  low: fc.constantFrom(-1e-7, 0, 0.1, 0.5),
  high: fc.constantFrom(0.5, 0.9, 1, 1e21),
  dropsAllRight: fc.boolean(),
  dropsAllWrong: fc.boolean(),
});

test('the filters leave exactly the groups that are kept, and those that are lost', () => {
  fc.assert(
    fc.property(samples, filters, (drawn, filter) => {
      const columns = new RunColumns();
      for (const { group, right, reward, acc } of drawn) {
        const numbers = Object.entries({ reward, acc }).flatMap(([name, value]) =>
          value === null ? [] : [[name, value] as const],
        );
        columns.add(
          factsOf({
            right,
            fields: new Map(numbers),
            group: group === null ? null : { key: group, name: group, keys: ['uid'] },
          }),
        );
      }
      const table = new ColumnsTable(columns);
      const groups = new WholeGroups(table, Uint32Array.from(drawn.keys()), false);
      const whatIf = new FilterWhatIf(groups);
      const numbers = new GroupNumbers(columns, { acrossSteps: false, compared: 'reward' });
      const rowsOf = (which: 'kept' | 'lost'): readonly number[] => {
        const parsed = parseFilter(groupsFilter(filter, 'reward', which));
        if (!parsed.ok || parsed.filter.tree === null) throw new Error('The filter cannot be read.');
        const { atoms, tree } = parsed.filter;
        return [...drawn.keys()].filter((row) => {
          const subject = {
            number: () => null,
            text: () => null,
            tools: () => [],
            findings: () => [],
            claims: () => null,
            group: (field: string) => numbers.of(row, field),
          };
          return decideFilter(tree, (at) => {
            const atom = atoms[at];
            return atom === undefined ? null : testAtom(atom, subject);
          });
        });
      };
      const expected: Record<'kept' | 'lost', number[]> = { kept: [], lost: [] };
      for (let group = 0; group < groups.count; group += 1)
        for (const row of groups.rows.subarray(groups.start(group), groups.end(group)))
          expected[whatIf.lossOf(group, filter) === null ? 'kept' : 'lost'].push(row);
      expect(rowsOf('kept')).toEqual(expected.kept.sort((a, b) => a - b));
      expect(rowsOf('lost')).toEqual(expected.lost.sort((a, b) => a - b));
    }),
    propertyRuns(),
  );
});
