import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FromRun, RunRow } from '../../../src/protocol/run.ts';
import type { KeptRun } from '../../../webview/run/model/keptRun.ts';
import { readKeptRun } from '../../../webview/run/model/keptRun.ts';
import { ShownRun } from './shown.tsx';
import { groupedRow, groupRow, runState, runView, sampleRow } from './states.ts';

const HUGE = 3_000_000;
const GROUPED = runState({ view: runView({ isGrouped: true, rows: HUGE }) });

let shown: ShownRun;

beforeEach(() => {
  shown = new ShownRun(groupedRow);
});

afterEach(() => {
  shown.dispose();
});

const press = (key: string, more?: KeyboardEventInit): Promise<void> => shown.press('.table', key, more);
const active = (): number => shown.model.active.value;

describe('keys in the table', () => {
  it.each<readonly [readonly string[], number]>([
    [['ArrowDown', 'ArrowDown', 'ArrowUp'], 1],
    [['ArrowUp'], 0],
    [['PageDown'], 24],
    [['PageDown', 'PageDown', 'PageUp'], 24],
    [['End'], HUGE - 1],
    [['End', 'ArrowDown'], HUGE - 1],
    [['End', 'PageUp'], HUGE - 25],
    [['End', 'Home'], 0],
  ])('%o go to row %i, which is drawn', async (keys, row) => {
    await shown.show(GROUPED);
    for (const key of keys) await press(key);
    expect(active()).toBe(row);
    expect(shown.find('.table-row.active').id).toBe(`row-${row}`);
    expect(shown.all('.table-row').length).toBeLessThanOrEqual(80);
  });

  it.each<readonly [number, string, readonly FromRun[], number]>([
    [0, 'ArrowLeft', [{ type: 'fold', group: 'group-0', isFolded: true }], 0],
    [0, 'ArrowRight', [], 1],
    [0, 'Enter', [{ type: 'fold', group: 'group-0', isFolded: true }], 0],
    [12, 'ArrowLeft', [], 9],
    [12, 'ArrowRight', [], 12],
    [12, 'Enter', [{ type: 'open', row: 10, generation: 1, isKept: false }], 12],
    [12, ' ', [{ type: 'open', row: 10, generation: 1, isKept: false }], 12],
    [12, 'c', [{ type: 'compare', group: 'group-1', generation: 1 }], 12],
    [12, 'x', [], 12],
  ])('in row %i, %s does what it should', async (row, key, sent, next) => {
    await shown.show(GROUPED);
    await shown.doing(() => {
      shown.model.activate(row);
    });
    await press(key);
    expect(shown.posted).toEqual(sent);
    expect(active()).toBe(next);
  });

  it('scroll to the side with Shift', async () => {
    await shown.show(GROUPED);
    const across = (): number => shown.find('.table').scrollLeft;
    await press('ArrowRight', { shiftKey: true });
    await press('ArrowRight', { shiftKey: true });
    await press('ArrowLeft', { shiftKey: true });
    expect([across(), active(), shown.posted]).toEqual([80, 0, []]);
  });

  it('act on the row of the view as it is now, when it has arrived', async () => {
    const folded = (index: number): RunRow => ({ ...groupRow(index), isCollapsed: true });
    shown.row = folded;
    await shown.show(GROUPED);
    await press('ArrowRight');
    // The group is unfolded, and its rows have not arrived when the next keys are pressed.
    const arrive = shown.holdRows();
    shown.row = (index) => (index === 0 ? groupRow(0) : index < 9 ? sampleRow(index) : folded(index - 8));
    await shown.show({ ...GROUPED, version: 2 });
    await press('ArrowDown');
    await press('Enter');
    expect(shown.posted).toEqual([{ type: 'fold', group: 'group-0', isFolded: false }]);
    await shown.doing(arrive);
    expect(shown.posted.slice(1)).toEqual([{ type: 'open', row: 1, generation: 1, isKept: false }]);
  });

  it('unfold a folded group, and open a row to stay with Ctrl', async () => {
    shown.row = (index) => ({ ...groupedRow(index), ...(index % 9 === 0 && { isCollapsed: true }) });
    await shown.show(GROUPED);
    await press('ArrowRight');
    await press('ArrowDown');
    await press('Enter', { ctrlKey: true });
    expect(shown.posted).toEqual([
      { type: 'fold', group: 'group-0', isFolded: false },
      { type: 'open', row: 0, generation: 1, isKept: true },
    ]);
  });

  it('find no head above a row that is in no group, or whose head has not arrived', async () => {
    shown.row = sampleRow;
    await shown.show(runState());
    await press('ArrowDown');
    await press('ArrowLeft');
    expect(active()).toBe(1);
  });
});

