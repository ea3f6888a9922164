import { describe, expect, test } from 'vitest';
import { FIRST_VIEW, type RunIndexState } from '../../../../src/runs/index/model.ts';
import type { RunIndex } from '../../../../src/runs/index/runIndex.ts';
import { openingOf, rollout, samplesOf, startIndex, writeRuns } from './support.ts';

const RECORDS = [
  rollout('How many regions?', '42', 1, {
    acc: 1,
    output: '<think>The naïve “sum”.</think><answer>42</answer>',
  }),
  rollout('How many regions?', '41', 0.5, { acc: 0 }),
  rollout('How many regions?', '41', 0, { acc: 0, gts: '42' }),
  { custom_id: 'x', response: { body: null }, error: { message: 'out of memory' } },
  rollout('Which year?', '2020', 0, { step: 2, output: 'I do not know.' }),
  rollout('Which year?', '2020', 0, { step: 2 }),
];

async function openRecords(): Promise<{ readonly index: RunIndex; readonly states: RunIndexState[] }> {
  const states: RunIndexState[] = [];
  const index = startIndex({
    limits: { scoringBlock: 2, progressInterval: 0, orderPause: 0 },
    onDidChange: (state) => states.push(state),
  });
  await index.open(openingOf(writeRuns({ 'all.jsonl': RECORDS })));
  await index.settled('scored');
  return { index, states };
}

/** The lines of the rows that a filter leaves. */
async function linesOf(index: RunIndex, filter: string): Promise<readonly (number | null)[]> {
  const { error } = await index.setView({ ...FIRST_VIEW, filter });
  expect(error).toBeNull();
  await index.settled('filtered');
  const { rows } = await index.rows(0, 100);
  return rows.map((row) => (row.kind === 'group' ? null : row.place.line));
}

