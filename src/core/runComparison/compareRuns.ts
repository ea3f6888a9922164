import { DEFAULT_BOOTSTRAP } from '../runMetrics/measureRun.ts';
import type { MetricSource } from '../runMetrics/metricSource.ts';
import { bootstrapInterval, type BootstrapOptions } from '../statistics/bootstrap.ts';
import { finite } from '../statistics/finite.ts';
import { discordantOdds, mcnemarTest, type DiscordantPairs } from '../statistics/mcnemar.ts';
import { permutationTest } from '../statistics/permutationTest.ts';
import type { SampleTable } from '../summary/sampleTable.ts';
import { matchQuestions } from './matchQuestions.ts';
import type { ComparedMetric, ComparedRun, RunComparison } from './model.ts';
import { nameChanges } from './nameChanges.ts';
import { outcomeOf, PairedQuestions, type Outcome } from './pairedQuestions.ts';
import type { QuestionKey } from './questionKey.ts';

/** What a comparison reads of a table of samples. */
export type ComparedTable = Pick<
  SampleTable,
  'count' | 'isSample' | 'answerOf' | 'groups' | 'tools' | 'findings'
>;

/** A run that is compared: some of its rows, with their metrics. */
export interface RunSide {
  readonly name: string;
  readonly table: ComparedTable;
  /** The rows that count, those without a sample among them. */
  readonly rows: Uint32Array;
  readonly sources: readonly MetricSource[];
  /** What each question, as the groups across steps number them, is recognized by. */
  readonly keyOf: (question: number) => QuestionKey | null;
}

/** How runs are compared. */
export interface ComparisonOptions extends BootstrapOptions {
  /** How many changes of signs a permutation test draws where it cannot try all. */
  readonly permutations: number;
  /** The metric that says which run answers a question better; null for the first that can. */
  readonly measure: string | null;
}

export const DEFAULT_COMPARISON: ComparisonOptions = {
  ...DEFAULT_BOOTSTRAP,
  permutations: 9_999,
  measure: null,
};

/** Two runs compared, with the questions that they share. */
export interface ComparedRuns {
  readonly comparison: RunComparison;
  readonly questions: PairedQuestions;
  /** By question: who is better, and the means of the measure. */
  readonly outcomes: readonly Outcome[];
  readonly baseMeans: Float64Array;
  readonly runMeans: Float64Array;
}

/** The metrics that say which run is better, the first that is known of a shared question. */
const MEASURES: readonly string[] = ['right', 'reward', 'score', 'em', 'f1', 'anls', 'accuracy'];

/** Compares a run with another one, the base, question by question. */
export function compareRuns(
  base: RunSide,
  run: RunSide,
  options: ComparisonOptions = DEFAULT_COMPARISON,
): ComparedRuns {
  const comparing = compareInSteps(base, run, options);
  for (;;) {
    const { done, value } = comparing.next();
    if (done === true) return value.by(options.measure);
  }
}

/** Two runs compared in all metrics, of which any can say who is better. */
export interface RunsInMetrics {
  /** @param measure the metric that says it; null for the first that can */
  readonly by: (measure: string | null) => ComparedRuns;
}

/** The same in steps, one for each metric, so that others can be answered in between. */
export function* compareInSteps(
  base: RunSide,
  run: RunSide,
  options: Omit<ComparisonOptions, 'measure'>,
): Generator<undefined, RunsInMetrics> {
  const keysOf = ({ table, keyOf }: RunSide, asked: Uint8Array): readonly (QuestionKey | null)[] =>
    Array.from({ length: table.groups(true).count }, (_, question) =>
      asked[question] === 1 ? keyOf(question) : null,
    );
  const baseAsked = askedQuestions(base);
  const runAsked = askedQuestions(run);
  const matches = matchQuestions(keysOf(base, baseAsked), keysOf(run, runAsked));
  const questions = new PairedQuestions(matches, base, run);
  const compared: Compared[] = [];
  for (const [one, other] of pairSources(base, run)) {
    const [baseMeans, runMeans] = [questions.means('base', one), questions.means('run', other)];
    const metric = compareMetric(other, baseMeans, runMeans, questions, options);
    if (metric !== null) compared.push({ metric, baseMeans, runMeans });
    yield;
  }
  let changedAnswers = 0;
  for (let question = 0; question < questions.count; question += 1)
    if (questions.isAnswerChanged(question)) changedAnswers += 1;
  const shared = ({ table, rows }: RunSide, pairs: Int32Array): Uint32Array => sharedRows(table, rows, pairs);
  const [baseRows, runRows] = [shared(base, matches.ofBase), shared(run, matches.ofRun)];
  const changes = (name: 'tools' | 'findings') =>
    nameChanges({ column: base.table[name], rows: baseRows }, { column: run.table[name], rows: runRows });
  const known = {
    base: describe(base, baseAsked, matches.ofBase, matches.repeated.base),
    run: describe(run, runAsked, matches.ofRun, matches.repeated.run),
    matched: matches.pairs,
    byId: matches.byId,
    byText: matches.byText,
    otherText: matches.otherText,
    seed: options.seed,
    rounds: options.rounds,
    permutations: options.permutations,
    level: options.level,
    metrics: compared.map(({ metric }) => metric),
    changedAnswers,
    tools: changes('tools'),
    findings: changes('findings'),
  };
  return { by: (measure) => decide(known, questions, chooseMeasure(compared, measure)) };
}

