import type { WorseQuestion } from '../../../../core/runComparison/comparisonReport.ts';
import type { ComparedMetric } from '../../../../core/runComparison/model.ts';
import type { MeasuredRuns } from './runMeasures.ts';

type Json = Readonly<Record<string, unknown>>;
type Compared = NonNullable<MeasuredRuns['compared']>;

/** What differs between two runs, as media/schemas/runs.schema.json describes it. */
export function comparisonJson(compared: Compared): Json {
  const { byId, byText, otherText, changedAnswers, metrics, ...others } = compared.runs.comparison;
  const { questions } = compared.runs;
  return {
    ...others,
    by_id: byId,
    by_text: byText,
    other_text: otherText,
    changed_answers: changedAnswers,
    metrics: metrics.map(metricJson),
    questions: Array.from({ length: questions.count }, (_, question) => questionJson(compared, question)),
    only_in_base: onlyIn(compared, 'base'),
    only_in_run: onlyIn(compared, 'run'),
  };
}

function metricJson({ permutation, mcnemar, ...metric }: ComparedMetric): Json {
  return {
    ...metric,
    permutation:
      permutation === null
        ? null
        : { method: permutation.method, rounds: permutation.rounds, p_value: permutation.pValue },
    mcnemar:
      mcnemar === null
        ? null
        : {
            method: mcnemar.method,
            statistic: mcnemar.statistic,
            p_value: mcnemar.pValue,
            gained: mcnemar.gained,
            lost: mcnemar.lost,
            odds_ratio: mcnemar.oddsRatio,
          },
  };
}

/** A question that both runs have, with the numbers of its rows in each, from 1. */
export function questionJson(compared: Compared, question: number): Json {
  const { runs } = compared;
  const number = (mean: number | undefined): number | null =>
    mean === undefined || Number.isNaN(mean) ? null : mean;
  return {
    question: nameOf(compared, question),
    outcome: runs.outcomes[question] ?? null,
    base: number(runs.baseMeans[question]),
    run: number(runs.runMeans[question]),
    changed_answer: runs.questions.isAnswerChanged(question),
    base_rows: rowsOf(compared, 'base', question),
    run_rows: rowsOf(compared, 'run', question),
  };
}

/** The questions that lose most, the first of equal ones first. */
export function worseQuestions(compared: Compared, most: number): readonly WorseQuestion[] {
  const { outcomes, baseMeans, runMeans } = compared.runs;
  const loss = (question: number): number => Math.abs((baseMeans[question] ?? 0) - (runMeans[question] ?? 0));
  return outcomes
    .flatMap((outcome, question) => (outcome === 'loss' ? [question] : []))
    .sort((one, other) => loss(other) - loss(one))
    .slice(0, most)
    .map((question) => ({
      name: nameOf(compared, question),
      base: baseMeans[question] ?? 0,
      run: runMeans[question] ?? 0,
      baseRows: rowsOf(compared, 'base', question),
      runRows: rowsOf(compared, 'run', question),
    }));
}

function rowsOf({ runs, ...sides }: Compared, side: 'base' | 'run', question: number): readonly number[] {
  return Array.from(runs.questions.rowsOf(side, question), (row) => sides[side].numberOf(row));
}

function nameOf({ run, runs }: Compared, question: number): string {
  const [first = 0] = runs.questions.rowsOf('run', question);
  const groups = run.table.groups(true);
  return groups.name(groups.ofRow[first] ?? -1);
}

/** The names of the questions that only one of the runs has. */
function onlyIn({ runs, ...sides }: Compared, side: 'base' | 'run'): readonly string[] {
  const groups = sides[side].table.groups(true);
  const isShared = new Uint8Array(groups.count);
  for (let question = 0; question < runs.questions.count; question += 1)
    for (const row of runs.questions.rowsOf(side, question)) isShared[groups.ofRow[row] ?? -1] = 1;
  return Array.from(isShared.keys())
    .filter((question) => isShared[question] === 0)
    .map((question) => groups.name(question));
}
