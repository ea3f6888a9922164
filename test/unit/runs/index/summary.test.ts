import path from 'node:path';
import { expect, test } from 'vitest';
import { LANG2ACT_FILTER } from '../../../../src/core/groups/advantages.ts';
import { profileByName } from '../../../../src/core/rewards/registry.ts';
import { RunColumns } from '../../../../src/core/summary/runColumns.ts';
import { summarize } from '../../../../src/core/summary/summarize.ts';
import { DialectChoice } from '../../../../src/runs/choosing/dialectChoice.ts';
import { ProfileChoice } from '../../../../src/runs/choosing/profileChoice.ts';
import { FIRST_VIEW } from '../../../../src/runs/index/model.ts';
import { readInputs, WITHOUT_OPTIONS } from '../../../../src/runs/reading/inputs.ts';
import { BY_THE_RECORD } from '../../../../src/runs/scoring/rewardContext.ts';
import { readFacts } from '../../../../src/runs/scoring/sampleFacts.ts';
import { scorePortions } from '../../../../src/runs/scoring/scorer.ts';
import { openingOf, rollout, startIndex, writeRuns } from './support.ts';

const LONG =
  'Which region of the report grew the most in the last year, and how much of that was by prices alone?';

const FOLDER = {
  '1.jsonl': [
    rollout(LONG, '42', 1, { acc: 1, format: 1 }),
    rollout(LONG, ' 42. ', 1, { acc: 1, format: 0 }),
    rollout('Why?', 'so', 0, { tool: 2 }),
    { custom_id: 'x', response: { body: null }, error: { message: 'out of memory' } },
  ],
  '2.jsonl': [
    rollout(LONG, '7', 0, { step: 2 }),
    rollout(`${LONG} `, '7', Number.NaN, { step: 2 }),
    ['no record'],
  ],
  'list.json': `[${JSON.stringify({ prompt: 'p', completion: 'c', reward: 1 })}]`,
};

/** What the command line computes of the same files. */
async function expectedSummary(folder: string, profile: string | null, acrossSteps = false) {
  const columns = new RunColumns();
  const dialects = new DialectChoice();
  const choice = profile === 'lang2act' ? new ProfileChoice(profileByName(profile)) : null;
  const signal = new AbortController().signal;
  const portions = scorePortions(
    readInputs([folder], WITHOUT_OPTIONS),
    { choice, options: BY_THE_RECORD, python: null },
    signal,
  );
  for await (const items of portions) {
    dialects.look(items);
    for (const item of items) {
      if ('problem' in item) continue;
      columns.add(readFacts(item.sample, dialects.of(item.place.file, item.sample), item.score));
    }
  }
  const compared = choice === null ? 'score' : 'reward';
  return summarize(columns, { compared, acrossSteps, filter: LANG2ACT_FILTER });
}

test.each(['none', 'lang2act'])(
  'the summary is that of the command line, with profile %s',
  async (profile) => {
    const folder = writeRuns(FOLDER);
    const index = startIndex();
    await index.open({ ...openingOf(folder), profile });
    await index.settled('scored');
    const overview = await index.summary({ acrossSteps: false, filter: LANG2ACT_FILTER });
    expect(overview.summary).toEqual(await expectedSummary(folder, profile));
    expect([...overview.summary.fields.keys()]).toEqual([
      ...(await expectedSummary(folder, profile)).fields.keys(),
    ]);
    expect(overview).toMatchObject({
      files: 3,
      records: 8,
      matched: 6,
      failed: 1,
      broken: { no_response: 1 },
    });
    expect(overview.problems.map(({ line, reason }) => [line, reason])).toEqual([
      [4, 'failed'],
      [3, 'no_response'],
    ]);
    expect(overview.problems[0]?.message).toContain('out of memory');
  },
);

test('the summary is of what the filter leaves', async () => {
  const index = startIndex();
  await index.open(openingOf(writeRuns(FOLDER)));
  await index.settled('scored');
  await index.setView({ ...FIRST_VIEW, filter: 'step=1' });
  const { matched, summary } = await index.summary({ acrossSteps: true, filter: LANG2ACT_FILTER });
  expect(matched).toBe(3);
  expect(summary).toMatchObject({ samples: 3, groups: { count: 2 } });
});

/** Rollouts of the same two questions in two steps, in each of which their groups have other names. */
const NAMED_IN_STEP = {
  'verl.jsonl': [1, 2].flatMap((step) =>
    ['How?', 'Why?'].flatMap((question, asked) =>
      [0, 1].map((n) => rollout(question, '42', n, { step, uid: `${step}${asked}_${n}_0` })),
    ),
  ),
  'traces.jsonl': [1, 2].flatMap((step) =>
    [0, 1].map(() => ({
      task: { data: { prompt: 'Which?', answer: '42' }, key: 'k' },
      group: { id: `g${step}` },
      run: { work: { step } },
      traces: [{ completion: 'a', reward: 1 }],
    })),
  ),
};

test.each([
  [false, { count: 6, acrossSteps: 3, key: ['step', 'uid', 'group.id'], sizes: new Map([[2, 6]]) }],
  [true, { count: 3, acrossSteps: 3, key: ['input', 'gts', 'task'], sizes: new Map([[4, 3]]) }],
])(
  'a group that is named in its step is known by its question across steps: %s',
  async (acrossSteps, groups) => {
    const folder = writeRuns(NAMED_IN_STEP);
    const files = Object.keys(NAMED_IN_STEP).map((name) => path.join(folder, name));
    const index = startIndex();
    await index.open(openingOf(...files));
    await index.settled('indexed');
    const { summary } = await index.summary({ acrossSteps, filter: LANG2ACT_FILTER });
    expect(summary.groups).toMatchObject(groups);
    // Only the order differs in which the keys of several files are found.
    expect((await expectedSummary(files[0] ?? '', null, acrossSteps)).groups.acrossSteps).toBe(2);
    const { fields, ...all } = await expectedSummary(folder, null, acrossSteps);
    expect(fields.size).toBe(summary.fields.size);
    expect({ ...all.groups, key: all.groups.key.toSorted() }).toEqual({
      ...summary.groups,
      key: summary.groups.key.toSorted(),
    });
  },
);
