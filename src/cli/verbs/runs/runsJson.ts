import { createHash } from 'node:crypto';
import { groupStatistics } from '../../../core/groups/advantages.ts';
import { passAtK, reportedKs } from '../../../core/groups/passAtK.ts';
import type { Sample } from '../../../core/records/sample.ts';
import type { BrokenReason } from '../../../core/records/problemReason.ts';
import { majorityOf } from '../../../core/summary/groupMembers.ts';
import { GroupRows } from '../../../core/summary/groupRows.ts';
import type { RunColumns } from '../../../core/summary/runColumns.ts';
import type { SampleFacts } from '../../../core/summary/sampleFacts.ts';
import type { GroupsSummary, RunSummary } from '../../../core/summary/summarize.ts';
import type { Place } from '../../../runs/reading/inputs.ts';
import { numberJson } from '../../output/json.ts';

type Json = Readonly<Record<string, unknown>>;

/** What the records of some files consist of, beside their samples. */
export interface RunRecords {
  readonly files: number;
  readonly bytes: number;
  /** Files by the form of their records. */
  readonly formats: ReadonlyMap<string, number>;
  readonly records: number;
  readonly failed: number;
  readonly broken: Readonly<Record<BrokenReason, number>>;
  readonly problems: readonly RunProblem[];
}

/** A record without a sample, or a file that cannot be read. */
export interface RunProblem {
  readonly file: string;
  readonly line: number | null;
  /** The position of the record in the file, from 1, if others are on the same line; missing otherwise. */
  readonly item?: number;
  readonly reason: string;
  readonly message: string;
}

/** The JSON that media/schemas/runs.schema.json describes. */
export function runJson(
  records: RunRecords,
  summary: RunSummary,
  {
    profile,
    samples,
    matched,
    isGrounded,
    alerts,
  }: {
    readonly profile: string | null;
    readonly samples: number;
    /** The rows that the filter leaves: samples, and records without one. */
    readonly matched: number;
    readonly isGrounded: boolean;
    /** What a trainer would want to know of the run; null if that is not looked for. */
    readonly alerts: readonly Json[] | null;
  },
): Json {
  const { files, bytes, formats, failed, broken, problems } = records;
  const { steps, groups, fields, tools, findings, claims } = summary;
  return {
    files,
    bytes,
    formats: Object.fromEntries([...formats].sort(([a], [b]) => (a < b ? -1 : 1))),
    records: records.records,
    samples,
    failed,
    broken: { count: Object.values(broken).reduce((sum, each) => sum + each, 0), by: broken },
    steps,
    profile,
    matched,
    groups: groupsJson(groups),
    fields: Object.fromEntries(
      [...fields].map(([name, { notFinite, ...numbers }]) => [name, { ...numbers, not_finite: notFinite }]),
    ),
    tools,
    findings,
    ...(isGrounded ? { claims } : {}),
    ...(alerts === null ? {} : { alerts }),
    problems,
  };
}

function groupsJson(groups: GroupsSummary): Json {
  const { count, acrossSteps, key, sizes, zeroVariance, equalRewardsOtherComponents } = groups;
  return {
    count,
    across_steps: acrossSteps,
    key,
    sizes: Object.fromEntries(sizes),
    zero_variance: zeroVariance,
    equal_rewards_other_components: equalRewardsOtherComponents,
    all_right: groups.allRight,
    all_wrong: groups.allWrong,
    kept: { ...groups.filter, count: groups.kept },
  };
}

/** Each group with its statistics and advantages, in the order in which they first occurred. */
export function groupListJson(columns: RunColumns, compared: string, acrossSteps: boolean): readonly Json[] {
  const grouped = columns.groups(acrossSteps);
  const rows = new GroupRows(grouped.ofRow, grouped.groups.length);
  const scores = columns.fields.get(compared);
  return grouped.groups.map(({ name, step }, index) => {
    const own = rows.of(index);
    const numbers = Array.from(own, (row) => scores?.at(row) ?? null);
    const right = Array.from(own, (row) => columns.isRight(row));
    const head = {
      group: name,
      ...(step === null ? {} : { step }),
      n: own.length,
      right: right.filter((each) => each === true).length,
      wrong: right.filter((each) => each === false).length,
      ...passJson(right),
      ...agreementJson(columns, own),
    };
    if (!numbers.every((each) => each !== null && Number.isFinite(each)))
      return {
        ...head,
        mean: null,
        scores: numbers.map((each) => (each === null ? null : numberJson(each))),
      };
    const { mean, deviation, grpo, rloo } = groupStatistics(numbers.map(Number));
    return { ...head, mean, std: deviation, scores: numbers, grpo, rloo };
  });
}

/** Unbiased pass@k by k; nothing unless it is known of every sample whether it is right. */
function passJson(right: readonly (boolean | null)[]): Json {
  if (right.length === 0 || right.includes(null)) return {};
  const count = right.filter((each) => each === true).length;
  const { length: n } = right;
  return { pass_at: Object.fromEntries(reportedKs(n).map((k) => [k, passAtK(n, count, k)])) };
}

/** The share of samples that give the answer that most give; nothing if none gives one. */
function agreementJson(columns: RunColumns, rows: Uint32Array): Json {
  const majority = majorityOf(columns, rows);
  return majority === null ? {} : { agreement: majority.count / rows.length };
}

/** The keys of a sample as `--rows` prints it, in order. */
export const ROW_KEYS = [
  'file',
  'line',
  'sample',
  'step',
  'id',
  'group',
  'question',
  'reference',
  'response',
  'response_sha256',
  'score',
  'fields',
] as const;

/** A sample as `--rows` prints it. */
export function rowJson(place: Place, sample: Sample, facts: SampleFacts): Json {
  const { response } = sample;
  return {
    file: place.file,
    line: place.line,
    sample: place.sample,
    step: sample.step,
    id: sample.id,
    group: facts.group?.name ?? null,
    question: sample.question,
    reference: sample.reference,
    response,
    response_sha256: createHash('sha256').update(response, 'utf8').digest('hex'),
    score: sample.score === null ? null : numberJson(sample.score),
    fields: Object.fromEntries([...facts.fields].map(([name, value]) => [name, numberJson(value)])),
  };
}
