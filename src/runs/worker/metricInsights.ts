import { setImmediate } from 'node:timers/promises';
import v8 from 'node:v8';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../../core/errors.ts';
import {
  compareInSteps,
  DEFAULT_COMPARISON,
  type RunSide,
  type RunsInMetrics,
} from '../../core/runComparison/compareRuns.ts';
import { listQuestions, questionsWith, type ComparedSides } from '../../core/runComparison/listQuestions.ts';
import type {
  ComparisonAnswer,
  ComparisonQuestion,
  ListedOutcome,
  ListedQuestions,
} from '../../core/runComparison/model.ts';
import type { QuestionKey } from '../../core/runComparison/questionKey.ts';
import { collectSide, sideOf, type SideColumns } from '../../core/runComparison/sideColumns.ts';
import {
  countBuckets,
  DEFAULT_BOOTSTRAP,
  listValues,
  measureInSteps,
  MOST_BUCKETS,
  type BucketColumn,
} from '../../core/runMetrics/measureRun.ts';
import { metricSources } from '../../core/runMetrics/metricSources.ts';
import type {
  FieldValuesAnswer,
  MeasuredPart,
  MetricsAnswer,
  MetricsQuestion,
} from '../../core/runMetrics/model.ts';
import type { ComparedParts, PackedSide, SideAnswer } from '../index/comparedSides.ts';
import type { RowColumns } from './rowColumns.ts';
import { readRows, type ReadableRows } from './rowPass.ts';
import type { RowTable } from './rowTable.ts';
import { isOfTable, RunMeter } from './runMeter.ts';

/** The most values of a field that can be chosen from. */
const MOST_VALUES = 10_000;

/** The most names of questions that only one run has. */
const MOST_NAMES = 200;

/** What metrics are made from. */
export interface MetricSourceOfRun {
  readonly source: {
    readonly rows: Pick<RowTable, 'isScored'>;
    /** How rows are read again. */
    readonly readable: () => ReadableRows;
    /** Runs something with the scoring threads stopped. */
    readonly beforeScoring: <Value>(run: () => Promise<Value>) => Promise<Value>;
  };
  readonly table: RowColumns;
  /** The rows that the filter leaves, and what grows when they or their numbers change. */
  readonly looked: { readonly version: string; readonly rows: Uint32Array };
}

/** The samples of a run that have a value in a field. */
interface Part {
  readonly field: string;
  readonly value: string;
}

/** The samples that are measured: those that the filter leaves and that are scored. */
interface Measurable {
  readonly rows: Uint32Array;
  readonly part: MeasuredPart;
}

