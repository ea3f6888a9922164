import path from 'node:path';
import { PageTraceError } from '../../../core/errors.ts';
import { findAlerts } from '../../../core/alerts/findAlerts.ts';
import { ChartBuilder } from '../../../core/charts/buildCharts.ts';
import type { Chart } from '../../../core/charts/model.ts';
import { GOLD_SEEN } from '../../../core/charts/goldChart.ts';
import { usualCharts } from '../../../core/charts/usualCharts.ts';
import { metricsReport } from '../../../core/runMetrics/format/metricsReport.ts';
import { measureRun } from '../../../core/runMetrics/measureRun.ts';
import { ColumnsTable } from '../../../core/summary/columnsTable.ts';
import { WorstSamples } from '../../../core/summary/worstSamples.ts';
import { describeToolPool } from '../../../core/toolPool/toolPool.ts';
import { alertsPart, metricsPart, runFacts, toolsPart } from '../../../reports/runParts.ts';
import { runHtml } from '../../../reports/html/runHtml.ts';
import { expandInputs } from '../../../runs/reading/expandInputs.ts';
import type { ScoredSample } from '../../../runs/scoring/scorer.ts';
import { numberOption, readArguments } from '../../arguments/arguments.ts';
import { inputOptions, readInputOptions, requireFiles } from '../../arguments/inputOptions.ts';
import { loadProfile, profileChoice } from '../../arguments/profileOption.ts';
import { readScoringOptions, scoringOptions } from '../../arguments/scoringOptions.ts';
import { REPORT_USAGE } from '../../arguments/verbUsage.ts';
import { checkGrounding } from '../../grounding/checkGrounding.ts';
import { groundingOptions } from '../../grounding/groundingOptions.ts';
import { openGrounder } from '../../grounding/openGrounder.ts';
import { writeSamples, writingSignal } from '../../output/writeSamples.ts';
import { Problems } from '../../terminal/problems.ts';
import { CLEAN, UNUSABLE, type VerbContext } from '../../terminal/verb.ts';
import { MeasuredRun } from '../runs/measures/measuredRun.ts';
import { RecordCounter } from '../runs/recordCounter.ts';
import { RunReader, type RunItem, type RunSample } from '../runs/runReader.ts';
import { WhereFilter } from '../runs/whereOption.ts';
import { reportTrajectories } from './reportTrajectories.ts';

const options = {
  ...inputOptions,
  ...scoringOptions,
  ...groundingOptions,
  where: { type: 'string' },
  worst: { type: 'string' },
  title: { type: 'string' },
} as const;

/** How many trajectories a report shows, if the person does not say it. */
const WORST = 10;

/** The most that it shows: each has its text, its claims and its pages. */
const MOST_WORST = 200;

/**
 * `pagetrace report`: a run as one HTML file: its charts, metrics, tools and alerts, and its worst trajectories with
 * their pages.
 * @throws PageTraceError for wrong arguments, and for an output that cannot be written
 */
