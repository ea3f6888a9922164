import { setImmediate } from 'node:timers/promises';
import type { BrokenReason } from '../../core/records/problemReason.ts';
import { RunColumns } from '../../core/summary/runColumns.ts';
import {
  withClaims,
  type SampleFacts,
  type SampleGroup,
  type SharedQuestion,
} from '../../core/summary/sampleFacts.ts';
import { summarize } from '../../core/summary/summarize.ts';
import type { RunOverview, RunOverviewOptions, RunProblem } from '../index/model.ts';
import type { GroupTable } from './groupTable.ts';
import type { RowTable } from './rowTable.ts';
import type { SourceFile } from './sourceFile.ts';

/** Rows between two pauses in which others are answered. */
const ROWS_AT_ONCE = 10_000;

/** The most problems that are listed. */
const MOST_PROBLEMS = 1000;

/** What a summary is made of. */
export interface SummarizedRun {
  readonly rows: RowTable;
  readonly files: readonly SourceFile[];
  /** The rows that the view leaves, in its order. */
  readonly matched: Uint32Array;
  /** The field whose numbers are compared within groups. */
  readonly compared: string;
  readonly profile: string | null;
}

/** The summary of a run. */
export async function summarizeRun(run: SummarizedRun, options: RunOverviewOptions): Promise<RunOverview> {
  const { rows, files, matched, compared, profile } = run;
  const columns = new RunColumns();
  let done = 0;
  for (const row of matched) {
    if (rows.reason(row) === null) columns.add(factsOf(rows, row));
    done += 1;
    if (done % ROWS_AT_ONCE === 0) await setImmediate();
  }
  const formats = new Map<string, number>();
  for (const { format } of files) if (format !== null) formats.set(format, (formats.get(format) ?? 0) + 1);
  const by = (reason: BrokenReason): number => rows.problems.get(reason) ?? 0;
  return {
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    formats,
    records: rows.records,
    failed: rows.problems.get('failed') ?? 0,
    broken: {
      json: by('json'),
      encoding: by('encoding'),
      no_response: by('no_response'),
      too_deep: by('too_deep'),
      too_long: by('too_long'),
    },
    problems: await problemsOf(rows, files),
    profile,
    matched: columns.rows,
    summary: summarize(columns, { ...options, compared }),
  };
}

/** What the columns know of a row. */
function factsOf(rows: RowTable, row: number): SampleFacts {
  const fields = new Map<string, number>();
  const paid: (readonly [string, number])[] = [];
  for (const name of rows.numbers.names) {
    const value = rows.numbers.find(name)?.at(row) ?? null;
    if (value === null) continue;
    if (name === 'reward' || name.startsWith('reward.')) paid.push([name, value]);
    else fields.set(name, value);
  }
  for (const [name, value] of paid) fields.set(name, value);
  const answer = rows.answers.at(row);
  const facts: SampleFacts = {
    step: rows.groups.step(row),
    group: groupOf(rows.groups, row),
    right: rows.isRight(row),
    fields,
    tools: rows.toolsOf(row),
    findings: rows.findingsOf(row),
    answer: answer === '' ? null : answer,
    finishReason: rows.finishReasons.at(row) || null,
  };
  const marks = rows.claims.marksOf(row);
  return marks === null ? facts : withClaims(facts, marks, rows.claims.numbersOf(row));
}

/** The group of a row within its step, and that of its question across steps; null if it has none. */
function groupOf(groups: GroupTable, row: number): SampleGroup | null {
  const [within, across] = [false, true].map((acrossSteps): SharedQuestion | null => {
    const grouping = groups.of(acrossSteps);
    const group = grouping.ofRow[row] ?? -1;
    if (group === -1) return null;
    return { key: grouping.key(group), name: grouping.name(group), keys: groups.keys(acrossSteps) };
  });
  return within == null || across == null ? null : { ...within, question: across };
}

/** The first problems of a run: whole files, and records in the order of their rows. */
async function problemsOf(rows: RowTable, files: readonly SourceFile[]): Promise<readonly RunProblem[]> {
  const problems: RunProblem[] = files.flatMap(({ path: file, problem }) =>
    problem === null ? [] : [{ file, line: null, reason: 'file', message: problem }],
  );
  if (rows.problems.size === 0) return problems;
  for (let row = 0; row < rows.count && problems.length < MOST_PROBLEMS; row += 1) {
    const reason = rows.reason(row);
    const place = reason === null ? null : rows.place(row);
    const file = place === null ? undefined : files[place.file];
    if (reason === null || place === null || file === undefined) continue;
    const found = await file.sampleAt(place).catch(() => null);
    const message = found !== null && 'problem' in found ? found.problem : '';
    problems.push({ file: file.path, line: found?.place?.line ?? place.line, reason, message });
  }
  return problems;
}