/** What the measure says of each question. */
function decide(
  known: Omit<RunComparison, 'measure' | 'wins' | 'losses' | 'ties' | 'undecided'>,
  questions: PairedQuestions,
  measure: Compared | null,
): ComparedRuns {
  const unknown = new Float64Array(questions.count).fill(Number.NaN);
  const { baseMeans, runMeans } = measure ?? { baseMeans: unknown, runMeans: unknown };
  const better = measure?.metric.better ?? 'higher';
  const outcomes = Array.from(baseMeans, (mean, question) =>
    outcomeOf(mean, runMeans[question] ?? Number.NaN, better),
  );
  const count = (outcome: Outcome): number => outcomes.filter((each) => each === outcome).length;
  const comparison = {
    ...known,
    measure: measure?.metric.name ?? null,
    wins: count('win'),
    losses: count('loss'),
    ties: count('tie'),
    undecided: count(null),
  };
  return { comparison, questions, outcomes, baseMeans, runMeans };
}

/** Which questions the rows of a run ask. */
function askedQuestions({ table, rows }: RunSide): Uint8Array {
  const { ofRow, count } = table.groups(true);
  const asked = new Uint8Array(count);
  for (const row of rows) {
    const question = ofRow[row] ?? -1;
    if (question >= 0 && table.isSample(row)) asked[question] = 1;
  }
  return asked;
}

function describe(
  { name, table, rows }: RunSide,
  asked: Uint8Array,
  pairs: Int32Array,
  repeated: number,
): ComparedRun {
  const samples = rows.reduce((count, row) => count + Number(table.isSample(row)), 0);
  const questions = asked.reduce((count, each) => count + each, 0);
  const matched = pairs.reduce((count, pair) => count + Number(pair >= 0), 0);
  const { ofRow } = table.groups(true);
  const unidentified = rows.reduce(
    (count, row) => count + Number(table.isSample(row) && (ofRow[row] ?? -1) < 0),
    0,
  );
  return { name, samples, questions, unmatched: questions - matched, repeated, unidentified };
}

/** The rows whose questions both runs have. */
function sharedRows(table: ComparedTable, rows: Uint32Array, pairs: Int32Array): Uint32Array {
  const { ofRow } = table.groups(true);
  return rows.filter((row) => {
    const question = ofRow[row] ?? -1;
    return question >= 0 && (pairs[question] ?? -1) >= 0;
  });
}

/** The metrics of the same name in both runs. */
function pairSources(base: RunSide, run: RunSide): readonly (readonly [MetricSource, MetricSource])[] {
  const ofBase = new Map(base.sources.map((source) => [source.name, source]));
  return run.sources.flatMap((source) => {
    const other = ofBase.get(source.name);
    return other === undefined ? [] : [[other, source] as const];
  });
}

function compareMetric(
  { name, title, unit, description, better, scale = 1 }: MetricSource,
  baseMeans: Float64Array,
  runMeans: Float64Array,
  questions: PairedQuestions,
  { seed, rounds, level, permutations }: Omit<ComparisonOptions, 'measure'>,
): ComparedMetric | null {
  const differences = new Float64Array(questions.count);
  const pairs = { gained: 0, lost: 0 };
  let known = 0;
  let [baseSum, runSum] = [0, 0];
  let isSingle = unit !== 'number';
  for (let question = 0; question < questions.count; question += 1) {
    const base = baseMeans[question] ?? Number.NaN;
    const run = runMeans[question] ?? Number.NaN;
    if (Number.isNaN(base) || Number.isNaN(run)) continue;
    differences[known++] = run - base;
    baseSum += base;
    runSum += run;
    isSingle &&= isRightOrWrong(base) && isRightOrWrong(run) && hasOneSampleEach(questions, question);
    if (run > base) pairs.gained += 1;
    if (run < base) pairs.lost += 1;
  }
  if (known === 0) return null;
  const sums = differences.subarray(0, known);
  const interval = bootstrapInterval(
    { sums, counts: new Float64Array(known).fill(1) },
    { seed, rounds, level },
  );
  const difference = sums.reduce((sum, each) => sum + each, 0) / known;
  const size = sums.reduce((sum, each) => sum + Math.abs(each), 0);
  return {
    name,
    title,
    unit,
    description,
    better,
    questions: known,
    base: finite((baseSum / known) * scale),
    run: finite((runSum / known) * scale),
    difference: finite(difference * scale),
    low: interval === null ? null : interval.low * scale,
    high: interval === null ? null : interval.high * scale,
    permutation: Number.isFinite(size) ? permutationTest(sums, { seed, rounds: permutations }) : null,
    mcnemar: isSingle ? mcnemarOf(pairs) : null,
  };
}

function mcnemarOf(pairs: DiscordantPairs): NonNullable<ComparedMetric['mcnemar']> {
  return { ...mcnemarTest(pairs), ...pairs, oddsRatio: discordantOdds(pairs) };
}

const isRightOrWrong = (mean: number): boolean => mean === 0 || mean === 1;

function hasOneSampleEach(questions: PairedQuestions, question: number): boolean {
  return questions.rowsOf('base', question).length === 1 && questions.rowsOf('run', question).length === 1;
}

interface Compared {
  readonly metric: ComparedMetric;
  readonly baseMeans: Float64Array;
  readonly runMeans: Float64Array;
}

/** The metric that says who is better: the one that is asked for, otherwise the first that is known. */
function chooseMeasure(compared: readonly Compared[], asked: string | null): Compared | null {
  const named = (name: string): Compared | undefined =>
    compared.find(({ metric }) => metric.name === name && metric.better !== null);
  if (asked !== null) return named(asked) ?? null;
  return MEASURES.map(named).find((each) => each !== undefined) ?? null;
}
