import { Buffer } from 'node:buffer';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { FIRST_VIEW, type RunViewOptions } from '../../../../src/runs/index/model.ts';
import { openingOf, rollout, samplesOf, startIndex, writeRuns } from './support.ts';

const view = (options: Partial<RunViewOptions>): RunViewOptions => ({ ...FIRST_VIEW, ...options });

describe('an index of a run', () => {
  test.each([
    ['failed.jsonl', (text: string) => Buffer.from(text)],
    ['failed.jsonl.gz', (text: string) => zlib.gzipSync(text)],
  ])('shows a failed request of %s with what had arrived, cut off if it is long', async (name, pack) => {
    const failed = (partial?: string) => ({
      pagetrace: 1,
      error: { message: 'It was cut.', ...(partial === undefined ? {} : { partial_response: partial }) },
    });
    const folder = writeRuns({});
    const lines = [failed('<answer>4'), failed('long '.repeat(4)), failed()];
    fs.writeFileSync(
      path.join(folder, name),
      pack(lines.map((line) => `${JSON.stringify(line)}\n`).join('')),
    );
    const index = startIndex({ limits: { shownPartial: 10 } });
    await index.open(openingOf(path.join(folder, name)));
    expect(await index.settled('scored')).toMatchObject({ records: 3, samples: 0, failed: 3 });
    expect((await index.rows(0, 10)).rows).toMatchObject([
      { kind: 'problem', reason: 'failed', partial: '<answer>4' },
      { kind: 'problem', reason: 'failed', partial: 'long long\u2026' },
      { kind: 'problem', reason: 'failed', partial: null },
    ]);
  });

  test('returns rows of a file of lines, with problems in their places', async () => {
    const folder = writeRuns({
      '1.jsonl': `${JSON.stringify(rollout('How many?', '42', 1, { acc: 1 }))}\r\n\n{"input": \n${JSON.stringify(rollout('How many?', '41', 0, { acc: 0 }))}`,
    });
    const index = startIndex();
    await index.open(openingOf(path.join(folder, '1.jsonl')));
    const state = await index.settled('scored');
    expect(state).toMatchObject({ phase: 'done', records: 3, samples: 2, broken: 1, failed: 0 });
    expect(state.indexedBytes).toBe(state.bytes);
    const { rows } = await index.rows(0, 10);
    expect(rows.map((row) => (row.kind === 'group' ? row.name : [row.kind, row.place.line]))).toEqual([
      ['sample', 1],
      ['problem', 3],
      ['sample', 4],
    ]);
    expect(rows[0]).toMatchObject({
      question: 'How many?',
      answer: '42',
      reference: '42',
      score: 1,
      step: 1,
      fields: { acc: 1 },
      format: 'verl',
    });
    expect(rows[1]).toMatchObject({ reason: 'json' });
    const read = await index.sample(2);
    expect(read).toMatchObject({
      place: { line: 4, sample: null },
      sample: { score: 0, question: 'How many?' },
    });
  });

  test('groups rows of a question within a step and across steps, with their numbers', async () => {
    const long =
      'Which of the regions on the page has grown the most since the year before last, and by how much?';
    const folder = writeRuns({
      '1.jsonl': [rollout(long, '42', 1), rollout('Why?', 'a', 0), rollout(long, '7', 0)],
      '2.jsonl': [rollout(long, '42', 1, { step: 2 })],
    });
    const index = startIndex();
    await index.open(openingOf(folder));
    const state = await index.settled('indexed');
    expect(state.groups).toEqual({ count: 3, acrossSteps: 2 });
    expect(state.steps).toEqual({ count: 2, first: 1, last: 2 });
    expect(await index.setView(view({ grouped: true }))).toMatchObject({ matched: 4, groups: 3, rows: 7 });
    const { rows } = await index.rows(0, 10);
    expect(rows.map(({ kind }) => kind)).toEqual([
      'group',
      'sample',
      'sample',
      'group',
      'sample',
      'group',
      'sample',
    ]);
    expect(rows[0]).toMatchObject({ n: 2, judged: 2, right: 1, mean: 0.5, step: 1, question: long });
    expect(samplesOf(rows)[0]?.advantage).toBeCloseTo(Math.SQRT1_2, 5);
    const across = await index.setView(
      view({ grouped: true, acrossSteps: true, collapsed: { all: true, except: [] } }),
    );
    expect(across).toMatchObject({ groups: 2, rows: 2 });
    const heads = await index.rows(0, 10);
    expect(heads.rows[0]).toMatchObject({ kind: 'group', n: 3, step: null, isCollapsed: true });
  });

  test('sorts rows and groups by any number, missing ones last', async () => {
    const folder = writeRuns({
      'a.jsonl': [
        rollout('a', '1', 0.5),
        { ...rollout('b', '2', 0), score: null },
        rollout('c', '3', -1),
        rollout('d', '4', 2),
      ],
    });
    const index = startIndex();
    await index.open(openingOf(folder));
    await index.settled('indexed');
    for (const [descending, expected] of [
      [false, ['c', 'a', 'd', 'b']],
      [true, ['d', 'a', 'c', 'b']],
    ] as const) {
      await index.setView(view({ sort: { column: 'score', descending } }));
      const { rows } = await index.rows(0, 10);
      expect(samplesOf(rows).map(({ question }) => question)).toEqual(expected);
    }
    await index.settled('scored');
    for (const column of ['question', 'answer']) {
      await index.setView(view({ sort: { column, descending: true } }));
      const { rows } = await index.rows(0, 10);
      expect([column, samplesOf(rows).map(({ question }) => question)]).toEqual([
        column,
        ['d', 'c', 'b', 'a'],
      ]);
    }
    const wrong = await index.setView(view({ sort: { column: 'scores', descending: true } }));
    expect(wrong.error?.message).toBe('The run has no column scores to sort by.');
    expect(wrong.rows).toBe(4);
  });

  test('reads what has no lines: lists of records, texts of other encodings, and trajectories', async () => {
    const records = Array.from({ length: 30 }, (_, at) => rollout(`Question ${at}?`, `${at}`, at % 2));
    const lines = records.map((record) => JSON.stringify(record)).join('\n');
    const folder = writeRuns({
      'a.json': JSON.stringify(records.slice(0, 10), null, 2),
      'c.trajectory': '---\nquestion: Which one?\n---\n<answer>7</answer>',
    });
    fs.writeFileSync(path.join(folder, 'b.jsonl'), `\uFEFF${lines}`, 'utf16le');
    const index = startIndex();
    await index.open(openingOf(folder));
    const state = await index.settled('scored');
    expect(state).toMatchObject({ samples: 41, broken: 0, scored: 41 });
    expect(state.files.map(({ format }) => format)).toEqual(['verl', 'verl', 'trajectory']);
    const { rows } = await index.rows(0, 100);
    expect(samplesOf(rows).map(({ question, answer }) => [question, answer])).toEqual([
      ...records.slice(0, 10).map((_, at) => [`Question ${at}?`, `${at}`]),
      ...records.map((_, at) => [`Question ${at}?`, `${at}`]),
      ['Which one?', '7'],
    ]);
    expect(await index.sample(40)).toMatchObject({
      sample: { question: 'Which one?' },
      format: 'trajectory',
    });
    expect(await index.setView(view({ filter: 'response:7' }))).toMatchObject({ error: null });
    await index.settled('filtered');
    expect((await index.rows(0, 100)).rows).toHaveLength(5);
  });
});
