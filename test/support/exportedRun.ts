import { ChartBuilder } from '../../src/core/charts/buildCharts.ts';
import { describeToolPool } from '../../src/core/toolPool/toolPool.ts';
import type { RunHtml } from '../../src/reports/html/runHtml.ts';
import { alertsPart, metricsPart, runFacts, toolsPart } from '../../src/reports/runParts.ts';
import { tableOf } from './sampleTables.ts';
import { htmlExport } from './exportedTrajectory.ts';
import { HOSTILE_TEXT } from './hostileText.ts';

const SAMPLES = [1, 2, 3].flatMap((step) =>
  [0, 1].map((sample) => ({
    step,
    right: sample === 0,
    fields: new Map([['score', sample]]),
    tools: [HOSTILE_TEXT],
  })),
);

/** The report of a run of three steps, with two trajectories about the annual report. */
export function reportOf(change: Partial<RunHtml> = {}): RunHtml {
  const { table, rows } = tableOf(SAMPLES);
  const builder = new ChartBuilder(table, rows, { acrossSteps: false, compared: 'score' });
  const { pages, notices, ...trajectory } = htmlExport();
  return {
    title: 'rollouts',
    facts: runFacts({
      records: { files: 2, records: 7, failed: 1, broken: { json: 2 } },
      samples: 6,
      kept: 5,
      where: 'score<1',
      profile: null,
    }),
    charts: [builder.build('steps:score'), builder.build('tools'), builder.build('distribution:nothing')],
    parts: [
      ...alertsPart([
        {
          code: 'answer-copied',
          title: 'One answer is copied',
          sentence: '43% of 9.',
          steps: null,
          filter: null,
        },
      ]),
      ...metricsPart({
        title: 'Metrics',
        parts: ['6 samples.', { title: null, columns: ['Metric', 'Value'], rows: [['Right (%)', '50.0']] }],
      }),
      ...toolsPart(describeToolPool(table, rows, 'score')),
    ],
    trajectories: [trajectory, trajectory].map((each, index) => ({
      ...each,
      title: `1.jsonl:${index + 1}: score 0`,
    })),
    pages,
    notices,
    ...change,
  };
}
