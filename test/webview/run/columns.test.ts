import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NARROWEST_COLUMN, WIDEST_COLUMN } from '../../../src/protocol/run.ts';
import {
  columnTitle,
  moveColumn,
  resizeColumn,
  tableColumns,
  toggleColumn,
  usualColumns,
} from '../../../webview/run/model/columns.ts';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { COLUMNS } from './states.ts';

const names = (columns: readonly { readonly name: string }[]): readonly string[] =>
  columns.map(({ name }) => name);
const ABC = ['a', 'b', 'c'].map((name) => ({ name, width: 100 }));

describe('the columns of the table of a run', () => {
  it('are usually those that the run has, with its first other numbers last', () => {
    expect(names(usualColumns(COLUMNS, 'reward'))).toEqual([
      ...['question', 'answer', 'reference', 'verdict', 'reward', 'score', 'advantage', 'findings', 'tools'],
      ...['length', 'step', 'acc', 'pred_len'],
    ]);
    const many = Array.from({ length: 50 }, (_, k) => ({
      name: `field${k}`,
      kind: 'field' as const,
      canSort: true,
      isEmpty: false,
    }));
    expect(usualColumns(many, 'score')).toHaveLength(4);
    // Most rewards are not known.
    expect(names(usualColumns(COLUMNS, 'score')).slice(3, 5)).toEqual(['verdict', 'score']);
  });

  it('are the chosen ones that the run has, and the usual ones if it has none of them', () => {
    const chosen = [
      { name: 'acc', width: 50 },
      { name: 'of another run', width: 60 },
      { name: 'answer', width: 70 },
    ];
    expect(tableColumns(COLUMNS, chosen, 'reward')).toMatchObject([
      { name: 'acc', width: 50, title: 'acc', canSort: true },
      { name: 'answer', width: 70, title: 'Answer', canSort: true },
    ]);
    expect(names(tableColumns(COLUMNS, chosen.slice(1, 2), 'reward'))).toEqual(
      names(usualColumns(COLUMNS, 'reward')),
    );
  });

  it('have titles: known names in the display language, components and fields their own', () => {
    expect(['question', 'length', 'group.share', 'reward.format', 'pred_len'].map(columnTitle)).toEqual([
      'Question',
      'Tokens',
      'Share right',
      'format',
      'pred_len',
    ]);
  });

  it('are added at the end and removed, but for the last one', () => {
    expect(names(toggleColumn(ABC, 'answer'))).toEqual(['a', 'b', 'c', 'answer']);
    expect(names(toggleColumn(ABC, 'b'))).toEqual(['a', 'c']);
    expect(names(toggleColumn(ABC.slice(0, 1), 'a'))).toEqual(['a']);
  });

  it('keep their number and widths wherever one is moved', () => {
    expect(names(moveColumn(ABC, 'a', 1))).toEqual(['b', 'a', 'c']);
    expect(names(moveColumn(ABC, 'c', -5))).toEqual(['c', 'a', 'b']);
    expect(names(moveColumn(ABC, 'other', 1))).toEqual(['a', 'b', 'c']);
    fc.assert(
      fc.property(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: -9, max: 9 }), (name, to) => {
        const moved = moveColumn(ABC, name, to);
        expect([...names(moved)].sort()).toEqual(['a', 'b', 'c']);
        expect(names(moved).indexOf(name)).toBe(Math.min(Math.max(to, 0), 2));
      }),
      propertyRuns(),
    );
  });

  it('have widths that messages accept', () => {
    const widthOf = (width: number): number | undefined => resizeColumn(ABC, 'b', width)[1]?.width;
    expect([-10, 120.4, 1e9].map(widthOf)).toEqual([NARROWEST_COLUMN, 120, WIDEST_COLUMN]);
  });
});
