import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../src/cli/verbs/runs/runs.ts';
import type { ComparisonAnswer } from '../../../../src/core/runComparison/model.ts';
import type { MetricsAnswer } from '../../../../src/core/runMetrics/model.ts';
import type { ComparedParts, PackedSide } from '../../../../src/runs/index/comparedSides.ts';
import { FIRST_VIEW } from '../../../../src/runs/index/model.ts';
import type { RunIndex } from '../../../../src/runs/index/runIndex.ts';
import { silentTerminal } from '../../../support/silentTerminal.ts';
import { openingOf, rollout, shareIndex, startIndex, writeRuns } from './support.ts';

const index = shareIndex();

const QUESTION = { seed: 1, rounds: 50 };

/** The metrics, after all samples were read. */
async function metricsOf(of: RunIndex, by: readonly string[] = []): Promise<MetricsAnswer> {
  for (;;) {
    const answer = await of.metrics({ by, ...QUESTION });
    if (answer.metrics !== null) return answer;
  }
}

/** The run as a side of a comparison, after all of its samples were read. */
async function sideOf(run: RunIndex): Promise<PackedSide> {
  for (;;) {
    const { side } = await run.side('old');
    if (side !== null) return side;
  }
}

/** A comparison, after all samples were read. */
async function compared(parts: ComparedParts, measure: string | null = null): Promise<ComparisonAnswer> {
  for (;;) {
    const answer = await index().compareRuns({ measure, ...QUESTION }, parts);
    if (answer.comparison !== null) return answer;
  }
}

/** The values of a field with the samples that have them, after all samples were read. */
async function valuesOf(field: string): Promise<readonly string[]> {
  for (;;) {
    const { values } = await index().fieldValues(field);
    if (values !== null) return values.map(({ value, samples }) => `${value} ${samples}`);
  }
}

const named = <Each extends { readonly name: string }>(
  values: readonly Each[] | undefined,
  name: string,
): Each | undefined => values?.find((each) => each.name === name);

/** Two questions over two steps, of two kinds. */
const RUN = {
  '1.jsonl': [
    rollout('a', '42', 1, { kind: ['x', 'y'] }),
    rollout('a', '41', 0, { kind: ['x'] }),
    rollout('b', '42', 0, { kind: 'y' }),
    '{"broken": ',
  ],
  '2.jsonl': [rollout('a', '42', 1, { step: 2 }), rollout('b', '41', 1, { step: 2, kind: 'y' })],
};

describe('the metrics of a run', () => {
  test('are those of the rows that the filter leaves', async () => {
    await index().open(openingOf(writeRuns(RUN)));
    await index().settled('scored');
    const { metrics, measured, of, unscored } = await metricsOf(index());
    expect([measured, of, unscored]).toEqual([5, 5, 0]);
    expect(metrics).toMatchObject({ samples: 5, questions: 2, ...QUESTION });
    expect(named(metrics?.overall, 'right')).toMatchObject({ samples: 5, questions: 2, value: 0.6 });
    expect(named(metrics?.overall, 'em')).toMatchObject({ samples: 5, value: 0.6 });
    await index().setView({ ...FIRST_VIEW, filter: 'step=2' });
    const { metrics: filtered } = await metricsOf(index());
    expect(named(filtered?.overall, 'em')).toMatchObject({ samples: 2, value: 0.5 });
    expect(await valuesOf('step')).toEqual(['2 2']);
    await index().setView(FIRST_VIEW);
    expect(await valuesOf('step')).toEqual(['1 3', '2 2']);
  });

  test('are put into buckets by a field of the records, or by what the columns know', async () => {
    await index().open(openingOf(writeRuns(RUN)));
    await index().settled('scored');
    const { metrics } = await metricsOf(index(), ['kind', 'step', 'finding']);
    const shown = metrics?.by.map(({ field, without, buckets }) => [
      field,
      without,
      buckets.map(({ value, samples }) => `${value} ${samples}`),
    ]);
    expect(shown?.slice(0, 2)).toEqual([
      ['kind', 1, ['x 2', 'y 3']],
      ['step', 0, ['1 3', '2 2']],
    ]);
    expect(shown?.[2]?.[0]).toBe('finding');
  });

  test('have the same buckets on the command line', async () => {
    const folder = writeRuns({ '1.jsonl': RUN['1.jsonl'].slice(0, 3), '2.jsonl': RUN['2.jsonl'] });
    await index().open(openingOf(folder));
    await index().settled('scored');
    const { metrics } = await metricsOf(index(), ['kind', 'step']);
    const out: string[] = [];
    const asked = ['--metrics', '--by', 'kind', '--by', 'step', '--seed', '1', '--rounds', '50'];
    await runs([folder, ...asked, '--format', 'json'], {
      terminal: silentTerminal({ out: (text) => out.push(text) }),
      stdin: Readable.from([]),
      environment: {},
      interrupted: new AbortController().signal,
    });
    const printed = JSON.parse(out.join('')) as { metrics: { by: unknown } };
    expect(printed.metrics.by).toEqual(metrics?.by);
  });

  test('count the format as the profile pays it', async () => {
    await index().open({ ...openingOf(writeRuns(RUN)), profile: 'lang2act' });
    await index().settled('scored');
    const { metrics } = await metricsOf(index());
    expect(named(metrics?.overall, 'format_valid')).toMatchObject({ samples: 5, value: 0 });
  });

  test('say how far they are if reading takes a while', async () => {
    const slow = startIndex({ limits: { measuringTime: 1 } });
    const lines = Array.from({ length: 4500 }, (_, at) => rollout(`${at % 7}`, '42', 1));
    await slow.open(openingOf(writeRuns({ 'a.jsonl': lines })));
    await slow.settled('scored');
    // A thread does not even begin within a millisecond.
    expect(await slow.metrics({ by: [], ...QUESTION })).toMatchObject({
      measured: 0,
      of: 4500,
      metrics: null,
    });
    expect(named((await metricsOf(slow)).metrics?.overall, 'em')).toMatchObject({ samples: 4500, value: 1 });
  });

  test('are refused by a field with too many values', async () => {
    const lines = Array.from({ length: 101 }, (_, at) => rollout('a', '42', 1, { page: `p${at}` }));
    await index().open(openingOf(writeRuns({ 'a.jsonl': lines })));
    await index().settled('scored');
    await expect(metricsOf(index(), ['page'])).rejects.toThrow('The field page has more than 100 values.');
  });
});

