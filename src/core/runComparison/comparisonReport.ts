import {
  countText,
  differenceNumber,
  intervalText,
  levelText,
  metricNumber,
  metricTitle,
  NOTHING,
  probabilityText,
} from '../runMetrics/format/numbers.ts';
import type { Report, ReportTable } from '../runMetrics/format/reportTable.ts';
import { intervalNote } from '../runMetrics/format/metricsReport.ts';
import type { ComparedMetric, NameChange, RunComparison } from './model.ts';

/** How many tools, and how many findings, a report lists. */
const MOST_NAMES = 10;

/** A question that the run answers worse than the base. */
export interface WorseQuestion {
  readonly name: string;
  /** The means of the measure. */
  readonly base: number;
  readonly run: number;
  /** The numbers of its rows in each run. */
  readonly baseRows: readonly number[];
  readonly runRows: readonly number[];
}

/**
 * What differs between two runs as tables for people, in English: counts first.
 * @param worse the questions that are listed, those that lose most first
 */
export function comparisonReport(comparison: RunComparison, worse: readonly WorseQuestion[]): Report {
  const { base, run, metrics } = comparison;
  return {
    title: `${run.name} compared with ${base.name}`,
    parts: [
      matchSentences(comparison),
      ...outcomeSentences(comparison),
      ...(metrics.length === 0 ? [] : [metricTable(comparison), testSentences(comparison)]),
      ...worseTable(comparison, worse),
      ...nameTable('Tools', comparison.tools, comparison),
      ...nameTable('Findings', comparison.findings, comparison),
    ],
  };
}

const questions = (count: number): string => `${countText(count)} ${count === 1 ? 'question' : 'questions'}`;

function matchSentences({ base, run, matched, byId, byText, otherText }: RunComparison): string {
  const sentences = [
    `${questions(matched)} in both: ${countText(byId)} by id, ${countText(byText)} by text.`,
  ];
  if (base.unmatched + run.unmatched > 0)
    sentences.push(
      `${questions(run.unmatched)} only in ${run.name}, ${countText(base.unmatched)} only in ${base.name}.`,
    );
  if (otherText > 0) sentences.push(`${questions(otherText)} with the same id and other words.`);
  for (const { name, repeated } of [run, base])
    if (repeated > 0)
      sentences.push(
        `In ${name}, ${questions(repeated)} ${repeated === 1 ? 'repeats another one' : 'repeat others'}; their samples are taken together.`,
      );
  return sentences.join(' ');
}

function outcomeSentences({
  metrics,
  measure,
  wins,
  losses,
  ties,
  undecided,
  changedAnswers,
  matched,
}: RunComparison): readonly string[] {
  if (matched === 0) return [];
  const title = metrics.find(({ name }) => name === measure)?.title ?? null;
  const outcome =
    title === null
      ? 'No metric says which run answers a question better.'
      : `By ${title}: ${countText(wins)} better, ${countText(losses)} worse, ${countText(ties)} equal${undecided === 0 ? '' : `, ${countText(undecided)} not known`}.`;
  return [`${outcome} Most samples give another answer to ${questions(changedAnswers)}.`];
}

function metricTable({ base, run, metrics, level }: RunComparison): ReportTable {
  const hasMcnemar = metrics.some(({ mcnemar }) => mcnemar !== null);
  return {
    title: null,
    columns: [
      'Metric',
      base.name,
      run.name,
      'Difference',
      `${levelText(level)} interval`,
      'p',
      ...(hasMcnemar ? ['p (McNemar)'] : []),
      'Questions',
    ],
    rows: metrics.map((metric) => [
      metricTitle(metric),
      metricNumber(metric.base, metric.unit),
      metricNumber(metric.run, metric.unit),
      differenceNumber(metric.difference, metric.unit),
      intervalText(metric, metric.unit, differenceNumber),
      probabilityText(metric.permutation.pValue),
      ...(hasMcnemar ? [metric.mcnemar === null ? NOTHING : probabilityText(metric.mcnemar.pValue)] : []),
      countText(metric.questions),
    ]),
  };
}

function testSentences(comparison: RunComparison): string {
  const { metrics, measure, seed, permutations } = comparison;
  const isDrawn = metrics.some(({ permutation }) => permutation.method === 'random');
  const drawn = `${countText(permutations)} random changes of signs, seed ${seed}`;
  const decisive = metrics.find(({ name }) => name === measure);
  return [
    'Each question counts the same.',
    intervalNote(comparison),
    `p: paired permutation test over questions (${isDrawn ? `${drawn}; exact for up to 16 differences` : 'exact'}).`,
    ...(metrics.some(({ mcnemar }) => mcnemar !== null)
      ? [
          'McNemar’s test is exact for fewer than 25 questions that differ, otherwise chi² with a correction for continuity.',
        ]
      : []),
    ...(decisive?.mcnemar == null ? [] : [mcnemarSentence(decisive, decisive.mcnemar)]),
  ].join(' ');
}

function mcnemarSentence(
  { title }: ComparedMetric,
  { gained, lost, oddsRatio }: NonNullable<ComparedMetric['mcnemar']>,
): string {
  const odds = oddsRatio === null ? '' : `, odds ratio ${Number(oddsRatio.toPrecision(4))}`;
  return `${title}: ${countText(gained)} gained, ${countText(lost)} lost${odds}.`;
}

/** The questions that lose most; no table without any. */
function worseTable(
  { base, run, metrics, measure, losses }: RunComparison,
  worse: readonly WorseQuestion[],
): readonly ReportTable[] {
  const metric = metrics.find(({ name }) => name === measure);
  if (metric === undefined || worse.length === 0) return [];
  return [
    {
      title: `Answered worse${worse.length < losses ? ` (${worse.length} of ${countText(losses)})` : ''}`,
      columns: ['Question', base.name, run.name, `Rows of ${base.name}`, `Rows of ${run.name}`],
      rows: worse.map((question) => [
        question.name,
        metricNumber(question.base, metric.unit),
        metricNumber(question.run, metric.unit),
        question.baseRows.join(', '),
        question.runRows.join(', '),
      ]),
    },
  ];
}

/** The largest changes of tools or findings; no table if nothing changed. */
function nameTable(
  title: string,
  changes: readonly NameChange[],
  { base, run }: RunComparison,
): readonly ReportTable[] {
  const changed = changes.filter(({ difference }) => difference !== 0);
  if (changed.length === 0) return [];
  const listed = changed.slice(0, MOST_NAMES);
  const isListed = listed.length === changed.length;
  const isNew = listed.some((change) => change.base === 0 || change.run === 0);
  return [
    {
      title: isListed ? title : `${title} (${MOST_NAMES} of ${countText(changed.length)} that changed)`,
      columns: ['Share of samples (%)', base.name, run.name, 'Difference', ...(isNew ? [''] : [])],
      rows: listed.map((change) => [
        change.name,
        metricNumber(change.base, 'share'),
        metricNumber(change.run, 'share'),
        differenceNumber(change.difference, 'share'),
        ...(isNew ? [change.base === 0 ? 'came' : change.run === 0 ? 'went' : ''] : []),
      ]),
    },
  ];
}
