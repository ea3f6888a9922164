import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SavedFilter } from '../../../src/protocol/run.ts';
import { DEBOUNCE, ShownRun } from './shown.tsx';
import { runState, runView, sampleRow } from './states.ts';

let shown: ShownRun;

beforeEach(async () => {
  shown = new ShownRun((index) => sampleRow(index));
  await shown.show(runState({ history: ['acc=1', 'score>0'] }));
});

afterEach(() => {
  shown.dispose();
});

const INPUT = '.filter-input';
const input = (): HTMLInputElement => shown.find(INPUT) as HTMLInputElement;
const filters = (): readonly string[] =>
  shown.posted.flatMap((message) => (message.type === 'filter' ? [message.text] : []));
const options = (): readonly string[] => shown.texts('.completions li');

describe('the box of the filter', () => {
  it('applies what is written when the person stops for a moment, and at once on Enter', async () => {
    await shown.write('r');
    await shown.doing(() => {
      shown.clock.pass(DEBOUNCE - 1);
    });
    await shown.write('reward<1');
    await shown.doing(() => {
      shown.clock.pass(DEBOUNCE - 1);
    });
    expect(filters()).toEqual([]);
    await shown.doing(() => {
      shown.clock.pass(1);
    });
    expect(filters()).toEqual(['reward<1']);
    await shown.write('reward<2');
    await shown.press(INPUT, 'Enter');
    await shown.doing(() => {
      shown.clock.pass(10 * DEBOUNCE);
    });
    expect(filters()).toEqual(['reward<1', 'reward<2']);
  });

  it('has the colors of what is written', async () => {
    await shown.write('tool:a and 1');
    expect(shown.all('.filter-colors > span').map(({ className }) => className)).toEqual([
      'token-field',
      'token-operator',
      'token-word',
      'token-space',
      'token-keyword',
      'token-space',
      'token-number',
    ]);
    expect(shown.find('.filter-colors').textContent).toBe('tool:a and 1');
    // Characters that are not seen are marked in the text itself, which is then not covered.
    await shown.write('a\u202Eb');
    expect(shown.all('.filter-colors')).toEqual([]);
  });

  it('offers completions, which keys choose and take', async () => {
    await shown.write('rew');
    expect(options()).toEqual(['rewardnumber', 'reward.formatcomponent']);
    expect(input().getAttribute('aria-expanded')).toBe('true');
    await shown.press(INPUT, 'ArrowUp');
    expect(shown.find('[role=option][aria-selected=true]').id).toBe(
      input().getAttribute('aria-activedescendant'),
    );
    shown.completions = { start: 13, end: 13, items: [{ insert: '<', kind: 'keyword', detail: '' }] };
    await shown.press(INPUT, 'Enter');
    expect(input().value).toBe('reward.format');
    expect(filters()).toEqual([]);
    expect(options()).toEqual(['<']);
    await shown.press(INPUT, 'Escape');
    expect(options()).toEqual([]);
    expect(input().getAttribute('aria-expanded')).toBe('false');
    await shown.press(INPUT, ' ', { ctrlKey: true });
    expect(options()).toEqual(['<']);
  });

  it('offers what may follow a whole condition only if it is asked for', async () => {
    shown.completions = { start: 6, end: 6, items: [{ insert: 'and ', kind: 'keyword', detail: '' }] };
    await shown.write('acc=1 ');
    expect(options()).toEqual([]);
    await shown.press(INPUT, ' ', { ctrlKey: true });
    expect(options()).toEqual(['and ']);
    shown.completions = {
      start: 5,
      end: 5,
      items: [{ insert: 'zoom_in', kind: 'value', detail: '3 samples' }],
    };
    await shown.write('tool:');
    expect(options()).toEqual(['zoom_in3 samples']);
  });

  it('offers nothing if the only completion is what is written', async () => {
    shown.completions = { start: 0, end: 6, items: [{ insert: 'reward', kind: 'field', detail: '' }] };
    await shown.write('reward');
    expect(options()).toEqual([]);
  });

  it('goes through earlier filters with the arrows, and back', async () => {
    shown.completions = { start: 0, end: 0, items: [] };
    await shown.write('new');
    const seen: string[] = [];
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowDown']) {
      await shown.press(INPUT, key);
      seen.push(input().value);
    }
    expect(seen).toEqual(['acc=1', 'score>0', 'score>0', 'acc=1', 'new']);
  });

  it('says what is wrong in its place, until something else is written', async () => {
    const problem = { message: '"rewrd" is not a field.', start: 0, end: 5, suggestion: 'reward' };
    await shown.write('rewrd<1');
    await shown.press(INPUT, 'Enter');
    await shown.show(runState({ version: 2, view: runView({ filter: 'rewrd<1', problem }) }));
    expect(input().getAttribute('aria-describedby')).toBe('filter-problem');
    expect(shown.find('#filter-problem').textContent).toBe(
      '"rewrd" is not a field. The rows are those of the filter before.Use reward',
    );
    expect(shown.texts('.wrong')).toEqual(['rewrd']);
    await shown.write('rewrd<12');
    expect(shown.all('#filter-problem, .wrong')).toEqual([]);
    await shown.write('rewrd<1');
    // The list of completions stands in its place.
    expect(shown.all('#filter-problem')).toEqual([]);
    await shown.press(INPUT, 'Escape');
    await shown.click('#filter-problem button');
    expect(filters().at(-1)).toBe('reward<1');
  });

  it('says what may be meant instead of a name that no row has, without calling it wrong', async () => {
    const hint = { message: 'No sample calls zoom_on.', start: 5, end: 12, suggestion: 'zoom_in' };
    await shown.write('tool:zoom_on');
    await shown.press(INPUT, 'Enter');
    await shown.show(runState({ version: 2, view: runView({ filter: 'tool:zoom_on', hint }) }));
    expect(input().hasAttribute('aria-invalid')).toBe(false);
    expect(shown.texts('.doubtful')).toEqual(['zoom_on']);
    await shown.click('#filter-problem button', 'Use zoom_in');
    expect(filters().at(-1)).toBe('tool:zoom_in');
  });

  it('marks the end if something is missing there', async () => {
    const problem = { message: 'A value is missing.', start: 7, end: 7, suggestion: null };
    await shown.write('reward<');
    await shown.press(INPUT, 'Enter');
    await shown.show(runState({ version: 2, view: runView({ filter: 'reward<', problem }) }));
    expect(shown.texts('.wrong')).toEqual([' ']);
  });

  it('is not changed by states that come while the person writes', async () => {
    await shown.write('a');
    await shown.press(INPUT, 'Enter');
    // This one was sent before the filter arrived there.
    await shown.show(runState({ version: 2 }));
    expect(input().value).toBe('a');
    await shown.write('ab');
    await shown.press(INPUT, 'Enter');
    await shown.show(runState({ version: 3, view: runView({ filter: 'a' }) }));
    expect(input().value).toBe('ab');
    await shown.show(runState({ version: 4, view: runView({ filter: 'ab' }) }));
    // The extension has set another one.
    await shown.show(runState({ version: 5, view: runView({ filter: 'acc=0' }) }));
    expect(input().value).toBe('acc=0');
    expect(filters()).toEqual(['a', 'ab']);
  });
});

