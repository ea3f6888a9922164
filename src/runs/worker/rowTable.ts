import type { ProblemReason } from '../../core/records/problemReason.ts';
import type { Sample } from '../../core/records/sample.ts';
import type { Verdict } from '../../core/rewards/model.ts';
import { NumberColumn } from '../../core/summary/numberColumn.ts';
import type { SampleFacts } from '../../core/summary/sampleFacts.ts';
import type { ByteRange } from '../reading/pieces.ts';
import { isRight, visitNumbers } from '../scoring/sampleFacts.ts';
import { answerText, keptAnswerNumber } from './answerText.ts';
import { ClaimColumns } from './claimColumns.ts';
import { DistinctColumn, namesIn, NAME_SEPARATOR } from './distinctColumn.ts';
import { GroupTable } from './groupTable.ts';
import { NumberTable } from './numberTable.ts';
import { RowCells } from './rowCells.ts';
import { QuestionKeys } from './questionKeys.ts';
import type { ScoredBlock } from './scoringCalls.ts';
import { TextKeys } from './textKeys.ts';
import { WhatIfColumns } from './whatIfColumns.ts';

/** What is in a row: 0 for a sample, otherwise why there is none. */
const REASONS: readonly (ProblemReason | null)[] = [
  null,
  'json',
  'encoding',
  'no_response',
  'too_deep',
  'too_long',
  'failed',
];

/** Characters of a text that rows are sorted by. */
const SORTED = 64;

/** Where the record of a row is. */
export interface RowPlace {
  /** The index of its file. */
  readonly file: number;
  readonly line: number | null;
  readonly bytes: ByteRange | null;
  /** Which sample of a record with several samples, from 1; null for the only one. */
  readonly sample: number | null;
  /** The position of the item in its file, from 0, if it has no place in bytes; otherwise null. */
  readonly item: number | null;
}

/** The places and numbers of all rows, in columns. A row is a sample, or a record without one. */
export class RowTable {
  readonly #cells = new RowCells();
  readonly tools = new DistinctColumn();
  readonly findings = new DistinctColumn();
  readonly answers = new DistinctColumn();
  readonly references = new DistinctColumn();
  readonly finishReasons = new DistinctColumn();
  readonly groups = new GroupTable();
  readonly textKeys = new TextKeys();
  readonly numbers = new NumberTable();
  readonly claims = new ClaimColumns();
  readonly whatIf = new WhatIfColumns();
  readonly questions = new QuestionKeys();
  readonly #persons = new Map<number, Verdict>();
  /** Rows without a sample, by reason. */
  readonly problems = new Map<ProblemReason, number>();
  #records = 0;
  #scoredCount = 0;
  #revision = 0;

  /** The number of rows. */
  get count(): number {
    return this.#cells.count;
  }

  /** Samples whose columns are complete. */
  get scored(): number {
    return this.#scoredCount;
  }

  /** Grows with every change, so that what was computed from the columns is known to be old. */
  get revision(): number {
    return this.#revision;
  }

  /** The number of records: some have several rows. */
  get records(): number {
    return this.#records;
  }

  get samples(): number {
    let count = this.count;
    for (const problems of this.problems.values()) count -= problems;
    return count;
  }

  /** Counts a record whose samples earlier rows are, from `first` on, and gives them its numbers. */
  addJoined(first: number, samples: readonly Sample[]): void {
    this.#revision += 1;
    this.#records += 1;
    samples.forEach(({ columns }, index) => {
      for (const name in columns) this.numbers.column(name).set(first + index, columns[name] ?? Number.NaN);
    });
  }

  /** Adds the row of a record without a sample, or of one that a record with several samples has lost. */
  addProblem(place: RowPlace, reason: ProblemReason): void {
    const row = this.#add(place, REASONS.indexOf(reason), null);
    this.groups.addNone(row);
    this.problems.set(reason, (this.problems.get(reason) ?? 0) + 1);
  }

  /**
   * Adds the row of a sample, and returns its number.
   * @param step of the file, for records that do not say it
   */
  addSample(place: RowPlace, sample: Sample, step: number | null): number {
    const row = this.#add(place, 0, isRight(sample));
    this.groups.add(row, sample, sample.step ?? step);
    this.textKeys.look(sample);
    this.questions.set(row, sample);
    if (sample.reference !== null) this.references.set(row, sample.reference.slice(0, SORTED));
    if (sample.finishReason !== null) this.finishReasons.set(row, sample.finishReason.slice(0, SORTED));
    visitNumbers(sample, (name, value) => {
      this.numbers.column(name).set(row, value);
    });
    return row;
  }

