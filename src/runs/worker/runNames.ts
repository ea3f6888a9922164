import { namesIn, type DistinctColumn } from './distinctColumn.ts';
import type { RowTable } from './rowTable.ts';

/** A name, and how many samples have it; null if they were not counted. */
export interface NamedCount {
  readonly name: string;
  readonly samples: number | null;
}

/** The names that occur in a run, the most frequent first. What scoring finds out grows until everything is scored. */
export interface RunNames {
  /** Keys of records that hold texts. */
  readonly texts: readonly string[];
  readonly tools: readonly NamedCount[];
  readonly findings: readonly NamedCount[];
  /** By field: `finish`, `file`, `step`, `problem`, and the keys of texts. */
  readonly values: ReadonlyMap<string, readonly NamedCount[]>;
}

/** The most values of a column that are named. */
const MOST_VALUES = 1000;

/** The names that occur in a run. */
function runNames(rows: RowTable, paths: readonly string[]): RunNames {
  const values = new Map<string, readonly NamedCount[]>();
  const add = (field: string, counts: ReadonlyMap<string, number>): void => {
    if (counts.size > 0) values.set(field, mostFrequent(counts));
  };
  const steps = new Map<string, number>();
  const files = new Map<string, number>();
  const problems = new Map<string, number>();
  for (let row = 0; row < rows.count; row += 1) {
    const reason = rows.reason(row);
    if (reason !== null) count(problems, reason, 1);
    const step = rows.groups.step(row);
    if (step !== null) count(steps, String(step), 1);
    count(files, nameOfPath(paths[rows.fileOf(row)] ?? ''), 1);
  }
  add('finish', textCounts(rows.finishReasons, rows.count));
  add('problem', problems);
  add('file', files);
  // In their order, which says more than how large they are.
  if (steps.size > 0)
    values.set(
      'step',
      countsOf(steps)
        .sort((a, b) => Number(a.name) - Number(b.name))
        .slice(0, MOST_VALUES),
    );
  for (const name of rows.textKeys.names)
    values.set(
      name,
      rows.textKeys.valuesOf(name).map((each) => ({ name: each, samples: null })),
    );
  return {
    texts: rows.textKeys.names,
    tools: mostFrequent(listCounts(rows.tools, rows.count)),
    findings: mostFrequent(listCounts(rows.findings, rows.count)),
    values,
  };
}

/** The names that occur in a run, found again when its rows have changed. */
export class KnownNames {
  readonly #rows: RowTable;
  readonly #paths: () => readonly string[];
  #known: { readonly revision: number; readonly names: RunNames } | null = null;

  /** @param paths of the files of the run */
  constructor(rows: RowTable, paths: () => readonly string[]) {
    this.#rows = rows;
    this.#paths = paths;
  }

  get names(): RunNames {
    const { revision } = this.#rows;
    if (this.#known?.revision !== revision)
      this.#known = { revision, names: runNames(this.#rows, this.#paths()) };
    return this.#known.names;
  }
}

/** The names of the tools that a run calls. */
export function toolNames({ tools, count: all }: Pick<RowTable, 'tools' | 'count'>): readonly string[] {
  return [...listCounts(tools, all).keys()];
}

const nameOfPath = (path: string): string => path.replace(/^.*[/\\]/, '');

function count(counts: Map<string, number>, name: string, by: number): void {
  counts.set(name, (counts.get(name) ?? 0) + by);
}

/** In how many rows each text of a column is. */
function textCounts(column: DistinctColumn, rows: number): Map<string, number> {
  const ofText = new Uint32Array(column.texts.length);
  for (let row = 0; row < rows; row += 1) {
    const id = column.idOf(row);
    ofText[id] = (ofText[id] ?? 0) + 1;
  }
  const counts = new Map<string, number>();
  column.texts.forEach((text, id) => {
    if (text !== '' && (ofText[id] ?? 0) > 0) counts.set(text, ofText[id] ?? 0);
  });
  return counts;
}

/** In how many rows each name of the lists of a column is. */
function listCounts(column: DistinctColumn, rows: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [text, samples] of textCounts(column, rows))
    for (const name of new Set(namesIn(text))) count(counts, name, samples);
  return counts;
}

const countsOf = (counts: ReadonlyMap<string, number>): NamedCount[] =>
  Array.from(counts, ([name, samples]) => ({ name, samples }));

function mostFrequent(counts: ReadonlyMap<string, number>): readonly NamedCount[] {
  return countsOf(counts)
    .sort((a, b) => (b.samples ?? 0) - (a.samples ?? 0) || (a.name < b.name ? -1 : 1))
    .slice(0, MOST_VALUES);
}
