import { clearTimeout, setTimeout } from 'node:timers';
import { setTimeout as delay } from 'node:timers/promises';
import type { BucketColumn } from '../../core/runMetrics/measureRun.ts';
import { MeasureColumns } from '../../core/runMetrics/measureColumns.ts';
import type { SampleTable } from '../../core/summary/sampleTable.ts';
import { DistinctColumn, namesIn } from './distinctColumn.ts';
import { GrowingArray } from './growingArray.ts';
import { readRows, type ReadableRows } from './rowPass.ts';
import type { RowTable } from './rowTable.ts';
import type { MeasuredBlock } from './scoringCalls.ts';

/** How rows are read again, before anything is scored. */
interface ReadAgain {
  readonly readable: () => ReadableRows;
  readonly beforeScoring: <Value>(run: () => Promise<Value>) => Promise<Value>;
}

/** Rows that are being read. */
interface Pass {
  readonly fields: readonly string[];
  readonly rows: GrowingArray<Uint8Array>;
  readonly controller: AbortController;
  readonly done: Promise<unknown>;
}

/** The values of a field of the records, as far as rows were read. */
class FieldValues {
  readonly values = new DistinctColumn();
  readonly isRead = new GrowingArray((size) => new Uint8Array(size));
}

/** Measures the texts and records of rows, each once, and keeps what it found in columns. */
export class RunMeter {
  readonly measures = new MeasureColumns();
  readonly #table: SampleTable;
  readonly #isMeasured = new GrowingArray((size) => new Uint8Array(size));
  readonly #fields = new Map<string, FieldValues>();
  /** What a person said of rows when rows were read last. */
  #persons: RowTable['persons'] = new Map();
  #pass: Pass | null = null;
  #idle: NodeJS.Timeout | null = null;

  constructor(table: SampleTable) {
    this.#table = table;
  }

  /** The rows of some that have to be read before they are measured, and the values of fields are known. */
  missing(rows: Uint32Array, by: readonly string[]): Uint32Array {
    const fields = by.filter((field) => !isOfTable(field)).map((field) => this.#field(field).isRead);
    return rows.filter(
      (row) => this.#isMeasured.at(row) === 0 || fields.some((isRead) => isRead.at(row) === 0),
    );
  }

  /**
   * Reads what is missing of some rows. It answers when that is done, or after a while: reading goes on then, as long as
   * someone asks again.
   */
  async read(run: ReadAgain, rows: Uint32Array, by: readonly string[]): Promise<void> {
    const readable = run.readable();
    const isOld = this.#forgetJudged(readable.rows.persons);
    const missing = this.missing(rows, by);
    if (missing.length === 0) return;
    const { measuringTime, measuringPatience } = readable.data.limits;
    const fields = by.filter((field) => !isOfTable(field));
    const running = this.#pass;
    const isUnderWay =
      running !== null &&
      !isOld &&
      fields.every((field) => running.fields.includes(field)) &&
      missing.every((row) => running.rows.at(row) === 1);
    if (!isUnderWay) running?.controller.abort();
    const pass = isUnderWay ? running : this.#begin(run, readable, missing, fields);
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      pass.controller.abort();
    }, measuringPatience).unref();
    await Promise.race([pass.done, delay(measuringTime, null, { ref: false })]);
  }

  /** Forgets what was measured of rows of which a person says something else by now. Returns whether there are any. */
  #forgetJudged(persons: RowTable['persons']): boolean {
    const judged = [...new Set([...this.#persons.keys(), ...persons.keys()])];
    const changed = judged.filter((row) => this.#persons.get(row) !== persons.get(row));
    for (const row of changed) {
      this.#isMeasured.set(row, 0);
      for (const { isRead } of this.#fields.values()) isRead.set(row, 0);
    }
    this.#persons = new Map(persons);
    return changed.length > 0;
  }

  #begin(run: ReadAgain, readable: ReadableRows, rows: Uint32Array, fields: readonly string[]): Pass {
    const controller = new AbortController();
    const pending = new GrowingArray((size) => new Uint8Array(size));
    for (const row of rows) pending.set(row, 1);
    const profiles = new Map<string, string>();
    for (const row of rows) {
      const file = readable.sourceOf(readable.rows.fileOf(row));
      if (file?.profile != null) profiles.set(file.path, file.profile);
    }
    const reading = run.beforeScoring(() =>
      readRows(readable, 'measure', { by: fields, profiles }, rows, controller.signal, (of, block) => {
        this.#take(readable, of, fields, block);
      }),
    );
    const pass: Pass = {
      fields,
      rows: pending,
      controller,
      done: reading.finally(() => {
        if (this.#pass === pass) this.#pass = null;
      }),
    };
    // Whoever asks sees how far it came.
    pass.done.catch(() => undefined);
    this.#pass = pass;
    return pass;
  }

  /** A field as a column of buckets. */
  bucket(field: string): BucketColumn {
    const { tools, findings } = this.#table;
    const numbers = this.#table.numbers(field);
    const { values } = this.#field(field);
    const valuesOf = (row: number): readonly string[] => {
      switch (field) {
        case 'step':
          return textOf(this.#table.step(row));
        case 'tool':
          return [...new Set(tools.namesOf(tools.listOf(row)))];
        case 'finding':
          return findings.namesOf(findings.listOf(row));
        default: {
          const own = namesIn(values.at(row));
          return own.length > 0 ? own : textOf(numbers?.at(row) ?? null);
        }
      }
    };
    return { field, valuesOf };
  }

  #take(run: ReadableRows, rows: Uint32Array, fields: readonly string[], block: MeasuredBlock | null): void {
    rows.forEach((row, position) => {
      // What a profile pays is measured once it is known which one scores.
      if (run.sourceOf(run.rows.fileOf(row))?.profile !== undefined) this.#isMeasured.set(row, 1);
      for (const { name, values } of block?.measures ?? []) {
        const value = values[position] ?? Number.NaN;
        this.measures.setNumber(name, row, Number.isNaN(value) ? null : value);
      }
      fields.forEach((field, at) => {
        const { values, isRead } = this.#field(field);
        const { texts, ofRow } = block?.by[at] ?? { texts: [], ofRow: [] };
        values.set(row, texts[ofRow[position] ?? 0] ?? '');
        isRead.set(row, 1);
      });
    });
  }

  #field(field: string): FieldValues {
    let known = this.#fields.get(field);
    if (known === undefined) this.#fields.set(field, (known = new FieldValues()));
    return known;
  }
}

/** A number as the value of a field; none if it is not known. */
const textOf = (number: number | null): readonly string[] =>
  number === null || !Number.isFinite(number) ? [] : [String(number)];

/** Whether the columns of the run have all values of a field. */
export const isOfTable = (field: string): boolean =>
  field === 'step' || field === 'tool' || field === 'finding';