describe('a run compared', () => {
  test('with another one has its questions, and lists them', async () => {
    const other = startIndex();
    const before = writeRuns({
      'old.jsonl': [rollout('a', '41', 0), rollout('b', '42', 1), rollout('c', '1', 0)],
    });
    const after = writeRuns({
      'new.jsonl': [rollout('a', '42', 1), rollout('b', '42', 1), rollout('d', '1', 0)],
    });
    await other.open(openingOf(before));
    await index().open(openingOf(after));
    await Promise.all([other.settled('scored'), index().settled('scored')]);
    const side = await sideOf(other);
    const names = ['old', 'new'] as const;
    const answer = await compared({ with: { packed: side }, names });
    expect(answer).toMatchObject({
      comparison: { matched: 2, byId: 0, byText: 2, wins: 1, losses: 0, ties: 1, measure: 'right' },
      onlyInBase: ['c'],
      onlyInRun: ['d'],
    });
    expect(await index().comparedQuestions('win', 0, 10)).toEqual({
      count: 1,
      questions: [{ name: 'a', base: 0, run: 1, isAnswerChanged: true, baseRow: 0, runRow: 0 }],
    });
    expect(await index().comparedQuestions('tie', 0, 10)).toMatchObject({
      count: 1,
      questions: [{ name: 'b', baseRow: 1, runRow: 1 }],
    });
    expect(await index().comparedQuestions('loss', 0, 10)).toEqual({ count: 0, questions: [] });
  });

  test('has the questions of records that have an id alone', async () => {
    const other = startIndex();
    const lines = (texts: readonly string[]) =>
      texts.map((response, at) => ({ id: `doc${at}`, response, ground_truth: `${at}` }));
    await other.open(openingOf(writeRuns({ 'old.jsonl': lines(['0', '7', '2']) })));
    await other.settled('scored');
    await index().open(openingOf(writeRuns({ 'new.jsonl': [...lines(['0', '1']), { response: 'x' }] })));
    await index().settled('scored');
    const packed = await sideOf(other);
    const { comparison, onlyInBase } = await compared({ with: { packed }, names: ['old', 'new'] });
    expect(comparison).toMatchObject({
      matched: 2,
      byId: 2,
      base: { questions: 3, unmatched: 1 },
      run: { unidentified: 1 },
    });
    expect(onlyInBase).toEqual(['doc2']);
  });

  test('by its steps has the rows of each', async () => {
    await index().open(openingOf(writeRuns(RUN)));
    await index().settled('scored');
    const names = ['step 1', 'step 2'] as const;
    const answer = await compared({ with: { field: 'step', values: ['1', '2'] }, names }, 'em');
    expect(answer.comparison).toMatchObject({
      base: { name: 'step 1', samples: 3, questions: 2 },
      run: { name: 'step 2', samples: 2 },
      matched: 2,
      measure: 'em',
      wins: 1,
      losses: 1,
    });
    const { questions } = await index().comparedQuestions('loss', 0, 10);
    expect(questions).toMatchObject([{ name: 'b', base: 1, run: 0, baseRow: 2, runRow: 5 }]);
  });

  test('by the values of a key of the records has the rows of each, and those with both on both sides', async () => {
    const prompts = (...names: string[]) => names.map((prompt_mode) => ({ step: 1, prompt_mode }));
    const [direct, tools] = prompts('direct', 'tools');
    await index().open(
      openingOf(
        writeRuns({
          'run.jsonl': [
            rollout('a', '41', 1, direct),
            rollout('a', '42', 1, tools),
            rollout('b', '42', 1, { step: 1, prompt_mode: ['direct', 'tools'] }),
            rollout('c', '42', 1, { step: 1 }),
          ],
        }),
      ),
    );
    await index().settled('scored');
    expect(await valuesOf('prompt_mode')).toEqual(['direct 2', 'tools 2']);
    expect(await valuesOf('nothing')).toEqual([]);
    const names = ['direct', 'tools'] as const;
    const { comparison } = await compared({ with: { field: 'prompt_mode', values: names }, names }, 'em');
    expect(comparison).toMatchObject({
      base: { samples: 2, questions: 2 },
      run: { samples: 2, questions: 2 },
      matched: 2,
      wins: 1,
      ties: 1,
    });
  });
});
