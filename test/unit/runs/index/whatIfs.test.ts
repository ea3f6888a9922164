import { describe, expect, test } from 'vitest';
import { LANG2ACT_FILTER, groupStatistics } from '../../../../src/core/groups/advantages.ts';
import { FIRST_VIEW, type RunIndexState } from '../../../../src/runs/index/model.ts';
import type { RunIndex } from '../../../../src/runs/index/runIndex.ts';
import { openingOf, rollout, samplesOf, shareIndex, writeRuns } from './support.ts';

const shared = shareIndex();

/** A response in the form that verl-geo3k pays 0.1 for, or not. */
const formed = (answer: string): string => `<think>It is so.</think> \\boxed{${answer}}`;
const bare = (answer: string): string => `It is \\boxed{${answer}}`;

/** Three groups: one in which right and formed are apart, one that is all right, one that is all wrong. */
const RECORDS = [
  rollout('Which?', '', 1, { output: bare('42') }),
  rollout('Which?', '', 0, { output: formed('7') }),
  rollout('Why?', '', 1, { output: formed('42') }),
  rollout('Why?', '', 1, { output: formed('42') }),
  rollout('Where?', '', 0, { output: bare('1') }),
  rollout('Where?', '', 0, { output: bare('2') }),
];

async function openScored(records: readonly unknown[] = RECORDS, profile = 'verl-geo3k'): Promise<RunIndex> {
  const index = shared();
  const folder = writeRuns({ '1.jsonl': records });
  await index.open({ ...openingOf(folder), profile });
  await index.settled('scored');
  await index.setView(FIRST_VIEW);
  return index;
}

/** The numbers of the rows that a filter leaves. */
async function rowsOf(index: RunIndex, filter: string): Promise<readonly number[]> {
  const { error } = await index.setView({ ...FIRST_VIEW, filter });
  expect(error).toBeNull();
  const { rows } = await index.rows(0, 100);
  return samplesOf(rows).map(({ row }) => row);
}

/** The state of a run once its trial is over. */
async function triedOut(index: RunIndex): Promise<RunIndexState> {
  return expect
    .poll(() => index.refresh(), { timeout: 10_000, interval: 10 })
    .toMatchObject({ trial: { phase: 'done' } })
    .then(() => index.refresh());
}

describe('a filter of groups', () => {
  test('keeps and loses whole groups of what is looked at', async () => {
    const index = await openScored();
    const filter = { key: 'reward', ...LANG2ACT_FILTER, dropsAllRight: false, dropsAllWrong: false };
    expect(await index.whatIfs.filter({ filter, batch: 10 })).toMatchObject({
      groups: 3,
      kept: 1,
      lost: { low: 1, high: 1 },
      lostAllRight: 1,
      lostAllWrong: 1,
      draws: { batch: 10, expected: 30 },
      difficulty: { size: 2, before: [1, 1, 1], after: [0, 1, 0] },
    });
    await index.setView({ ...FIRST_VIEW, filter: 'question:Why' });
    await index.settled('filtered');
    expect(await index.whatIfs.filter({ filter, batch: null })).toMatchObject({ groups: 1, kept: 0 });
  });

  test('and the filter of rows that says the same leave the same groups', async () => {
    const index = await openScored();
    expect(await rowsOf(index, 'group.mean.reward>0.1 group.mean.reward<0.9')).toEqual([0, 1]);
    expect(await rowsOf(index, 'group.n>0 not (group.mean>0.1 group.mean<0.9)')).toEqual([2, 3, 4, 5]);
    const { error } = await index.setView({ ...FIRST_VIEW, filter: 'group.mean.rewrad>0' });
    expect(error?.suggestion).toBe('group.mean.reward');
  });
});