/** Measures a run, and compares it with another one or parts of it with each other. */
export class MetricInsights {
  readonly #run: MetricSourceOfRun;
  readonly #meter: RunMeter;
  /** What the questions are recognized by, as far as it was read. */
  readonly #keys = new Map<number, QuestionKey | null>();
  /** What the rows are recognized by that are in no group. */
  readonly #keysOfRows = new Map<number, QuestionKey | null>();
  #metrics: { readonly of: string; readonly answer: MetricsAnswer } | null = null;
  #packed: { readonly of: string; readonly answer: SideAnswer } | null = null;
  /** The last comparison, in all metrics. */
  #compared: {
    readonly of: string;
    readonly part: MeasuredPart;
    readonly runs: RunsInMetrics;
    readonly base: SideColumns;
    readonly run: SideColumns;
    readonly sides: readonly [base: RunSide, run: RunSide];
  } | null = null;
  /** What its measure says, and the questions that were listed by it. */
  #listed: {
    readonly measure: string | null;
    readonly sides: ComparedSides;
    readonly lists: Map<ListedOutcome, Uint32Array>;
  } | null = null;

  constructor(run: MetricSourceOfRun) {
    this.#run = run;
    this.#meter = new RunMeter(run.table);
  }

  /** The values of a field among the rows that the filter leaves; how far they are read, if that takes a while. */
  async fieldValues(field: string, signal: AbortSignal): Promise<FieldValuesAnswer> {
    if (isOfTable(field)) {
      const { table, looked } = this.#run;
      const rows = looked.rows.filter((row) => table.isSample(row));
      return { measured: rows.length, of: rows.length, unscored: 0, values: this.#values(field, rows) };
    }
    const { rows, part } = await this.#measure([field], signal);
    return { ...part, values: part.measured < part.of ? null : this.#values(field, rows) };
  }

  /** @throws PageTraceError `bad-input` for a field with too many values */
  #values(field: string, rows: Uint32Array): FieldValuesAnswer['values'] {
    const values = listValues(this.#meter.bucket(field), rows);
    if (values.length > MOST_VALUES) throw tooManyValues(field, MOST_VALUES);
    return values;
  }

  /** The metrics of the rows that the filter leaves; how far they are read, if that takes a while. */
  async metrics({ by, seed, rounds }: MetricsQuestion, signal: AbortSignal): Promise<MetricsAnswer> {
    const { version } = this.#run.looked;
    const of = JSON.stringify([version, by, seed, rounds]);
    if (this.#metrics?.of === of) return this.#metrics.answer;
    const { rows, part } = await this.#measure(by, signal);
    if (part.measured < part.of) return { ...part, metrics: null };
    const buckets = by.map((field) => this.#meter.bucket(field));
    for (const bucket of buckets) requireFew(bucket, rows);
    const measuring = measureInSteps(
      { table: this.#run.table, rows, sources: this.#sources(), by: buckets },
      { ...DEFAULT_BOOTSTRAP, seed, rounds },
    );
    const answer = { ...part, metrics: await inBetween(measuring, signal) };
    this.#metrics = { of, answer };
    return answer;
  }

  /** The rows as a side of a comparison, to be sent to the thread of another run. */
  async side(name: string, signal: AbortSignal): Promise<SideAnswer> {
    const of = JSON.stringify([this.#run.looked.version, name]);
    if (this.#packed?.of === of) return this.#packed.answer;
    const { side, part } = await this.#side(name, null, signal);
    const answer = { ...part, side: side === null ? null : pack(side) };
    if (side !== null) this.#packed = { of, answer };
    return answer;
  }

  /** Compares the run with another one, or a part of it with another part. */
  async compare(
    { measure, seed, rounds }: ComparisonQuestion,
    { with: compared, names }: ComparedParts,
    signal: AbortSignal,
  ): Promise<ComparisonAnswer> {
    const isOther = 'packed' in compared;
    const parts = isOther ? compared.packed.mark : compared;
    const of = JSON.stringify([this.#run.looked.version, seed, rounds, names, parts]);
    if (this.#compared?.of !== of) {
      const part = (at: 0 | 1): Part | null =>
        isOther ? null : { field: compared.field, value: compared.values[at] };
      const run = await this.#side(names[1], part(1), signal);
      const base = isOther
        ? { side: unpack(compared.packed), part: run.part }
        : await this.#side(names[0], part(0), signal);
      if (run.side === null || base.side === null)
        return { ...run.part, comparison: null, onlyInBase: [], onlyInRun: [] };
      const [baseSide, runSide] = [sideOf(base.side), sideOf(run.side)];
      const comparing = compareInSteps(baseSide, runSide, { ...DEFAULT_COMPARISON, seed, rounds });
      const runs = await inBetween(comparing, signal);
      this.#compared = {
        of,
        part: run.part,
        runs,
        base: base.side,
        run: run.side,
        sides: [baseSide, runSide],
      };
      this.#listed = null;
    }
    const { part, runs, base, run, sides } = this.#compared;
    if (this.#listed === null || this.#listed.measure !== measure) {
      const by = { base: sides[0], run: sides[1], runs: runs.by(measure) };
      this.#listed = { measure, sides: by, lists: new Map() };
    }
    const { sides: decided } = this.#listed;
    return {
      ...part,
      comparison: decided.runs.comparison,
      onlyInBase: onlyIn('base', base, decided),
      onlyInRun: onlyIn('run', run, decided),
    };
  }

  /** Some of the questions of the last comparison. */
  questions(outcome: ListedOutcome, start: number, count: number): ListedQuestions {
    if (this.#compared === null || this.#listed === null) return { count: 0, questions: [] };
    const { base, run } = this.#compared;
    const { sides, lists } = this.#listed;
    let found = lists.get(outcome);
    if (found === undefined) lists.set(outcome, (found = questionsWith(outcome, sides)));
    const listed = listQuestions(found, start, count, sides);
    return {
      count: listed.count,
      questions: listed.questions.map((question) => ({
        ...question,
        baseRow: base.rows[question.baseRow] ?? 0,
        runRow: run.rows[question.runRow] ?? 0,
      })),
    };
  }

  #sources() {
    return metricSources({ table: this.#run.table, measures: this.#meter.measures });
  }

  /** Reads samples that were not measured yet, for about as long as a person waits for a sign of progress. */
  async #measure(by: readonly string[], signal: AbortSignal): Promise<Measurable> {
    const { source, table, looked } = this.#run;
    const samples = looked.rows.filter((row) => table.isSample(row));
    const rows = samples.filter((row) => source.rows.isScored(row));
    await this.#meter.read(source, rows, by);
    signal.throwIfAborted();
    const measured = rows.length - this.#meter.missing(rows, by).length;
    return { rows, part: { measured, of: rows.length, unscored: samples.length - rows.length } };
  }

  async #side(
    name: string,
    of: Part | null,
    signal: AbortSignal,
  ): Promise<{ readonly side: SideColumns | null; readonly part: MeasuredPart }> {
    const { table } = this.#run;
    const { rows, part } = await this.#measure(of === null ? [] : [of.field], signal);
    if (part.measured < part.of) return { side: null, part };
    const bucket = of === null ? null : this.#meter.bucket(of.field);
    const own = of === null ? rows : rows.filter((row) => bucket?.valuesOf(row).includes(of.value) === true);
    await this.#readKeys(own, signal);
    const side = collectSide({
      name,
      table,
      rows: own,
      sources: this.#sources(),
      keyOf: (question) => this.#keys.get(question) ?? null,
      keyOfRow: (row) => this.#keysOfRows.get(row) ?? null,
    });
    return { side, part };
  }

  /**
   * Reads what the questions of rows are recognized by: the first row of each question that is not known yet, and each row
   * without a group.
   */
  async #readKeys(rows: Uint32Array, signal: AbortSignal): Promise<void> {
    const { source, table } = this.#run;
    const { ofRow } = table.groups(true);
    const firsts: number[] = [];
    const seen = new Set<number>();
    for (const row of rows) {
      const question = ofRow[row] ?? -1;
      if (question < 0) {
        if (!this.#keysOfRows.has(row)) firsts.push(row);
        continue;
      }
      if (seen.has(question) || this.#keys.has(question)) continue;
      seen.add(question);
      firsts.push(row);
    }
    if (firsts.length === 0) return;
    await source.beforeScoring(() =>
      readRows(source.readable(), 'questions', {}, Uint32Array.from(firsts), signal, (of, keys) => {
        of.forEach((row, position) => {
          const question = ofRow[row] ?? -1;
          const key = keys?.[position] ?? null;
          if (question < 0) this.#keysOfRows.set(row, key);
          else this.#keys.set(question, key);
        });
      }),
    );
    signal.throwIfAborted();
  }
}

/** Computes something in steps, between which rows that a person scrolls to are answered. */
async function inBetween<Value>(steps: Generator<undefined, Value>, signal: AbortSignal): Promise<Value> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await setImmediate();
    signal.throwIfAborted();
  }
}

/** @throws PageTraceError `bad-input` for a field with too many values */
function requireFew(bucket: BucketColumn, rows: Uint32Array): void {
  if (countBuckets(bucket, rows) > MOST_BUCKETS) throw tooManyValues(bucket.field, MOST_BUCKETS);
}

function tooManyValues(field: string, most: number): PageTraceError {
  return new PageTraceError('bad-input', t('The field {0} has more than {1} values.', field, most), {
    hint: t('Choose one with fewer, such as a kind of question.'),
  });
}

/** Grows with every side that is packed, so that the same one is recognized. */
let packed = 0;

/** A side in one array, which goes from one thread to another without being read in between. */
function pack(side: SideColumns): PackedSide {
  return { bytes: new Uint8Array(v8.serialize(side)), mark: ++packed };
}

const unpack = ({ bytes }: PackedSide): SideColumns => v8.deserialize(bytes) as SideColumns;

/** The names of the first questions of a side that the other one does not have. */
function onlyIn(side: 'base' | 'run', columns: SideColumns, { runs }: ComparedSides): readonly string[] {
  const shared = new Set<number>();
  for (let question = 0; question < runs.questions.count; question += 1)
    for (const sample of runs.questions.rowsOf(side, question)) shared.add(columns.questionOf[sample] ?? -1);
  const names: string[] = [];
  for (const [question, name] of columns.questionNames.entries()) {
    if (names.length === MOST_NAMES) break;
    if (!shared.has(question)) names.push(name);
  }
  return names;
}
