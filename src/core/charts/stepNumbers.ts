import { IS_TRUNCATED, isCutOff } from '../cutOff.ts';
import type { Numbers } from '../summary/groupMembers.ts';
import type { SampleTable } from '../summary/sampleTable.ts';
import type { StepRows } from '../summary/stepRows.ts';
import type { ChartId, StepsChart } from './model.ts';
import { deciles, finiteMean } from './quantiles.ts';

/** What the numbers of a chart are over: the rows that are looked at, and those of each step. */
export interface StepsSource {
  readonly table: SampleTable;
  readonly rows: Uint32Array;
  readonly steps: StepRows;
}

/** How many values there are, and their mean. */
interface Mean {
  readonly n: number;
  readonly mean: number | null;
}

/** A number, or a share, over the training steps. */
export function stepsChart(source: StepsSource, id: ChartId, of: string): StepsChart {
  const { table } = source;
  switch (of) {
    case 'right':
      return meansChart(source, id, of, (rows) => shareOf(rows, (row) => table.isRight(row)));
    case 'cut-off': {
      const truncated = table.numbers(IS_TRUNCATED);
      const isCut = (row: number): boolean | null => {
        const reason = table.isSample(row) ? table.finishReason(row) : '';
        const number = truncated?.at(row) ?? null;
        return reason === '' && number === null ? null : isCutOff(reason, number);
      };
      return meansChart(source, id, of, (rows) => shareOf(rows, isCut));
    }
    case 'entropy':
      return meansChart(source, id, of, (rows) => entropyOf(table, rows));
    default:
      return numberChart(source, id, of, table.numbers(of));
  }
}

function numberChart(
  { rows, steps }: StepsSource,
  id: ChartId,
  of: string,
  column: Numbers | undefined,
): StepsChart {
  const byStep = steps.ranges.map((_, point) => {
    const known = finiteNumbers(column, steps.of(point));
    // The mean is computed in the order of the files, as everywhere.
    const mean = meanOf(known);
    return { ...mean, deciles: deciles(known.sort()) };
  });
  return {
    kind: 'steps',
    id,
    of,
    steps: steps.ranges,
    n: byStep.map(({ n }) => n),
    mean: byStep.map(({ mean }) => mean),
    all: meanOf(finiteNumbers(column, rows)),
    deciles: Array.from({ length: 9 }, (_, decile) => byStep.map((each) => each.deciles[decile] ?? null)),
  };
}

function finiteNumbers(column: Numbers | undefined, rows: Uint32Array): Float64Array {
  const values = new Float64Array(rows.length);
  let count = 0;
  for (const row of rows) {
    const value = column?.at(row) ?? null;
    if (value !== null && Number.isFinite(value)) values[count++] = value;
  }
  return values.subarray(0, count);
}

function meanOf(values: Float64Array): Mean {
  return { n: values.length, mean: finiteMean(values) };
}

function meansChart(
  { rows, steps }: StepsSource,
  id: ChartId,
  of: string,
  compute: (rows: Uint32Array) => Mean,
): StepsChart {
  const byStep = steps.ranges.map((_, point) => compute(steps.of(point)));
  return {
    kind: 'steps',
    id,
    of,
    steps: steps.ranges,
    n: byStep.map(({ n }) => n),
    mean: byStep.map(({ mean }) => mean),
    all: compute(rows),
    deciles: null,
  };
}

/** The share of rows for which something holds, among those of which it is known. */
function shareOf(rows: Uint32Array, holds: (row: number) => boolean | null): Mean {
  let n = 0;
  let held = 0;
  for (const row of rows) {
    const value = holds(row);
    if (value !== null) n += 1;
    if (value === true) held += 1;
  }
  return { n, mean: n === 0 ? null : held / n };
}

/**
 * The mean over the groups of rows of the entropy of their answers, in bits: 0 if all samples of a question give the same
 * answer, and log2 n if n samples give n different ones. Groups with fewer than two answers are left out.
 */
function entropyOf(table: SampleTable, rows: Uint32Array): Mean {
  const { ofRow } = table.groups(false);
  /** The answers of each group, and how often each is given. */
  const groups = new Map<number, Map<number, number>>();
  for (const row of rows) {
    const group = ofRow[row] ?? -1;
    const answer = table.answerOf(row);
    if (group < 0 || answer === 0) continue;
    let answers = groups.get(group);
    if (answers === undefined) groups.set(group, (answers = new Map<number, number>()));
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
  }
  let sum = 0;
  let n = 0;
  for (const answers of groups.values()) {
    const entropy = entropyOfCounts(answers);
    if (entropy === null) continue;
    sum += entropy;
    n += 1;
  }
  return { n, mean: n === 0 ? null : sum / n };
}

/** The entropy of answers in bits; null for fewer than two. */
function entropyOfCounts(answers: ReadonlyMap<number, number>): number | null {
  let all = 0;
  for (const count of answers.values()) all += count;
  if (all < 2) return null;
  let entropy = 0;
  for (const count of answers.values()) entropy -= (count / all) * Math.log2(count / all);
  // The sum of a single answer is -0.
  return entropy + 0;
}