describe('sorting and grouping', () => {
  it('goes up, down, and back to the order of the files', async () => {
    await shown.show(runState());
    const sortedBy = async (isDescending: boolean | null): Promise<void> => {
      const sort = isDescending === null ? null : { column: 'reward', isDescending };
      await shown.show(runState({ view: runView({ sort }) }));
    };
    await shown.click('.column-button', 'Reward');
    await sortedBy(false);
    expect(shown.find('[aria-sort=ascending]').textContent).toBe('Reward ▴');
    await shown.click('.column-button', 'Reward');
    await sortedBy(true);
    await shown.click('.column-button', 'Reward');
    await shown.click('.column-button', 'Question');
    expect(shown.posted.map((message) => (message.type === 'sort' ? message.sort : message))).toEqual([
      { column: 'reward', isDescending: false },
      { column: 'reward', isDescending: true },
      null,
      { column: 'question', isDescending: false },
    ]);
  });

  it('begins at the top again', async () => {
    await shown.show(runState());
    await press('End');
    await shown.click('.column-button', 'Score');
    expect([active(), shown.model.scroll.firstRow]).toEqual([0, 0]);
  });

  it('groups by question, within steps or across them, and folds all', async () => {
    await shown.show(runState());
    const choose = (value: string): Promise<void> =>
      shown.doing(() => {
        const select = shown.find('select') as HTMLSelectElement;
        select.value = value;
        select.dispatchEvent(new Event('change', { bubbles: true }));
      });
    await choose('steps');
    await shown.show(GROUPED);
    await shown.click('button', 'Fold All');
    await shown.click('button', 'Unfold All');
    await choose('across');
    expect(shown.posted).toEqual([
      { type: 'group', isGrouped: true, acrossSteps: false },
      { type: 'foldAll', isFolded: true },
      { type: 'foldAll', isFolded: false },
      { type: 'group', isGrouped: true, acrossSteps: true },
    ]);
  });
});

describe('columns', () => {
  const titles = (): readonly string[] => shown.texts('.column-title');

  it('are chosen and ordered in a list, and the usual ones come back', async () => {
    await shown.show(runState());
    const usual = titles();
    await shown.click('.columns-button');
    await shown.doing(() => {
      const label = shown.find('.columns-list label', 'Answer');
      label.querySelector('input')?.click();
    });
    await shown.click('.columns-list [aria-label="Move Reference before the column to its left"]');
    expect(titles().slice(0, 2)).toEqual(['Reference', 'Question']);
    const sent = shown.posted.at(-1);
    expect(sent?.type === 'columns' && sent.columns?.slice(0, 3)).toEqual([
      { name: 'reference', width: 100 },
      { name: 'question', width: 300 },
      { name: 'verdict', width: 116 },
    ]);
    await shown.click('button', 'Usual Columns');
    expect(titles()).toEqual(usual);
    expect(shown.posted.at(-1)).toEqual({ type: 'columns', columns: null });
    await shown.press('.columns-list', 'Escape');
    expect(shown.all('.columns-list')).toEqual([]);
  });

  it('are those that the extension keeps, until the person chooses others here', async () => {
    await shown.show(runState({ chosen: [{ name: 'answer', width: 90 }] }));
    expect(titles()).toEqual(['Answer']);
    await shown.show(runState({ chosen: [{ name: 'acc', width: 90 }] }));
    expect(titles()).toEqual(['acc']);
    await shown.press('.column-button', 'ArrowRight', { shiftKey: true });
    await shown.show(runState({ chosen: [{ name: 'answer', width: 90 }], version: 2 }));
    expect(titles()).toEqual(['acc']);
    expect(shown.posted).toEqual([{ type: 'columns', columns: [{ name: 'acc', width: 106 }] }]);
  });
});

describe('what is kept', () => {
  const kept: KeptRun = {
    key: GROUPED.key,
    filter: 'acc=1',
    sort: { column: 'reward', isDescending: true },
    isGrouped: true,
    acrossSteps: true,
    isFolded: true,
    columns: [{ name: 'answer', width: 90 }],
    top: 100_000,
    active: 100_002,
    tabs: { tab: 'samples', isSideShown: true, addedCharts: ['steps:acc'], topTools: 3 },
  };
  const { filter, sort, isGrouped, acrossSteps, isFolded } = kept;
  const restored = runState({
    version: 2,
    view: runView({ filter, sort, isGrouped, acrossSteps, isFolded, rows: HUGE }),
  });

  it('is brought back: the view first, and the place when the view is that one again', async () => {
    shown.dispose();
    shown = new ShownRun(groupedRow, kept);
    await shown.show(runState({ columns: [] }));
    expect(shown.posted).toEqual([
      { type: 'filter', text: 'acc=1' },
      { type: 'group', isGrouped: true, acrossSteps: true },
      { type: 'foldAll', isFolded: true },
    ]);
    // The column that was sorted by is known when the first samples are scored.
    await shown.show(runState());
    await shown.show(runState());
    expect(shown.posted.slice(3)).toEqual([{ type: 'sort', sort }]);
    expect([shown.model.scroll.firstRow, active()]).toEqual([0, 0]);
    await shown.show(restored);
    expect([shown.model.scroll.firstRow, active()]).toEqual([100_000, 100_002]);
    expect(shown.find('.table').scrollTop).toBeGreaterThan(0);
    shown.clock.pass(1000);
    expect(shown.kept.at(-1)).toEqual(kept);
    expect(readKeptRun(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
  });

  it('names the run, also while there is nothing in it', async () => {
    await shown.show(
      runState({ status: { phase: 'empty' }, view: runView({ rows: 0, matched: 0, groups: 0 }) }),
    );
    shown.clock.pass(1000);
    expect(shown.kept.at(-1)).toMatchObject({ key: runState().key, filter: '', columns: null });
  });

  it('is left where the person goes elsewhere before', async () => {
    shown.dispose();
    shown = new ShownRun(groupedRow, kept);
    await shown.show(runState());
    await press('ArrowDown');
    await shown.show(restored);
    expect([shown.model.scroll.firstRow, active()]).toEqual([0, 1]);
  });

  it('is not used for another run, and is nothing if it cannot be read', async () => {
    shown.dispose();
    shown = new ShownRun(groupedRow, { ...kept, key: 'file:///other' });
    await shown.show(runState());
    expect(shown.posted).toEqual([]);
    expect([null, {}, { ...kept, top: -1 }, { ...kept, filter: 1 }].map(readKeptRun)).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});