  #add({ file, line, bytes, sample, item }: RowPlace, reason: number, isRight: boolean | null): number {
    this.#revision += 1;
    if (sample === null || sample === 1) this.#records += 1;
    return this.#cells.push({
      file,
      // Positions of items are negative: -1 is the first one.
      start: bytes?.start ?? -1 - (item ?? 0),
      length: bytes?.length ?? 0,
      line: line ?? 0,
      sample: sample ?? 0,
      reason,
      right: isRight === null ? -1 : Number(isRight),
    });
  }

  /** Where a row is; null if there is no such row. */
  place(row: number): RowPlace | null {
    if (!Number.isInteger(row) || row < 0 || row >= this.count) return null;
    const start = this.#cells.start(row);
    const line = this.#cells.line(row);
    const sample = this.#cells.sample(row);
    return {
      file: this.#cells.file(row),
      line: line === 0 ? null : line,
      bytes: start < 0 ? null : { start, length: this.#cells.length(row) },
      sample: sample === 0 ? null : sample,
      item: start < 0 ? -1 - start : null,
    };
  }

  /** The index of the file of a row. */
  fileOf(row: number): number {
    return this.#cells.file(row);
  }

  /** Why a row has no sample; null if it has one. */
  reason(row: number): ProblemReason | null {
    return REASONS[this.#cells.reason(row)] ?? null;
  }

  /** Whether the answer of a row is right; null if nothing says it. */
  isRight(row: number): boolean | null {
    const right = this.#cells.right(row);
    return right === -1 ? null : right === 1;
  }

  /** A number that is the same for answers that count as the same; 0 for none, and before the row is scored. */
  answerOf(row: number): number {
    return keptAnswerNumber(this.answers.at(row));
  }

  /** Whether the columns of a row are complete. */
  isScored(row: number): boolean {
    return this.#cells.isScored(row);
  }

  /** The names of the tools that a row calls, in order; none before it is scored. */
  toolsOf(row: number): readonly string[] {
    return namesIn(this.tools.at(row));
  }

  /** The codes of the findings of a row, each once; none before it is scored. */
  findingsOf(row: number): readonly string[] {
    return namesIn(this.findings.at(row));
  }

  /** What a person said of rows, in place of what their records say. */
  get persons(): ReadonlyMap<number, Verdict> {
    return this.#persons;
  }

  /**
   * Shows what a person said of a row.
   * @param said the sample with it; as its record has it if the person has taken it back
   */
  setPerson(row: number, verdict: Verdict, said: Sample): void {
    this.#revision += 1;
    if (verdict === 'unknown') this.#persons.delete(row);
    else this.#persons.set(row, verdict);
    const right = isRight(said);
    this.#cells.setRight(row, right === null ? -1 : Number(right));
    for (const name of ['person', 'passed']) {
      const value = said.columns[name];
      if (value === undefined) this.numbers.find(name)?.clear(row);
      else this.numbers.column(name).set(row, value);
    }
  }

  /** Completes the columns of a row with what was found out about its response. */
  setFacts(row: number, { fields, tools, findings, answer }: SampleFacts): void {
    if (this.reason(row) !== null) return;
    this.#revision += 1;
    if (this.isScored(row)) this.#clearReward(row);
    for (const [name, value] of fields) this.numbers.column(name).set(row, value);
    this.tools.set(row, tools.join(NAME_SEPARATOR));
    this.findings.set(row, findings.join(NAME_SEPARATOR));
    this.answers.set(row, answerText(answer));
    this.#setScored(row);
  }

  /** Completes the columns of rows that follow each other. */
  setBlock(
    first: number,
    { count, reasons, unscored, numbers, tools, findings, answers }: ScoredBlock,
  ): void {
    this.#revision += 1;
    for (const { name, values } of numbers) {
      const column = this.numbers.column(name);
      const sent = new NumberColumn(values, values.length);
      for (let position = 0; position < values.length; position += 1) {
        const value = sent.at(position);
        if (value !== null) column.set(first + position, value);
      }
    }
    this.tools.setAll(first, tools);
    this.findings.setAll(first, findings);
    this.answers.setAll(first, answers);
    for (const [position, reason] of reasons) this.setProblem(first + position, reason);
    const without = new Set(unscored);
    for (let position = 0; position < count; position += 1)
      if (!without.has(position)) this.#setScored(first + position);
  }

  /** Sets the columns `whatif.reward` and so on, instead of those before. */
  setWhatIf(numbers: NumberTable): void {
    this.#revision += 1;
    this.whatIf.numbers = numbers;
  }

  /** Makes a row that seemed to have a sample one of a record without a sample. */
  setProblem(row: number, reason: ProblemReason): void {
    if (this.reason(row) !== null) return;
    this.#revision += 1;
    this.#cells.setReason(row, REASONS.indexOf(reason));
    this.#cells.setRight(row, -1);
    this.numbers.clear(row);
    this.claims.clear(row);
    this.groups.remove(row);
    this.problems.set(reason, (this.problems.get(reason) ?? 0) + 1);
  }

  /** Removes what a profile paid for a row before. */
  #clearReward(row: number): void {
    for (const name of this.numbers.names)
      if (name === 'reward' || name.startsWith('reward.')) this.numbers.find(name)?.clear(row);
  }

  #setScored(row: number): void {
    if (this.reason(row) !== null || this.#cells.isScored(row)) return;
    this.#cells.setScored(row);
    this.#scoredCount += 1;
  }

  /** The positions in the files, by which rows have an order if files have grown. */
  get order(): { readonly files: Uint32Array; readonly starts: Float64Array } {
    return this.#cells.order;
  }
}