describe('filters of a run', () => {
  test('read what the record has under a name that means something else', async () => {
    const own = [
      { advantage: 7, length: 3, tool: 'zoom' },
      { advantage: -7, length: 900, group: 'a', right: true },
      { advantage: 'high', 'record.length': 1 },
    ];
    const records = own.map((others, at) => rollout('How many?', '42', at, others));
    const index = startIndex();
    await index.open(openingOf(writeRuns({ 'all.jsonl': records })));
    await index.settled('scored');
    const table: Readonly<Record<string, readonly number[]>> = {
      'record.advantage>0': [1],
      'record.advantage:-10..0': [2],
      'record.advantage=high': [3],
      'advantage>0': [3],
      '`advantage`>0': [3],
      'record.advantage<record.length': [2],
      'record.length<10': [1],
      'has:record.length': [1, 2],
      'record.record.length=1': [3],
      'record.tool=zoom': [1],
      'record.group:a': [2],
      'record.right=1 record.right=true': [2],
      'missing:record.right not record.score=0': [3],
    };
    for (const [filter, lines] of Object.entries(table))
      expect([filter, await linesOf(index, filter)]).toEqual([filter, lines]);
  });

  test('read numbers, lists, texts, groups and states, and formulas of them', async () => {
    const { index } = await openRecords();
    const table: Readonly<Record<string, readonly number[]>> = {
      '': [1, 2, 3, 4, 5, 6],
      'score<0.4': [3, 5, 6],
      'acc=0 and step=1': [2, 3],
      'is:failed': [4],
      'is:right or is:failed': [1, 4],
      'response:naïve': [1],
      'question:regions and not response:naïve': [2, 3],
      'not (question:regions or step=2)': [4],
      'score>0.4 and response:41': [2],
      'answer=2020': [6],
      'group.n=2': [5, 6],
      'group.std>0 and response:41': [2, 3],
      'advantage>0': [1],
      'rloo<-0.5': [3],
      'has:rloo': [1, 2, 3, 5, 6],
      'advantage>=rloo and step=1': [1, 2],
    };
    for (const [filter, lines] of Object.entries(table))
      expect([filter, await linesOf(index, filter)]).toEqual([filter, lines]);
  });

  test('say what may be meant by a name that no row has, and hold all the same', async () => {
    const records = [
      rollout('Where?', '42', 1, {
        data_source: 'slidevqa',
        output: '<tool name="zoom_in" args="Image 1">x</tool><answer>42</answer>',
      }),
    ];
    const index = startIndex();
    await index.open(openingOf(writeRuns({ 'all.jsonl': records })));
    await index.settled('scored');
    const hint = async (filter: string): Promise<unknown> => {
      const view = await index.setView({ ...FIRST_VIEW, filter });
      return [view.error, view.matched, view.hint?.suggestion ?? null];
    };
    expect(await hint('tool:zoom_on')).toEqual([null, 0, 'zoom_in']);
    expect(await hint('not tool:zoom_on')).toEqual([null, 1, 'zoom_in']);
    expect(await hint('tool:zoom_in')).toEqual([null, 1, null]);
    expect(await hint('data_sourc:slide')).toMatchObject([null, 0, 'data_source']);
    expect(await hint('')).toEqual([null, 1, null]);
    const offered = async (text: string): Promise<unknown> => {
      const { items } = await index.complete(text, text.length);
      return items.slice(0, 1).map(({ insert, detail }) => [insert, detail]);
    };
    expect(await offered('data')).toEqual([['data_source', 'text']]);
    expect(await offered('tool:')).toEqual([['zoom_in', '1 sample']]);
    expect(await offered('finding:missing-b')).toEqual([['missing-block', '1 sample']]);
    expect(await offered('file:')).toEqual([['all.jsonl', '1 sample']]);
    expect(await offered('step=')).toEqual([['1', '1 sample']]);
    expect(await offered('data_source=')).toEqual([['slidevqa', '']]);
    const [row] = samplesOf((await index.rows(0, 1)).rows);
    expect(row?.texts).toEqual({ data_source: 'slidevqa' });
  });

  test('show what has been found before everything has been searched', async () => {
    const { index, states } = await openRecords();
    states.length = 0;
    expect(await linesOf(index, 'response:41 or response:2020')).toEqual([2, 3, 6]);
    const shown = states.map(({ view: { matched, progress } }) => ({ matched, progress }));
    expect(shown.some(({ matched, progress }) => matched > 0 && progress < 1)).toBe(true);
    expect(shown.at(-1)).toEqual({ matched: 3, progress: 1 });
  });

  test('fold into groups, and keep the view before a mistake', async () => {
    const { index } = await openRecords();
    const view = { ...FIRST_VIEW, grouped: true, filter: 'score<0.4' };
    expect(await index.setView(view)).toMatchObject({ matched: 3, groups: 2, rows: 5, error: null });
    const { rows } = await index.rows(0, 10);
    expect(rows[0]).toMatchObject({ kind: 'group', matched: 1, n: 3 });
    const wrong = await index.setView({ ...view, filter: 'score<' });
    expect(wrong).toMatchObject({ matched: 3, rows: 5 });
    expect(wrong.error?.message).not.toBe('');
    expect(samplesOf((await index.rows(0, 10)).rows)).toHaveLength(3);
    const unknown = await index.setView({ ...view, filter: 'score<1 and acx=1' });
    expect(unknown.error).toMatchObject({ start: 12, end: 15, suggestion: 'acc' });
    const claims = await index.setView({ ...view, filter: 'claim:not-found' });
    expect(claims.error).toMatchObject({ start: 0, end: 15 });
  });

  test('name the best and the worst of a group', async () => {
    const { index } = await openRecords();
    await index.setView({ ...FIRST_VIEW, grouped: true });
    const groups = (await index.rows(0, 100)).rows.filter((row) => row.kind === 'group');
    expect(await index.extremes(groups[0]?.key ?? '')).toEqual({ best: 0, worst: 2 });
    expect(await index.extremes(groups[1]?.key ?? '')).toBeNull();
    expect(await index.extremes('none')).toBeNull();
  });
});
