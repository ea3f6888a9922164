import type { OnlineFilter } from '../../../core/groups/advantages.ts';
import type { ComparedAnswer } from '../../../core/metrics/answerMetrics.ts';
import { refinementMetrics } from '../../../core/metrics/refinementMetrics.ts';
import type { FieldSummary } from '../../../core/summary/fieldSummary.ts';
import { scoreGroup, type GroupsSummary, type ScoreGroup } from '../../../runs/statistics/groups.ts';
import type { MissingScores } from '../../../runs/statistics/missingScores.ts';
import type { OtherRecord } from '../../../runs/statistics/otherRecords.ts';
import type { RecordFacts, RunStatistics } from '../../../runs/statistics/runStatistics.ts';
import type { StepStatistics } from '../../../runs/statistics/stepStatistics.ts';
import { numberJson, placeJson } from '../../output/json.ts';
import { recordedJson } from '../../output/recordedComparison.ts';

type Json = Readonly<Record<string, unknown>>;

/** The JSON that media/schemas/stats.schema.json describes. */
export function statisticsJson(statistics: RunStatistics): Json {
  const { samples, unreadable, profiles, reported, python, columns, missing, recorded } = statistics;
  const { format, raises, defaults, deductions, tools, steps, groups, answers, refinement } = statistics;
  const formats = format.valid + format.invalid;
  const fields = (of: ReadonlyMap<string, FieldSummary>): Json =>
    Object.fromEntries([...of].map(([field, numbers]) => [field, fieldJson(numbers, samples)]));
  return {
    samples,
    unreadable,
    profiles,
    reported: fields(reported),
    ...(python.size === 0 ? {} : { python: fields(python) }),
    ...(missing === null ? {} : { without_score: missingJson(missing) }),
    ...(recorded === null ? {} : { recorded_score: recordedJson(recorded) }),
    ...(columns.size === 0 ? {} : { columns: fields(columns) }),
    ...(formats === 0 ? {} : { format: { ...format, rate: format.valid / formats } }),
    raises: Object.fromEntries(raises),
    defaults: Object.fromEntries(defaults),
    deductions: deductions.map(({ name, count, samples: having, paid }) => ({
      code: name,
      count,
      samples: having,
      paid: Number(paid.toFixed(6)),
    })),
    tools: tools.map(({ name, count, samples: having }) => ({ name, calls: count, samples: having })),
    ...(steps.length === 0 ? {} : { steps: steps.map(stepJson) }),
    ...(groups === null ? {} : { groups: groupsJson(groups) }),
    ...(answers === null ? {} : { answers }),
    ...(refinement === null ? {} : { refinement }),
  };
}

/** @param samples all samples, so that those without the field are counted too */
function fieldJson({ notFinite, ...numbers }: FieldSummary, samples: number): Json {
  const missing = samples - numbers.count - notFinite;
  return {
    ...numbers,
    ...(notFinite === 0 ? {} : { not_finite: notFinite }),
    ...(missing === 0 ? {} : { missing }),
  };
}

function missingJson({ count, needs, raises, unscored, pythonFailed, notApplicable }: MissingScores): Json {
  return {
    count,
    ...(needs.size === 0 ? {} : { needs: Object.fromEntries(needs) }),
    ...(raises.size === 0 ? {} : { raises: Object.fromEntries(raises) }),
    ...(unscored === 0 ? {} : { no_profile: unscored }),
    ...(notApplicable === 0 ? {} : { python_not_applicable: notApplicable }),
    ...(pythonFailed === 0 ? {} : { python_failed: pythonFailed }),
  };
}

/** One training step. */
export function stepJson({ step, samples, field, recorded, groups }: StepStatistics): Json {
  const none = { count: 0, mean: null, std: null, min: null, max: null, notFinite: 0 };
  return {
    step,
    samples,
    ...fieldJson(field ?? none, samples),
    ...(recorded === null ? {} : { recorded_mean: recorded.mean, recorded_count: recorded.count }),
    ...(groups === null ? {} : { groups: groupsJson(groups) }),
  };
}

function groupsJson({ meanDeviation, solvedNone, solvedAll, ...summary }: GroupsSummary): Json {
  return { ...summary, solved_none: solvedNone, solved_all: solvedAll, mean_std: meanDeviation };
}

/** A group with its name. */
export function groupJson(group: ScoreGroup): Json {
  const step = group.step === null ? {} : { step: group.step };
  return { group: group.name, ...step, ...groupNumbersJson(group) };
}

/** A group's statistics under the references' names; only its size if a score is not known. */
function groupNumbersJson({ scores, statistics }: Pick<ScoreGroup, 'scores' | 'statistics'>): Json {
  if (statistics === null) return { n: scores.length, mean: null };
  const { mean, deviation, grpo, rloo, isKept } = statistics;
  return {
    n: scores.length,
    scores: scores.map((score) => (score === null ? null : numberJson(score))),
    mean: numberJson(mean),
    std: numberJson(deviation),
    grpo: grpo.map(numberJson),
    rloo: rloo.map(numberJson),
    keep: isKept,
  };
}

/** The row of a record, with its own metrics. */
export function factsJson(facts: RecordFacts, filter: OnlineFilter): Json {
  const place = placeJson(facts.place);
  switch (facts.kind) {
    case 'unreadable':
      return { ...place, error: facts.problem };
    case 'other':
      return { ...place, ...otherRecordJson(facts.other, filter) };
    case 'sample': {
      const { sample, answer } = facts;
      return {
        ...place,
        ...(sample.id === null ? {} : { id: sample.id }),
        ...(sample.step === null ? {} : { step: sample.step }),
        ...(answer === null ? {} : answerJson(answer)),
      };
    }
  }
}

/** The metrics of a record without a response, under the references' names. */
export function otherRecordJson(other: OtherRecord, filter: OnlineFilter): Json {
  switch (other.kind) {
    case 'answer':
      return answerJson(other.answer);
    case 'scores':
      return groupNumbersJson(scoreGroup({ name: '', step: null, scores: other.scores }, filter));
    case 'refinements': {
      const metrics: Readonly<Record<string, number>> = { ...refinementMetrics(other.items) };
      return Object.fromEntries(Object.entries(metrics).map(([key, value]) => [key, numberJson(value)]));
    }
  }
}

/** How an answer compares with its references, and whether the images are sufficient if the record says so. */
function answerJson({ sufficient, ...metrics }: ComparedAnswer): Json {
  return sufficient === null ? metrics : { ...metrics, sufficient };
}
