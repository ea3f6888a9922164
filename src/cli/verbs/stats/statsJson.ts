import type { OnlineFilter } from '../../../core/groups/advantages.ts';
import type { ComparedAnswer } from '../../../core/metrics/answerMetrics.ts';
import { refinementMetrics } from '../../../core/metrics/refinementMetrics.ts';
import type { FieldStatistics } from '../../../runs/statistics/fieldStatistics.ts';
import { scoreGroup, type GroupsSummary, type ScoreGroup } from '../../../runs/statistics/groups.ts';
import type { OtherRecord } from '../../../runs/statistics/otherRecords.ts';
import type { RecordFacts, RunStatistics } from '../../../runs/statistics/runStatistics.ts';
import { numberJson, placeJson } from '../../output/json.ts';

type Json = Readonly<Record<string, unknown>>;

/** The JSON that media/schemas/stats.schema.json describes. */
export function statisticsJson(statistics: RunStatistics): Json {
  const { samples, unreadable, profiles, reported, format, raises, defaults } = statistics;
  const { deductions, tools, groups, answers, refinement } = statistics;
  const formats = format.valid + format.invalid;
  return {
    samples,
    unreadable,
    profiles,
    reported: Object.fromEntries([...reported].map(([field, numbers]) => [field, fieldJson(numbers)])),
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
    ...(groups === null ? {} : { groups: groupsJson(groups) }),
    ...(answers === null ? {} : { answers }),
    ...(refinement === null ? {} : { refinement }),
  };
}

function fieldJson({ notFinite, ...numbers }: FieldStatistics): Json {
  return { ...numbers, ...(notFinite === 0 ? {} : { not_finite: notFinite }) };
}

function groupsJson({ meanDeviation, ...summary }: GroupsSummary): Json {
  return { ...summary, mean_std: meanDeviation };
}

/** A group with its name. */
export function groupJson(group: ScoreGroup): Json {
  return { group: group.name, ...groupNumbersJson(group) };
}

/** A group's statistics under the references' names; only its size if a score is not known. */
function groupNumbersJson({ scores, statistics }: ScoreGroup): Json {
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
      return groupNumbersJson(scoreGroup('', other.scores, filter));
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