describe('saved filters', () => {
  const SAVED: readonly SavedFilter[] = [
    { name: 'Cheap', filter: 'reward<0.2', isOwn: true },
    { name: 'Right but not grounded', filter: 'verdict:right claim:not-found', isOwn: false },
  ];
  const choose = async (text: string): Promise<void> => {
    await shown.click('.menu-button', 'Saved Filters');
    await shown.click('[role=menuitem]', text);
  };

  it('are applied, saved and removed', async () => {
    await shown.show(runState({ savedFilters: SAVED, version: 2 }));
    await shown.click('.menu-button', 'Saved Filters');
    expect(shown.texts('[role=menuitem]')).toEqual([
      'Cheap',
      'Right but not grounded',
      'Save This Filter…',
      'Remove "Cheap"',
    ]);
    expect(shown.find('[role=menuitem]', 'Save').getAttribute('aria-disabled')).toBe('true');
    await shown.click('[role=menuitem]', 'Right');
    expect(input().value).toBe('verdict:right claim:not-found');
    await shown.show(runState({ savedFilters: SAVED, version: 3, view: runView({ filter: 'acc=1' }) }));
    await choose('Save');
    await choose('Remove');
    expect(shown.posted).toEqual([
      { type: 'filter', text: 'verdict:right claim:not-found' },
      { type: 'saveFilter', text: 'acc=1' },
      { type: 'removeFilter', name: 'Cheap' },
    ]);
  });
});
