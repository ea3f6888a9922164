import type { CellDifference, CellMetric, Matrix, MatrixCell } from './matrix.ts';

type Json = Readonly<Record<string, unknown>>;

/** A matrix as `sweep.json` has it (media/schemas/sweep-matrix.schema.json). */
export function matrixJson(matrix: Matrix): Json {
  const { sweep, dataset, baseline, seed, rounds, permutations, level, definitions, cells } = matrix;
  return {
    pagetrace_sweep: 1,
    sweep,
    dataset,
    baseline,
    correction: 'holm',
    seed,
    rounds,
    permutations,
    level,
    definitions,
    cells: cells.map(cellJson),
  };
}

function cellJson(cell: MatrixCell): Json {
  return {
    name: cell.name,
    file: cell.file,
    choice: cell.choice,
    error: cell.error,
    rewards: cell.rewards,
    questions: cell.questions,
    samples: cell.samples,
    failed: cell.failed,
    passed: cell.passed,
    decided: cell.decided,
    prompt_tokens: cell.promptTokens,
    completion_tokens: cell.completionTokens,
    seconds: cell.seconds,
    metrics: Object.fromEntries(cell.metrics.map((metric) => [metric.name, metricJson(metric)])),
  };
}

function metricJson({ value, low, high, samples, questions, against }: CellMetric): Json {
  return {
    value,
    low,
    high,
    samples,
    questions,
    against_baseline: against === null ? null : differenceJson(against),
  };
}

function differenceJson({ difference, low, high, questions, p, pHolm, mcnemar }: CellDifference): Json {
  return {
    difference,
    low,
    high,
    questions,
    p,
    p_holm: pHolm,
    mcnemar:
      mcnemar === null
        ? null
        : { gained: mcnemar.gained, lost: mcnemar.lost, p: mcnemar.p, p_holm: mcnemar.pHolm },
  };
}
