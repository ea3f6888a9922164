import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../../scripts/lib/generatedInputs.mjs';
import { ChartBuilder } from '../../../../src/core/charts/buildCharts.ts';
import type { ChartId } from '../../../../src/core/charts/model.ts';
import { readRecord } from '../../../../src/core/records/recordSamples.ts';
import { ColumnsTable } from '../../../../src/core/summary/columnsTable.ts';
import { RunColumns } from '../../../../src/core/summary/runColumns.ts';
import { FIRST_VIEW } from '../../../../src/runs/index/model.ts';
import { DialectChoice } from '../../../../src/runs/choosing/dialectChoice.ts';
import { readFacts } from '../../../../src/runs/scoring/sampleFacts.ts';
import { openingOf, rollout, shareIndex, startIndex, writeRuns } from './support.ts';

const index = shareIndex();

const IDS: readonly ChartId[] = [
  'steps:score',
  'steps:right',
  'steps:length',
  'steps:cut-off',
  'steps:entropy',
  'distribution:score',
  'distribution:acc',
  'difficulty',
  'findings',
  'tools',
];

describe('the charts of a run', () => {
  test('follow the filter and the grouping', async () => {
    const folder = writeRuns({
      '1.jsonl': [rollout('a', '42', 1), rollout('a', '41', 0), '{"broken": '],
      '2.jsonl': [rollout('a', '42', 1, { step: 2 }), rollout('a', '42', 1, { step: 2 })],
    });
    await index().open(openingOf(folder));
    await index().settled('scored');
    const all = await index().charts(['steps:score', 'difficulty']);
    expect(all).toMatchObject({
      matched: 5,
      charts: [
        { n: [2, 2], mean: [0.5, 1] },
        { of: 2, zeroVariance: 1, compared: 2 },
      ],
    });
    await index().setView({ ...FIRST_VIEW, filter: 'step=2' });
    expect(await index().charts(['steps:score'])).toMatchObject({
      matched: 2,
      charts: [{ n: [2], mean: [1] }],
    });
    await index().setView({ ...FIRST_VIEW, acrossSteps: true });
    expect((await index().charts(['difficulty'])).charts).toMatchObject([
      { of: 4, groups: 1, zeroVariance: 0 },
    ]);
    // A filter that reads texts, too.
    await index().setView({ ...FIRST_VIEW, filter: 'response:41' });
    await index().settled('filtered');
    expect((await index().charts(['distribution:score'])).charts).toMatchObject([{ n: 1, mean: 0 }]);
  });

  test('follow the run while it grows', async () => {
    const folder = writeRuns({ '1.jsonl': [rollout('a', '42', 1)] });
    const growing = startIndex();
    await growing.open(openingOf(folder));
    await growing.settled('scored');
    expect((await growing.charts(['steps:score'])).charts).toMatchObject([{ n: [1] }]);
    fs.writeFileSync(path.join(folder, '2.jsonl'), `${JSON.stringify(rollout('a', '41', 0, { step: 2 }))}\n`);
    await growing.refresh();
    await growing.settled('scored');
    expect((await growing.charts(['steps:score'])).charts).toMatchObject([{ n: [1, 1], mean: [1, 0] }]);
  });

  test('are the same in a window and on the command line', async () => {
    const record = fc.record({
      question: fc.constantFrom('a', 'b'),
      answer: fc.constantFrom('42', '41', 'not stated'),
      score: fc.constantFrom(0, 0.5, 1),
      step: fc.integer({ min: 1, max: 3 }),
      acc: fc.option(fc.constantFrom(0, 1), { nil: undefined }),
      finish_reason: fc.constantFrom('stop', 'length'),
      response_length: fc.integer({ min: 1, max: 900 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 30 }), async (given) => {
        const records = given.map(({ question, answer, score, ...others }) =>
          rollout(question, answer, score, others),
        );
        const folder = writeRuns({ '1.jsonl': records });
        await index().open(openingOf(folder));
        await index().settled('scored');
        const { charts } = await index().charts(IDS);
        const columns = new RunColumns();
        const dialects = new DialectChoice();
        for (const each of records) {
          const read = readRecord(JSON.parse(JSON.stringify(each)));
          for (const sample of 'samples' in read ? read.samples : [])
            columns.add(readFacts(sample, dialects.of('1.jsonl', sample), null));
        }
        const rows = Uint32Array.from(records.keys());
        const builder = new ChartBuilder(new ColumnsTable(columns), rows, {
          acrossSteps: false,
          compared: 'score',
        });
        expect(charts).toEqual(IDS.map((id) => builder.build(id)));
      }),
      propertyRuns(20),
    );
  });
});