describe('another reward', () => {
  const change = { kind: 'terms', terms: [{ column: 'reward.format', factor: 19 }] } as const;

  test('is compared with the one that scores, and its samples are found by a filter', async () => {
    const index = await openScored();
    const answer = await index.whatIfs.reward(change);
    expect(answer).toMatchObject({
      samples: 6,
      groups: 3,
      signs: { samples: 2, groups: 1 },
      ranks: { samples: 2, groups: 1, tau: -1 },
      unequal: { samples: 0 },
    });
    expect(answer.byAdvantage.map(({ row, name, reward }) => [row, name, ...reward])).toEqual([
      [0, 'Which?', 0.9, 0.9],
      [1, 'Which?', 0.1, 2],
    ]);
    const { error } = await index.setView({ ...FIRST_VIEW, filter: 'whatif.turned=1' });
    expect(error?.message).toContain('whatif.turned is known only while');
    await index.whatIfs.show(change);
    expect(await rowsOf(index, 'whatif.turned=1')).toEqual([0, 1]);
    expect(await rowsOf(index, 'whatif.moved>0')).toEqual([1]);
    expect(await rowsOf(index, 'whatif.reward>reward')).toEqual([1, 2, 3]);
    const [, advantage] = groupStatistics([0.9, 2]).grpo;
    expect(await rowsOf(index, `whatif.advantage=${advantage}`)).toEqual([1]);
    // They can be shown, sorted by and used as any other number.
    const sort = { column: 'whatif.reward', descending: true };
    await index.setView({ ...FIRST_VIEW, filter: 'whatif.turned=1', sort });
    const rows = samplesOf((await index.rows(0, 100)).rows);
    expect(rows.map(({ row, fields }) => [row, fields['whatif.reward'], fields['whatif.moved']])).toEqual([
      [1, 2, 1],
      [0, 0.9, -1],
    ]);
    expect((await index.refresh()).columns.map(({ name }) => name)).toContain('whatif.moved');
    await index.setView(FIRST_VIEW);
    const filter = { key: 'whatif.reward', low: 1, high: 2, dropsAllRight: false, dropsAllWrong: false };
    expect((await index.whatIfs.filter({ filter, batch: null })).kept).toBe(1);
    expect(await rowsOf(index, 'group.mean.whatif.reward>1 group.mean.whatif.reward<2')).toEqual([0, 1]);
  });

  test('is tried on all samples without a change of the columns of the run', async () => {
    const index = await openScored();
    const before = samplesOf((await index.rows(0, 100)).rows);
    await index.whatIfs.startTrial({ name: 'search-r1-em', profile: 'search-r1-em' });
    const { trial } = await triedOut(index);
    expect(trial).toEqual({
      name: 'search-r1-em',
      phase: 'done',
      scored: 6,
      failed: 0,
      of: 6,
      problem: null,
    });
    const answer = await index.whatIfs.reward({ kind: 'trial' });
    // It reads <answer>, which none of them has.
    expect(answer.distributions?.after).toEqual({ mean: 0, deviation: 0 });
    expect(answer.variance).toEqual({ without: [2, 3], lost: 1, gained: 0 });
    expect(samplesOf((await index.rows(0, 100)).rows)).toEqual(before);
  });

  test('that cannot be used says why', async () => {
    const index = await openScored();
    await index.whatIfs.startTrial({ name: 'mine', profile: '/nowhere/mine.reward.json' });
    await expect
      .poll(async () => (await index.refresh()).trial, { interval: 10 })
      .toMatchObject({
        phase: 'stopped',
        scored: 0,
        problem: expect.stringContaining('mine.reward.json') as string,
      });
  });

  test('that scores elsewhere gets whole groups, and what has come is kept when it stops', async () => {
    const index = await openScored([RECORDS[0], RECORDS[2], RECORDS[1], RECORDS[3], RECORDS[4]]);
    await index.whatIfs.startTrial({ name: 'reward.py', profile: null });
    const first = await index.whatIfs.nextToTry(1);
    expect(first.rows.map(({ row, sample }) => [row, sample.response])).toEqual([
      [0, bare('42')],
      [2, formed('7')],
    ]);
    await index.whatIfs.takeTried({
      trial: first.trial,
      scores: [
        { row: 0, score: 0 },
        { row: 2, score: 1 },
      ],
      problem: null,
    });
    expect((await index.whatIfs.reward({ kind: 'trial' })).signs).toEqual({ samples: 2, groups: 1 });
    const second = await index.whatIfs.nextToTry(100);
    expect(second.rows.map(({ row }) => row)).toEqual([1, 3, 4]);
    await index.whatIfs.takeTried({
      trial: first.trial,
      scores: [{ row: 1, score: null }],
      problem: 'It failed.',
    });
    await index.whatIfs.stopTrial(null);
    // What comes after it was stopped, or of another trial, counts for nothing.
    await index.whatIfs.takeTried({ trial: first.trial, scores: [{ row: 3, score: 1 }], problem: null });
    expect((await index.refresh()).trial).toEqual({
      name: 'reward.py',
      phase: 'stopped',
      scored: 3,
      failed: 1,
      of: 5,
      problem: 'It failed.',
    });
    expect((await index.whatIfs.nextToTry(1)).rows).toEqual([]);
    expect(await index.whatIfs.reward({ kind: 'trial' })).toMatchObject({
      samples: 2,
      unknown: 3,
      groups: 1,
    });
  });
});

describe('the group of a sample', () => {
  test('is scored part by part', async () => {
    const index = await openScored();
    const asked = { row: 1, profile: 'verl-geo3k', trainer: null };
    const parts = await index.whatIfs.groupParts(asked);
    expect(parts?.index).toBe(1);
    expect(
      parts?.samples.map((sample) => [sample.reward, ...sample.parts.map(({ key, score }) => [key, score])]),
    ).toEqual([
      [0.9, ['accuracy', 0.9], ['format', 0]],
      [0.1, ['accuracy', 0], ['format', 0.1]],
    ]);
    expect(await index.whatIfs.groupParts({ ...asked, row: 99 })).toBeNull();
    await expect(index.whatIfs.groupParts({ ...asked, profile: '/nowhere/x.json' })).rejects.toThrow(
      'x.json',
    );
  });
});