export async function report(args: readonly string[], context: VerbContext): Promise<number> {
  const { values, positionals } = readArguments(args, options);
  const { terminal } = context;
  if (values.help === true) {
    terminal.out(REPORT_USAGE);
    return CLEAN;
  }
  const { files, leftOut } = await expandInputs(requireFiles('report', positionals));
  const scoring = readScoringOptions(values, null);
  const most = numberOption('worst', values.worst, { least: 0, most: MOST_WORST, whole: true }, WORST);
  const where = values.where === undefined ? null : new WhereFilter(values.where, 'never');
  await checkGrounding(values);
  const profile = values.profile === undefined ? null : await loadProfile(values.profile);
  const given = await readInputOptions(values, context);
  if (leftOut.length > 0) given.notice({ kind: 'left-out', leftOut });
  const [first = ''] = positionals;
  const title = values.title ?? path.basename(path.resolve(first));
  const compared = profile === null ? 'score' : 'reward';
  const signal = writingSignal(values.out, context);
  const choice = profile === null ? null : profileChoice(profile, context);
  const counter = new RecordCounter();
  const inputs = {
    ...given,
    notice: (notice: Parameters<typeof given.notice>[0]): void => {
      if (notice.kind === 'joined') counter.addJoined();
      else given.notice(notice);
    },
  };
  const reader = new RunReader({
    files,
    inputs,
    choice,
    scoring,
    claims: null,
    where,
    acrossSteps: false,
    compared,
    signal,
  });
  const run = new MeasuredRun(title, [], false);
  const worst = new WorstSamples<ScoredSample>(most);
  const unreadable = new Problems(terminal);
  const add = (each: RunItem): void => {
    if ('problem' in each) {
      counter.add(each);
      unreadable.add(each.place, each.problem);
      return;
    }
    counter.add(each.item);
    if (!reader.keeps(each)) return;
    run.add(each.item, each.facts, each.row + 1);
    worst.add(each.item, questionOf(each), paidFor(each, compared));
  };
  const { samples: grounder, close } = openGrounder(values, null, context);
  const tail = async (): Promise<string> => {
    // A report that was written before stays.
    if (reader.samples === 0 && counter.hasFaults) {
      unreadable.end();
      throw new PageTraceError('bad-input', 'Nothing of the run could be read, so no report was written.', {
        hint: 'Check the paths of its files.',
      });
    }
    const { table, rows, sources } = run.measured();
    const { trajectories, pages, notices } = await reportTrajectories(worst.found, {
      grounder,
      choice,
      compared,
      signal,
      terminal,
    });
    return runHtml({
      title,
      facts: runFacts({
        records: counter.counts(files.length, 0),
        samples: reader.samples,
        kept: table.count,
        where: values.where ?? null,
        profile: profile?.name ?? null,
      }),
      charts: chartsOf(new ColumnsTable(run.columns), rows, compared),
      parts: [
        // Samples that were chosen differ from the others in just what an alert is about.
        ...alertsPart(where === null ? findAlerts(table, rows, compared) : []),
        ...metricsPart(metricsReport(measureRun({ table, rows, sources, by: [] }))),
        ...toolsPart(describeToolPool(table, rows, compared)),
      ],
      trajectories,
      pages,
      notices,
    });
  };
  try {
    await writeSamples<RunItem>(
      {
        files,
        alsoRead: [values.references, values.verdicts, values.profile, ...(values.document ?? [])],
        portions: reader.portions(),
        out: values.out,
        done: 'Read',
        head: '',
        portion: (items) => {
          items.forEach(add);
          return '';
        },
        tail: async function* (): AsyncGenerator<string> {
          yield await tail();
        },
      },
      context,
    );
  } finally {
    await close();
  }
  unreadable.end();
  if (reader.samples > 0 && run.columns.rows === 0) terminal.say('No sample matches the filter.');
  return counter.hasFaults ? UNUSABLE : CLEAN;
}

/** What the samples of a question have in common, in all steps. */
function questionOf({ facts: { group } }: RunSample): string | null {
  return group === null ? null : (group.question ?? group).key;
}

/** What a sample is paid; without a number, whether it is right. */
function paidFor({ facts: { fields, right } }: RunSample, compared: string): number | null {
  return fields.get(compared) ?? (right === null ? null : Number(right));
}

function chartsOf(table: ColumnsTable, rows: Uint32Array, compared: 'reward' | 'score'): readonly Chart[] {
  const builder = new ChartBuilder(table, rows, { acrossSteps: false, compared });
  const ids = usualCharts({
    compared,
    components: table.numberNames.filter((name) => name.startsWith('reward.')),
    hasSteps: builder.steps.ranges.length > 0,
    hasLengths: table.numberNames.includes('length'),
    hasGold: table.numberNames.includes(GOLD_SEEN),
  });
  return ids.map((id) => builder.build(id));
}
