import { compareRuns, DEFAULT_COMPARISON, type RunSide } from '../../core/runComparison/compareRuns.ts';
import type { ComparedMetric } from '../../core/runComparison/model.ts';
import { measureRun, type MeasuredRows } from '../../core/runMetrics/measureRun.ts';
import type { MetricDefinition, RunMetrics } from '../../core/runMetrics/model.ts';
import { holmAdjusted } from '../../core/statistics/holm.ts';
import { labelOf } from './listCells.ts';
import type { CellDifference, CellFacts, Matrix, MatrixCell } from './matrix.ts';
import { DIMENSIONS, type Cell, type Dimension } from './model.ts';

/** A cell whose run was read. */
export interface MeasuredCell {
  readonly cell: Cell;
  /** The path of its run. */
  readonly file: string;
  /** The samples of its run, and the same as a side of a comparison; null if there is no run. */
  readonly run: { readonly rows: Omit<MeasuredRows, 'by'>; readonly side: RunSide } | null;
  readonly facts: CellFacts;
  readonly error: string | null;
}

/** What a matrix is made of. */
export interface MatrixOptions extends Pick<Matrix, 'sweep' | 'dataset'> {
  readonly cells: readonly MeasuredCell[];
  readonly baseline: Cell;
  /** The metrics that are shown; null for the usual ones. */
  readonly metrics: readonly string[] | null;
}

/** The metrics of a matrix that names none. */
const USUAL_METRICS = ['reward', 'right', 'em', 'f1', 'anls'];

/** Measures the cells of a sweep, and compares each with the baseline. */
export function buildMatrix({ sweep, dataset, cells, baseline, metrics }: MatrixOptions): Matrix {
  const base = cells.find(({ cell }) => cell === baseline)?.run?.side ?? null;
  const measured = cells.map(({ run }) => (run === null ? null : measureRun({ ...run.rows, by: [] })));
  const compared = cells.map(({ run }) =>
    run === null || base === null || run.side === base
      ? []
      : compareRuns(base, run.side, DEFAULT_COMPARISON).comparison.metrics,
  );
  const wanted = metrics ?? USUAL_METRICS;
  const known = definitionsOf(measured);
  const definitions = wanted.flatMap((name) => known.get(name) ?? []);
  const differences = new Map(
    definitions.map(({ name }) => [
      name,
      correct(compared.map((each) => each.find((metric) => metric.name === name) ?? null)),
    ]),
  );
  const { seed, rounds, permutations, level } = DEFAULT_COMPARISON;
  return {
    sweep,
    dataset,
    baseline: baseline.name,
    seed,
    rounds,
    permutations,
    level,
    definitions,
    unknown: (metrics ?? []).filter((name) => !known.has(name)),
    cells: cells.map((each, at) =>
      cellOf(each, measured[at] ?? null, definitions, (name) => differences.get(name)?.[at] ?? null),
    ),
  };
}

function definitionsOf(measured: readonly (RunMetrics | null)[]): ReadonlyMap<string, MetricDefinition> {
  return new Map(
    measured.flatMap((each) => (each?.definitions ?? []).map((definition) => [definition.name, definition])),
  );
}

/** The differences of all cells in a metric, with p-values that are corrected for how many are compared. */
function correct(compared: readonly (ComparedMetric | null)[]): readonly (CellDifference | null)[] {
  const adjusted = (pOf: (metric: ComparedMetric) => number | null): ReadonlyMap<ComparedMetric, number> => {
    const known = compared.flatMap((metric) => {
      const p = metric === null ? null : pOf(metric);
      return metric === null || p === null ? [] : [{ metric, p }];
    });
    const corrected = holmAdjusted(known.map(({ p }) => p));
    return new Map(known.map(({ metric }, at) => [metric, corrected[at] ?? 1]));
  };
  const permutation = adjusted((metric) => metric.permutation?.pValue ?? null);
  const mcnemar = adjusted((metric) => metric.mcnemar?.pValue ?? null);
  return compared.map((metric) => {
    if (metric === null) return null;
    const { difference, low, high, questions } = metric;
    return {
      difference,
      low,
      high,
      questions,
      p: metric.permutation?.pValue ?? null,
      pHolm: permutation.get(metric) ?? null,
      mcnemar:
        metric.mcnemar === null
          ? null
          : {
              gained: metric.mcnemar.gained,
              lost: metric.mcnemar.lost,
              p: metric.mcnemar.pValue,
              pHolm: mcnemar.get(metric) ?? 1,
            },
    };
  });
}

function cellOf(
  { cell, file, facts, error }: MeasuredCell,
  measured: RunMetrics | null,
  definitions: readonly MetricDefinition[],
  against: (metric: string) => CellDifference | null,
): MatrixCell {
  const label = (dimension: Dimension): [Dimension, string] => [dimension, labelOf(cell.choice, dimension)];
  return {
    name: cell.name,
    file,
    choice: Object.fromEntries(DIMENSIONS.map(label)) as Record<Dimension, string>,
    questions: measured?.questions ?? 0,
    metrics: definitions.flatMap(({ name }) => {
      const value = measured?.overall.find((each) => each.name === name);
      return value === undefined ? [] : [{ ...value, against: against(name) }];
    }),
    error,
    ...facts,
  };
}
