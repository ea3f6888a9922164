import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/lib/paths.mjs';
import { NUMBER_FIELDS, GROUP_FIELDS, ROW_STATES } from '../../../../src/core/filter/fields.ts';
import { builtInFilters } from '../../../../src/core/filter/savedFilters.ts';
import { readExampleRun } from './exampleRun.ts';
import { matches, readable, subjectOf } from './subjects.ts';

const page = fs.readFileSync(path.join(root, 'docs/filters.md'), 'utf8');

/** The rows of the table that has these columns, as their cells. */
function tableWith(...columns: readonly string[]): readonly (readonly string[])[] {
  const tables = page.split('\n\n').filter((part) => part.startsWith('|'));
  const cells = tables.map((table) =>
    table
      .trim()
      .split('\n')
      .map((line) =>
        line
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim()),
      ),
  );
  const found = cells.find(([head = []]) => columns.every((column) => head.includes(column)));
  return found?.slice(2) ?? [];
}

/** The filter in a cell. */
const filterIn = (cell: string): string =>
  cell === '(empty)' ? '' : cell.replace(/^(`+) ?(.*?) ?\1$/s, '$2');

const rows = await readExampleRun();
const names = rows.map(({ name }) => name);

/** The names that a cell such as `r01, r04 to r08` stands for. */
function namesIn(cell: string): readonly string[] {
  if (cell === 'all') return names;
  return cell.split(', ').flatMap((part) => {
    const [first = '', last = first] = part.split(' to ');
    return names.slice(names.indexOf(first), names.indexOf(last) + 1);
  });
}

describe('docs/filters.md', () => {
  const examples = tableWith('filter', 'which');

  it('has examples of what filters can do', () => {
    expect(examples.length).toBeGreaterThan(40);
    const kinds = new Set(
      examples.flatMap(([cell = '']) => readable(filterIn(cell)).atoms.map(({ kind }) => kind)),
    );
    expect([...kinds].sort()).toEqual(['fields', 'list', 'number', 'presence', 'range', 'state', 'text']);
  });

  it.each(examples)('%s matches %s rows', (cell = '', count = '', which = '') => {
    const found = rows.filter(({ subject }) => matches(filterIn(cell), subject)).map(({ name }) => name);
    expect(found).toEqual(namesIn(which));
    expect(found.length).toBe(Number(count));
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
