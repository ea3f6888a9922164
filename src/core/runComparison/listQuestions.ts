import type { ComparedRuns, RunSide } from './compareRuns.ts';
import type { ListedOutcome, ListedQuestion, ListedQuestions } from './model.ts';

/** Two sides, and what their comparison says. */
export interface ComparedSides {
  readonly base: RunSide;
  readonly run: RunSide;
  readonly runs: ComparedRuns;
}

/** The questions with an outcome, or with another answer than before: those that differ most first. */
export function questionsWith(outcome: ListedOutcome, { runs }: ComparedSides): Uint32Array {
  const { outcomes, questions, baseMeans, runMeans } = runs;
  const found: number[] = [];
  for (let question = 0; question < questions.count; question += 1)
    if (outcome === 'changed' ? questions.isAnswerChanged(question) : outcomes[question] === outcome)
      found.push(question);
  const difference = (question: number): number => {
    const between = Math.abs((runMeans[question] ?? 0) - (baseMeans[question] ?? 0));
    return Number.isNaN(between) ? -1 : between;
  };
  return Uint32Array.from(found.sort((one, other) => difference(other) - difference(one)));
}

/** Some of these questions, with a row of each run that shows the difference best. */
export function listQuestions(
  found: Uint32Array,
  start: number,
  count: number,
  sides: ComparedSides,
): ListedQuestions {
  return {
    count: found.length,
    questions: Array.from(found.subarray(start, start + count), (question) => listed(question, sides)),
  };
}

function listed(question: number, { base, run, runs }: ComparedSides): ListedQuestion {
  const { questions, outcomes, baseMeans, runMeans, comparison } = runs;
  const mean = (means: Float64Array): number | null => {
    const value = means[question] ?? Number.NaN;
    return Number.isNaN(value) ? null : value;
  };
  const runRows = questions.rowsOf('run', question);
  const [first = 0] = runRows;
  const isWin = outcomes[question] === 'win';
  const better = comparison.metrics.find(({ name }) => name === comparison.measure)?.better ?? 'higher';
  const pick = ({ sources }: RunSide, rows: Uint32Array, isBest: boolean): number => {
    const source = sources.find(({ name }) => name === comparison.measure);
    return rowWith(rows, (row) => source?.at(row) ?? null, isBest === (better === 'higher'));
  };
  return {
    name: run.table.groups(true).name(run.table.groups(true).ofRow[first] ?? -1),
    base: mean(baseMeans),
    run: mean(runMeans),
    isAnswerChanged: questions.isAnswerChanged(question),
    // What the question has lost or gained shows best in the best sample of one run and the worst of the other.
    baseRow: pick(base, questions.rowsOf('base', question), !isWin),
    runRow: pick(run, runRows, isWin),
  };
}

/** The first row with the greatest or the least number. */
function rowWith(rows: Uint32Array, at: (row: number) => number | null, isGreatest: boolean): number {
  let [best = 0] = rows;
  let least: number | null = null;
  for (const row of rows) {
    const value = at(row);
    if (value === null) continue;
    if (least === null || (isGreatest ? value > least : value < least)) {
      least = value;
      best = row;
    }
  }
  return best;
}
