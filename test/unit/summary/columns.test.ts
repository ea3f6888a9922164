import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NameLists } from '../../../src/core/summary/nameLists.ts';
import { NumberColumn } from '../../../src/core/summary/numberColumn.ts';
import { RunColumns } from '../../../src/core/summary/runColumns.ts';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { factsOf } from './facts.ts';

test('a column returns what was set, and tells a missing number from NaN', () => {
  const cells = fc.array(fc.option(fc.double()), { maxLength: 300 });
  fc.assert(
    fc.property(cells, (values) => {
      const column = new NumberColumn();
      values.forEach((value, row) => {
        if (value !== null) column.set(row, value);
      });
      expect(values.map((_, row) => column.at(row))).toEqual(values);
      const known = values.filter((value) => value !== null);
      const finite = known.filter(Number.isFinite);
      const { values: found, notFinite } = column.finite();
      expect([Array.from(found), notFinite]).toEqual([finite, known.length - finite.length]);
    }),
    propertyRuns(),
  );
});

test('lists of names return what was added, and count it', () => {
  const names = fc.array(fc.array(fc.constantFrom('zoom', 'read', 'crop', ''), { maxLength: 5 }), {
    maxLength: 100,
  });
  fc.assert(
    fc.property(names, (rows) => {
      const lists = new NameLists();
      for (const row of rows) lists.add(row);
      expect(rows.map((_, row) => lists.namesOf(lists.listOf(row)))).toEqual(rows);
      const all = rows.flat();
      for (const { name, count, rows: samples } of lists.counts()) {
        expect(count).toBe(all.filter((each) => each === name).length);
        expect(samples).toBe(rows.filter((row) => row.some((each) => each === name)).length);
      }
      expect(lists.counts()).toHaveLength(new Set(all).size);
    }),
    propertyRuns(),
  );
});

test('two rows are in one group exactly if their keys are the same, and their steps unless these do not count', () => {
  const row = fc.record({
    step: fc.option(fc.integer({ min: 1, max: 3 })),
    key: fc.option(fc.constantFrom('a', 'b', '1:a', '')),
  });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 100 }), fc.boolean(), (rows, acrossSteps) => {
      const columns = new RunColumns();
      for (const { step, key } of rows)
        columns.add(factsOf({ step, group: key === null ? null : { key, name: key, keys: ['uid'] } }));
      const { ofRow, groups } = columns.groups(acrossSteps);
      const known = rows.flatMap(({ step, key }) =>
        key === null ? [] : [JSON.stringify([acrossSteps ? null : step, key])],
      );
      expect(groups).toHaveLength(new Set(known).size);
      rows.forEach(({ step, key }, at) => {
        const group = groups[ofRow[at] ?? -1];
        expect(group).toEqual(key === null ? undefined : { name: key, step: acrossSteps ? null : step });
      });
    }),
    propertyRuns(),
  );
});
