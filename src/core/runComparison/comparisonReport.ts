import { questionsPhrase, samplesPhrase } from '../countPhrases.ts';
import { wholeNumber } from '../displayLocale.ts';
import { t } from '../t.ts';
import {
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
 * What differs between two runs as tables for people: counts first.
 * @param worse the questions that are listed, those that lose most first
 */
export function comparisonReport(comparison: RunComparison, worse: readonly WorseQuestion[]): Report {
  const { base, run, metrics } = comparison;
  return {
    title: t('{0} compared with {1}', run.name, base.name),
    parts: [
      matchSentences(comparison),
      ...outcomeSentences(comparison),
      ...(metrics.length === 0 ? [] : [metricTable(comparison), testSentences(comparison)]),
      ...worseTable(comparison, worse),
      ...nameTable(t('Tools'), comparison.tools, comparison),
      ...nameTable(t('Findings'), comparison.findings, comparison),
    ],
  };
}

function matchSentences({ base, run, matched, byId, byText, otherText }: RunComparison): string {
  const sentences = [
    t(
      '{0} in both: {1} by id, {2} by text.',
      questionsPhrase(matched),
      wholeNumber(byId),
      wholeNumber(byText),
    ),
  ];
  for (const { name, unmatched } of [run, base])
    if (unmatched > 0) sentences.push(t('{0} only in {1}.', questionsPhrase(unmatched), name));
  if (otherText > 0) sentences.push(t('{0} with the same id and other words.', questionsPhrase(otherText)));
  for (const { name, repeated } of [run, base])
    if (repeated > 0)
      sentences.push(
        t('{0} of {1} repeated; their samples are taken together.', questionsPhrase(repeated), name),
      );
  for (const { name, unidentified } of [run, base])
    if (unidentified > 0)
      sentences.push(
        t('{0} of {1} cannot be matched: neither a question nor an id.', samplesPhrase(unidentified), name),
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
  const [better, worse, equal] = [wholeNumber(wins), wholeNumber(losses), wholeNumber(ties)];
  const outcome =
    title === null
      ? t('No metric says which run answers a question better.')
      : undecided === 0
        ? t('By {0}: {1} better, {2} worse, {3} equal.', title, better, worse, equal)
        : t(
            'By {0}: {1} better, {2} worse, {3} equal, {4} not known.',
            title,
            better,
            worse,
            equal,
            wholeNumber(undecided),
          );
  return [`${outcome} ${t('Most samples give another answer to {0}.', questionsPhrase(changedAnswers))}`];
}

function metricTable({ base, run, metrics, level }: RunComparison): ReportTable {
  const hasMcnemar = metrics.some(({ mcnemar }) => mcnemar !== null);
  return {
    title: null,
    columns: [
      t('Metric'),
      base.name,
      run.name,
      t('Difference'),
      t('{0} interval', levelText(level)),
      'p',
      ...(hasMcnemar ? [t('p (McNemar)')] : []),
      t('Questions'),
    ],
    rows: metrics.map((metric) => [
      metricTitle(metric),
      metricNumber(metric.base, metric.unit),
      metricNumber(metric.run, metric.unit),
      metric.difference === null ? NOTHING : differenceNumber(metric.difference, metric.unit),
      intervalText(metric, metric.unit, differenceNumber),
      metric.permutation === null ? NOTHING : probabilityText(metric.permutation.pValue),
      ...(hasMcnemar ? [metric.mcnemar === null ? NOTHING : probabilityText(metric.mcnemar.pValue)] : []),
      wholeNumber(metric.questions),
    ]),
  };
}

function testSentences(comparison: RunComparison): string {
  const { metrics, measure, seed, permutations } = comparison;
  const isDrawn = metrics.some(({ permutation }) => permutation?.method === 'random');
  const decisive = metrics.find(({ name }) => name === measure);
  return [
    t('Each question counts the same.'),
    intervalNote(comparison),
    isDrawn
      ? t(
          'p: paired permutation test over questions ({0} random changes of signs, seed {1}; exact for up to 16 differences).',
          wholeNumber(permutations),
          seed,
        )
      : t('p: paired permutation test over questions (exact).'),
    ...(metrics.some(({ mcnemar }) => mcnemar !== null)
      ? [
          t(
            'McNemar’s test is exact for fewer than 25 questions that differ, otherwise chi² with a correction for continuity.',
          ),
        ]
      : []),
    ...(decisive?.mcnemar == null ? [] : [mcnemarSentence(decisive, decisive.mcnemar)]),
  ].join(' ');
}

function mcnemarSentence(
  { title }: ComparedMetric,
  { gained, lost, oddsRatio }: NonNullable<ComparedMetric['mcnemar']>,
): string {
  return oddsRatio === null
    ? t('{0}: {1} gained, {2} lost.', title, wholeNumber(gained), wholeNumber(lost))
    : t(
        '{0}: {1} gained, {2} lost, odds ratio {3}.',
        title,
        wholeNumber(gained),
        wholeNumber(lost),
        String(Number(oddsRatio.toPrecision(4))),
      );
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
      title:
        worse.length < losses
          ? t('Answered worse ({0} of {1})', wholeNumber(worse.length), wholeNumber(losses))
          : t('Answered worse'),
      columns: [t('Question'), base.name, run.name, t('Rows of {0}', base.name), t('Rows of {0}', run.name)],
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
      title: isListed
        ? title
        : t('{0} ({1} of {2} that changed)', title, MOST_NAMES, wholeNumber(changed.length)),
      columns: [
        t('Share of samples (%)'),
        base.name,
        run.name,
        t('Difference'),
        ...(isNew ? [t('Change')] : []),
      ],
      rows: listed.map((change) => [
        change.name,
        metricNumber(change.base, 'share'),
        metricNumber(change.run, 'share'),
        differenceNumber(change.difference, 'share'),
        ...(isNew ? [change.base === 0 ? t('came') : change.run === 0 ? t('went') : ''] : []),
      ]),
    },
  ];
}
