import type { MetricDefinition } from '../runMetrics/model.ts';
import type { MetricSource } from '../runMetrics/metricSource.ts';
import type { NameColumn, SampleTable } from '../summary/sampleTable.ts';
import type { RunSide } from './compareRuns.ts';
import type { QuestionKey } from './questionKey.ts';
import { withQuestionsOfIds } from './questionsOfIds.ts';

/** Lists of names of samples, each different one once, and which of them each sample has. */
interface SideNames {
  readonly lists: readonly (readonly string[])[];
  readonly ofSample: Uint32Array;
}

/** A side of a comparison as plain data, to be sent to the thread that compares: its samples in columns. */
export interface SideColumns {
  readonly name: string;
  /** The row of each sample in its run. */
  readonly rows: Uint32Array;
  /** The question of each sample; -1 for none. */
  readonly questionOf: Int32Array;
  readonly questionNames: readonly string[];
  readonly keys: readonly (QuestionKey | null)[];
  /** A number that tells the answers of a question apart; 0 for none. */
  readonly answers: Uint32Array;
  /** The metrics that a sample has; NaN for a sample without one. */
  readonly metrics: readonly (MetricDefinition & {
    readonly scale: number;
    readonly values: Float64Array;
  })[];
  readonly tools: SideNames;
  readonly findings: SideNames;
}

/** What the columns of a side are collected from. */
export interface CollectedSide {
  readonly name: string;
  readonly table: SampleTable;
  /** Rows with a sample. */
  readonly rows: Uint32Array;
  readonly sources: readonly MetricSource[];
  /** The key of a question, as the groups across steps number them. */
  readonly keyOf: (question: number) => QuestionKey | null;
  /** The key of a row without a group. */
  readonly keyOfRow: (row: number) => QuestionKey | null;
}

/** Collects the columns of some rows. */
export function collectSide(side: CollectedSide): SideColumns {
  const { name, table, rows, sources, keyOfRow } = side;
  const { groups, keyOf } = withQuestionsOfIds(
    { groups: table.groups(true), keyOf: side.keyOf },
    rows,
    keyOfRow,
  );
  const numbers = new Map<number, number>();
  const questionOf = Int32Array.from(rows, (row) => {
    const group = groups.ofRow[row] ?? -1;
    if (group < 0) return -1;
    let question = numbers.get(group);
    if (question === undefined) numbers.set(group, (question = numbers.size));
    return question;
  });
  const asked = [...numbers.keys()];
  const metrics = sources.flatMap((source) => {
    const values = Float64Array.from(rows, (row) => source.at(row) ?? Number.NaN);
    if (values.every(Number.isNaN)) return [];
    const { name: metric, title, unit, description, better, scale = 1 } = source;
    return [{ name: metric, title, unit, description, better, scale, values }];
  });
  return {
    name,
    rows,
    questionOf,
    questionNames: asked.map((group) => groups.name(group)),
    keys: asked.map(keyOf),
    answers: Uint32Array.from(rows, (row) => table.answerOf(row)),
    metrics,
    tools: collectNames(table.tools, rows),
    findings: collectNames(table.findings, rows),
  };
}

function collectNames(column: NameColumn, rows: Uint32Array): SideNames {
  const ids = new Map<number, number>();
  const ofSample = Uint32Array.from(rows, (row) => {
    const list = column.listOf(row);
    let id = ids.get(list);
    if (id === undefined) ids.set(list, (id = ids.size));
    return id;
  });
  return { lists: [...ids.keys()].map((list) => column.namesOf(list)), ofSample };
}

/** The side that columns describe; its rows are the positions of their samples. */
export function sideOf(columns: SideColumns): RunSide {
  const { name, rows, questionOf, questionNames, keys, answers, metrics } = columns;
  const groups = {
    count: questionNames.length,
    ofRow: questionOf,
    name: (question: number) => questionNames[question] ?? '',
  };
  return {
    name,
    table: {
      count: rows.length,
      isSample: () => true,
      answerOf: (sample) => answers[sample] ?? 0,
      groups: () => groups,
      tools: namesOf(columns.tools),
      findings: namesOf(columns.findings),
    },
    rows: Uint32Array.from(rows, (_, sample) => sample),
    sources: metrics.map(({ values, ...definition }) => ({
      ...definition,
      at: (sample) => {
        const value = values[sample] ?? Number.NaN;
        return Number.isNaN(value) ? null : value;
      },
    })),
    keyOf: (question) => keys[question] ?? null,
  };
}

function namesOf({ lists, ofSample }: SideNames): NameColumn {
  return {
    lists: lists.length,
    listOf: (sample) => ofSample[sample] ?? 0,
    namesOf: (list) => lists[list] ?? [],
  };
}
