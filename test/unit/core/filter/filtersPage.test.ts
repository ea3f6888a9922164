import { describe, expect, it } from 'vitest';
import { NUMBER_FIELDS, GROUP_FIELDS, ROW_STATES } from '../../../../src/core/filter/fields.ts';

import { readExampleRun } from './exampleRun.ts';
import { builtInFilters } from '../../../../src/core/filter/builtInFilters.ts';
import { examplesOf, filterIn, page, tableWith } from './filtersPage.ts';
import { matches, readable, subjectOf } from './subjects.ts';

const rows = await readExampleRun();
const names = rows.map(({ name }) => name);

describe('docs/filters.md', () => {
  const examples = examplesOf(names);

  it('has examples of what filters can do', () => {
    expect(examples.length).toBeGreaterThan(40);
    const kinds = new Set(examples.flatMap(({ filter }) => readable(filter).atoms.map(({ kind }) => kind)));
    expect([...kinds].sort()).toEqual(['fields', 'list', 'number', 'presence', 'range', 'state', 'text']);
  });

  it.each(examples)('$cell matches $count rows', ({ filter, count, which }) => {
    const found = rows.filter(({ subject }) => matches(filter, subject)).map(({ name }) => name);
    expect(found).toEqual(which);
    expect(found.length).toBe(count);
  });

  it('lists the built-in filters', () => {
    const listed = tableWith('name', 'filter').map(([name, cell = '']) => ({ name, text: filterIn(cell) }));
    expect(listed).toEqual(builtInFilters('reward'));
  });

  it('names every field and state', () => {
    for (const name of [
      ...NUMBER_FIELDS,
      ...GROUP_FIELDS.map((each) => `group.${each}`),
      ...ROW_STATES.map((each) => `is:${each}`),
    ])
      expect(page).toMatch(new RegExp(`\`(?:[^\`\n]*[^\\w\`.])?${name.replace('.', '\\.')}\\b`));
  });
});

/** The tables about what is missing: a condition, and whether it holds for each of three rows. */
const MISSING = [
  {
    columns: ['0.5', 'NaN', 'missing'],
    subjects: [{ numbers: { score: 0.5 } }, { numbers: { score: Number.NaN } }, {}],
  },
  {
    columns: ['“Asia”', 'empty', 'missing'],
    subjects: [{ texts: { answer: 'Asia' } }, { texts: { answer: '' } }, {}],
  },
  {
    columns: ['zoom', 'zoom, crop', 'no call'],
    subjects: [{ tools: ['zoom'] }, { tools: ['zoom', 'crop'] }, {}],
  },
  {
    columns: ['found, not-found', 'no claims', 'not searched'],
    subjects: [{ claims: ['found', 'not-found'], numbers: { grounded: 0.5 } }, { claims: [] }, {}],
  },
] as const;

describe.each(MISSING)('what is missing: $columns', ({ columns, subjects }) => {
  const cells = tableWith('condition', ...columns);

  it('has conditions', () => {
    expect(cells.length).toBeGreaterThan(8);
  });

  it.each(cells)('%s: %s, %s, %s', (cell = '', ...holds) => {
    const found = subjects.map((subject) => (matches(filterIn(cell), subjectOf(subject)) ? 'yes' : 'no'));
    expect(found).toEqual(holds);
  });
});
