import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupSpellings, type NameUse } from '../../../src/core/toolPool/toolNames.ts';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';

const used = (uses: Readonly<Record<string, number>>): NameUse[] =>
  Object.entries(uses).map(([name, trajectories]) => ({ name, trajectories, calls: trajectories }));

const namesOf = (uses: Readonly<Record<string, number>>): readonly (readonly string[])[] =>
  groupSpellings(used(uses)).map((spellings) =>
    spellings.map(({ name, why }) => (why === null ? name : `${name} (${why})`)),
  );

describe('spellings of one tool', () => {
  it.each([
    [
      'case and separators',
      { read_text: 9, 'Read-Text': 2, 'read text': 1 },
      [['read_text', 'Read-Text (form)', 'read text (form)']],
    ],
    [
      'camel case',
      { readTextElement: 3, read_text_element: 5 },
      [['read_text_element', 'readTextElement (form)']],
    ],
    [
      'capitals in a row',
      { parse_html_table: 5, parseHTMLTable: 3 },
      [['parse_html_table', 'parseHTMLTable (form)']],
    ],
    [
      'the number of a word',
      { compare_values: 259, compare_value: 2 },
      [['compare_values', 'compare_value (plural)']],
    ],
    [
      'endings of plurals',
      { read_boxes: 2, read_box: 1, list_entries: 2, list_entry: 1 },
      [
        ['list_entries', 'list_entry (plural)'],
        ['read_boxes', 'read_box (plural)'],
      ],
    ],
    [
      'a slip that is rare',
      { compute_percentage: 189, compute_precentage: 2 },
      [['compute_percentage', 'compute_precentage (slip)']],
    ],
    [
      'a missing letter',
      { locate_visual_element: 245, locate_visual_elment: 1 },
      [['locate_visual_element', 'locate_visual_elment (slip)']],
    ],
  ])('are grouped by %s', (_why, uses, groups) => {
    expect(namesOf(uses)).toEqual(groups);
  });

  it.each([
    ['short words', { read_row: 900, read_raw: 2 }],
    ['two frequent names', { compute_percentage: 189, compute_percentile: 80 }],
    ['words that differ by more', { add_values: 300, read_values: 3 }],
    ['digits', { classify_step1: 300, classify_step2: 3 }],
    ['the first letter', { lower_bounds: 300, tower_bounds: 3 }],
    ['two words', { compare_values: 300, compute_valves: 3 }],
    ['a slip of two names', { measure_heights: 300, measure_weights: 290, measure_deights: 1 }],
    ['words in another order', { text_read: 300, read_text: 3 }],
  ])('are not joined for %s', (_why, uses) => {
    expect(namesOf(uses)).toHaveLength(Object.keys(uses).length);
  });

  it('keep every name once, with the most used first, whatever the order', () => {
    const name = fc.stringMatching(/^[a-zA-Z_ -]{0,12}$/);
    const uses = fc.uniqueArray(
      fc.record({
        name,
        trajectories: fc.integer({ min: 1, max: 50 }),
        calls: fc.integer({ min: 1, max: 90 }),
      }),
      { selector: (use) => use.name },
    );
    fc.assert(
      fc.property(uses, (names) => {
        const groups = groupSpellings(names);
        expect(
          groups
            .flat()
            .map((spelling) => spelling.name)
            .sort(),
        ).toEqual(names.map((use) => use.name).sort());
        expect(groupSpellings(names.toReversed())).toEqual(groups);
        for (const [first, ...others] of groups) {
          expect(first.why).toBeNull();
          for (const other of others) {
            expect(other.why).not.toBeNull();
            expect(other.trajectories).toBeLessThanOrEqual(first.trajectories);
          }
        }
      }),
      propertyRuns(),
    );
  });
});

describe('spellings that are used equally often', () => {
  it.each([
    [['Read-Text', 'read_text', 'ReadText'], 'read_text'],
    [['Read-Text', 'ReadText'], 'Read-Text'],
  ])('of %j, the main one is %s', (names, main) => {
    const uses = names.map((name) => ({ name, trajectories: 1, calls: 1 }));
    for (const each of [uses, uses.toReversed()]) expect(groupSpellings(each)[0]?.[0].name).toBe(main);
  });
});
