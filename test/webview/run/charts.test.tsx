import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readKeptRun } from '../../../webview/run/model/keptRun.ts';
import { ASK_INTERVAL, ShownRun, answerInsight } from './shown.tsx';
import type { RunColumn } from '../../../src/protocol/run.ts';
import { COLUMNS, runState, runView, sampleRow } from './states.ts';

let shown: ShownRun;
/** The charts that were asked for, by request. */
let asked: string[][];

beforeEach(() => {
  asked = [];
  shown = new ShownRun(sampleRow);
  shown.answer = (name, args) => {
    if (name === 'charts') asked.push([...(args as { readonly ids: readonly string[] }).ids]);
    return answerInsight(name, args);
  };
});

afterEach(() => {
  shown.dispose();
});

const GOLD = '.bar-list[aria-label="Samples with a claim on a gold box"]';
const TILES = ['steps:reward', 'difficulty', 'distribution:reward', 'distribution:length', 'steps:cut-off'];

describe('charts', () => {
  it('of the tiles and the side panel are asked for together, and say what they come to', async () => {
    await shown.show(runState());
    expect(asked).toEqual([[...TILES, 'findings']]);
    expect(shown.texts('.tile h2')).toEqual([
      'Reward by step',
      'Difficulty, right of 8',
      'Reward, this selection',
      'Tokens',
    ]);
    expect(shown.texts('.tile-said').every((text) => /\d/.test(text))).toBe(true);
  });

  it('say what there is nothing of', async () => {
    shown.answer = (name, args) => {
      if (name !== 'charts') return answerInsight(name, args);
      const { ids } = args as { readonly ids: readonly string[] };
      const nothing = answerInsight(name, { ids }) as { readonly charts: readonly object[] };
      return {
        matched: 0,
        charts: nothing.charts.map((chart) => ({
          ...chart,
          mean: [],
          steps: [],
          bars: [],
          names: [],
          compared: 0,
          median: null,
        })),
      };
    };
    await shown.show(runState());
    expect(shown.texts('.tile-said')).toEqual([
      'The records say no steps.',
      'There are no groups to compare.',
      'No reward and no score is known.',
      'The records say no lengths.',
    ]);
    expect(shown.texts('.side-section:last-child p')).toEqual(['There are no findings.']);
  });

  it('are asked for again when the run grows, but not before some time has passed', async () => {
    await shown.show(runState());
    await shown.show(runState({ version: 2 }));
    expect(asked).toHaveLength(1);
    await shown.doing(() => {
      shown.clock.pass(ASK_INTERVAL);
    });
    expect(asked).toHaveLength(2);
  });

  it('are asked for again at once when the filter or the grouping changes', async () => {
    await shown.show(runState());
    await shown.show(runState({ version: 2, view: runView({ filter: 'acc=1' }) }));
    await shown.show(runState({ version: 3, view: runView({ filter: 'acc=1', acrossSteps: true }) }));
    expect(asked).toHaveLength(3);
  });

  it('keep their last numbers and say why there are no newer ones', async () => {
    await shown.show(runState());
    await shown.click('[role=tab]', 'Charts');
    const before = shown.texts('.chart-says');
    expect(before.length).toBeGreaterThan(8);
    shown.answer = () => Promise.reject(new Error('The thread has ended.'));
    await shown.show(runState({ version: 2, view: runView({ filter: 'acc=1' }) }));
    expect(shown.find('[role=alert]').textContent).toContain('The thread has ended.');
    expect(shown.texts('.chart-says')).toEqual(before);
  });

  it.each(['Charts', 'Metrics', 'Compare', 'Tools'])('in %s are none if nothing matches', async (tab) => {
    await shown.show(runState({ view: runView({ filter: 'acc=7', rows: 0, matched: 0, groups: 0 }) }));
    await shown.click('[role=tab]', tab);
    expect(shown.texts('[role=tabpanel]')).toEqual(['No record matches the filter.Clear the Filter']);
    await shown.click('button', 'Clear the Filter');
    expect(shown.posted.at(-1)).toMatchObject({ type: 'filter', text: '' });
  });

  it('of other numbers are added, removed, and kept', async () => {
    await shown.show(runState());
    await shown.click('[role=tab]', 'Charts');
    const choose = shown.find('.charts-more select') as HTMLSelectElement;
    expect([...choose.options].map(({ text }) => text)).toContain('acc by step');
    await shown.doing(() => {
      choose.value = 'steps:acc';
      choose.dispatchEvent(new Event('change', { bubbles: true }));
    });
    expect(asked.at(-1)).toContain('steps:acc');
    expect(shown.texts('.chart h2').at(-1)).toBe('acc by step');
    await shown.doing(() => {
      shown.clock.pass(1000);
    });
    const kept = shown.kept.at(-1);
    expect(kept?.tabs).toEqual({
      tab: 'charts',
      isSideShown: null,
      addedCharts: ['steps:acc'],
      topTools: null,
    });
    expect(readKeptRun(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
    await shown.click('.chart-head > button', 'Remove');
    expect(shown.texts('.chart h2')).not.toContain('acc by step');
  });

  it('show a chart again where it was left off', async () => {
    await shown.show(runState());
    await shown.click('[role=tab]', 'Charts');
    await shown.doing(() => {
      shown.clock.pass(1000);
    });
    const kept = shown.kept.at(-1) ?? null;
    shown.dispose();
    shown = new ShownRun(sampleRow, kept);
    await shown.show(runState());
    expect(shown.find('[role=tab][aria-selected=true]').textContent).toBe('Charts');
  });
});

describe('the side panel', () => {
  it('has the findings, each a filter', async () => {
    await shown.show(runState());
    expect(shown.texts('.bar-list[aria-label=Findings] .bar-row')).toEqual([
      'missing block36',
      'unknown tool36',
    ]);
    await shown.click('.bar-name', 'unknown tool');
    expect(shown.posted.at(-1)).toEqual({ type: 'filter', text: 'finding:unknown-tool' });
  });

  it('has how right and wrong answers see gold boxes, each a filter, and what missed them', async () => {
    const gold = (name: string): RunColumn => ({ name, kind: 'number', canSort: true, isEmpty: false });
    await shown.show(runState({ columns: [...COLUMNS, gold('gold_sent'), gold('gold_seen')] }));
    expect(asked.flat()).toContain('gold');
    expect(shown.texts(`${GOLD} .bar-row`)).toEqual(['Right98.7% (156 of 158)', 'Wrong3.5% (8 of 226)']);
    expect(shown.all(`${GOLD} .bar-fill`).map(({ style }) => Math.round(parseFloat(style.width)))).toEqual([
      99, 4,
    ]);
    await shown.click(`${GOLD} .bar-name`, 'Wrong');
    expect(shown.posted.at(-1)).toEqual({ type: 'filter', text: 'verdict:wrong gold_seen=1' });
    await shown.click('button', 'Show Those That See None');
    expect(shown.posted.at(-1)).toEqual({ type: 'filter', text: 'verdict:wrong gold_seen=0' });
  });

  it('says how gold boxes that are seen come to be known, and nothing of them where there are none', async () => {
    const sent: RunColumn = { name: 'gold_sent', kind: 'number', canSort: true, isEmpty: false };
    await shown.show(runState({ columns: [...COLUMNS, sent] }));
    expect(shown.texts('.side-section:last-child p')).toEqual([
      'Search the pages to see which answers speak of the gold boxes of their questions.',
    ]);
    await shown.show(
      runState({ version: 2, columns: [...COLUMNS, sent], pages: { phase: 'done', found: 1, missing: 0 } }),
    );
    expect(shown.texts('.side h2')).not.toContain('Gold Box Seen');
    expect(asked.flat()).not.toContain('gold');
  });

  it('is hidden and shown', async () => {
    await shown.show(runState());
    await shown.click('button', 'Side Panel');
    expect(shown.all('.side')).toEqual([]);
    await shown.click('button', 'Side Panel');
    expect(shown.all('.side')).toHaveLength(1);
  });
});
