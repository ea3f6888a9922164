import { groupSpread, keepsGroup, type OnlineFilter } from '../groups/advantages.ts';
import { summarizeNumbers, type FieldSummary } from './fieldSummary.ts';
import { isComponent } from './groupFigures.ts';
import { areEqual, differsWithin, knownNumbers } from './groupMembers.ts';
import { GroupRows } from './groupRows.ts';
import type { RunColumns } from './runColumns.ts';

/** Statistics of the groups of a run. */
export interface GroupsSummary {
  readonly count: number;
  /** How many groups there are if the samples of a question count as one group in all steps. */
  readonly acrossSteps: number;
  /** The keys of records that name a group, `step` first if steps are known. */
  readonly key: readonly string[];
  /** How many groups there are of each size, the smallest first. */
  readonly sizes: ReadonlyMap<number, number>;
  /** Groups of at least two samples whose scores are all the same, so that no advantage tells them apart. */
  readonly zeroVariance: number;
  /** Those of them whose samples differ in another number of the reward. */
  readonly equalRewardsOtherComponents: number;
  readonly allRight: number;
  readonly allWrong: number;
  readonly filter: OnlineFilter;
  /** Groups whose mean the filter keeps. */
  readonly kept: number;
}

/** What a run consists of, apart from its records. */
export interface RunSummary {
  readonly samples: number;
  readonly steps: { readonly count: number; readonly first: number | null; readonly last: number | null };
  readonly groups: GroupsSummary;
  readonly fields: ReadonlyMap<string, FieldSummary>;
  readonly tools: readonly { readonly name: string; readonly calls: number; readonly samples: number }[];
  readonly findings: readonly { readonly code: string; readonly samples: number }[];
  /** The marks of claims, the most frequent first. */
  readonly claims: readonly { readonly mark: string; readonly claims: number; readonly samples: number }[];
}

/** What groups are made of and compared by. */
export interface SummaryOptions {
  /** The field whose numbers are compared within groups. */
  readonly compared: string;
  /** Whether the samples of a question are one group in all steps. */
  readonly acrossSteps: boolean;
  readonly filter: OnlineFilter;
}

/** The summary of all samples. */
export function summarize(columns: RunColumns, options: SummaryOptions): RunSummary {
  const { values: steps } = columns.steps.finite();
  const distinct = new Set(steps).size;
  return {
    samples: columns.rows,
    steps: {
      count: distinct,
      first: distinct === 0 ? null : steps.reduce((least, step) => Math.min(least, step)),
      last: distinct === 0 ? null : steps.reduce((most, step) => Math.max(most, step)),
    },
    groups: summarizeGroups(columns, options, distinct > 0),
    fields: new Map(
      [...columns.fields].map(([name, column]) => {
        const { values, notFinite } = column.finite();
        return [name, summarizeNumbers(values, notFinite)];
      }),
    ),
    tools: columns.tools.counts().map(({ name, count, rows }) => ({ name, calls: count, samples: rows })),
    findings: columns.findings.counts().map(({ name, rows }) => ({ code: name, samples: rows })),
    claims: columns.claims
      .counts()
      .map(({ name, count, rows }) => ({ mark: name, claims: count, samples: rows })),
  };
}

function summarizeGroups(
  columns: RunColumns,
  { compared, acrossSteps, filter }: SummaryOptions,
  hasSteps: boolean,
): GroupsSummary {
  const { ofRow, groups } = columns.groups(acrossSteps);
  const rows = new GroupRows(ofRow, groups.length);
  const scores = columns.fields.get(compared);
  const components = [...columns.fields].flatMap(([name, column]) =>
    isComponent(name, compared) ? [column] : [],
  );
  const sizes = new Map<number, number>();
  const counts = { zeroVariance: 0, equalRewardsOtherComponents: 0, allRight: 0, allWrong: 0, kept: 0 };
  for (let group = 0; group < rows.count; group += 1) {
    const own = rows.of(group);
    sizes.set(own.length, (sizes.get(own.length) ?? 0) + 1);
    if (own.every((row) => columns.isRight(row) === true)) counts.allRight += 1;
    if (own.every((row) => columns.isRight(row) === false)) counts.allWrong += 1;
    const known = knownNumbers(scores, own);
    if (known === null) continue;
    if (keepsGroup(groupSpread(known), filter)) counts.kept += 1;
    if (own.length < 2 || !areEqual(known)) continue;
    counts.zeroVariance += 1;
    if (components.some((column) => differsWithin(column, own))) counts.equalRewardsOtherComponents += 1;
  }
  return {
    count: rows.count,
    acrossSteps: columns.groups(true).groups.length,
    key: [...(hasSteps && !acrossSteps ? ['step'] : []), ...columns.groupKeys(acrossSteps)],
    sizes: new Map([...sizes].sort(([a], [b]) => a - b)),
    ...counts,
    filter,
  };
}
