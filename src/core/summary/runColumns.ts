import { answerNumber } from './answerNumber.ts';
import { NameLists } from './nameLists.ts';
import { NumberColumn } from './numberColumn.ts';
import type { SampleFacts, SampleGroup } from './sampleFacts.ts';

/** Characters of an answer, and of why a response ended, that are kept. */
const KEPT = 200;

/** The groups of a run, and to which of them each row belongs. */
export interface GroupColumn {
  /** The index of the group of each row; -1 for a row without one. */
  readonly ofRow: Int32Array;
  readonly groups: readonly RowGroup[];
}

/** A group of rows. */
export interface RowGroup {
  readonly name: string;
  /** Null if it is not known, and for a group across steps. */
  readonly step: number | null;
}

/** What is known of the samples of a run, in columns: a few numbers for each row, and no object. */
export class RunColumns {
  readonly steps = new NumberColumn();
  readonly fields = new Map<string, NumberColumn>();
  readonly tools = new NameLists();
  readonly findings = new NameLists();
  /** The marks of claims; a sample whose pages were not searched has none. */
  readonly claims = new NameLists();
  /** 1 for a right answer, 0 for a wrong one, -1 if nothing says it. */
  readonly #right = new Cells((size) => new Int8Array(size));
  readonly finishReasons = new DistinctTexts();
  readonly answers = new DistinctTexts();
  /** A number that tells answers apart; 0 for none. */
  readonly #answers = new Cells((size) => new Uint32Array(size));
  readonly #inStep = new Grouping();
  readonly #across = new Grouping();
  /** The group across steps of each key. */
  readonly #questions = new Map<string, number>();
  /** The group within a step of each group across steps. */
  readonly #questionsOfStep = new Map<number | null, Map<number | string, number>>();
  readonly #groupKeys = new Set<string>();
  readonly #questionKeys = new Set<string>();
  #rows = 0;

  /** The number of samples. */
  get rows(): number {
    return this.#rows;
  }

  /** Adds a sample, and returns its row. */
  add({ step, group, right, fields, tools, findings, answer, finishReason, claims }: SampleFacts): number {
    const row = this.#rows++;
    if (step !== null) this.steps.set(row, step);
    for (const [name, value] of fields) {
      let column = this.fields.get(name);
      if (column === undefined) this.fields.set(name, (column = new NumberColumn()));
      column.set(row, value);
    }
    this.tools.add(tools);
    this.findings.add(findings);
    this.claims.add(claims ?? []);
    this.#right.set(row, right === null ? -1 : Number(right));
    this.#answers.set(row, answer === null ? 0 : answerNumber(answer));
    this.answers.set(row, answer === null ? '' : answer.slice(0, KEPT));
    this.finishReasons.set(row, finishReason === null ? '' : finishReason.slice(0, KEPT));
    this.#addToGroup(row, group, step);
    return row;
  }

  #addToGroup(row: number, group: SampleGroup | null, step: number | null): void {
    if (group === null) {
      this.#across.skip(row);
      this.#inStep.skip(row);
      return;
    }
    const { key, name, keys } = group;
    const asked = step === null ? group : (group.question ?? group);
    for (const each of keys) this.#groupKeys.add(each);
    for (const each of asked.keys) this.#questionKeys.add(each);
    const question = this.#across.add(row, this.#questions, asked.key, { name: asked.name, step: null });
    // Numbers instead of keys of their own: keys are long, and a run can have as many groups as rows.
    let ofStep = this.#questionsOfStep.get(step);
    if (ofStep === undefined) this.#questionsOfStep.set(step, (ofStep = new Map<number | string, number>()));
    this.#inStep.add(row, ofStep, asked === group ? question : key, { name, step });
  }

  /** The groups of the samples: those of each step, or across steps. */
  groups(acrossSteps: boolean): GroupColumn {
    return (acrossSteps ? this.#across : this.#inStep).column(this.#rows);
  }

  /** The group of a row across steps; -1 if it has none. */
  questionOf(row: number): number {
    return row < this.#rows ? this.#across.of(row) : -1;
  }

  /** The keys of records that name the groups within steps, or across them. */
  groupKeys(acrossSteps: boolean): readonly string[] {
    return [...(acrossSteps ? this.#questionKeys : this.#groupKeys)];
  }

  /** Whether the answer of a row is right; null if nothing says it. */
  isRight(row: number): boolean | null {
    const right = this.#right.at(row);
    return right === -1 ? null : right === 1;
  }

  /** A number that is the same for the same answers of a group; 0 for none. */
  answerOf(row: number): number {
    return this.#answers.at(row);
  }
}

/** Numbers of rows in an array that grows. */
class Cells<A extends Int8Array | Int32Array | Uint32Array> {
  readonly #create: (size: number) => A;
  #cells: A;

  constructor(create: (size: number) => A) {
    this.#create = create;
    this.#cells = create(64);
  }

  set(row: number, value: number): void {
    if (row >= this.#cells.length) {
      const larger = this.#create(Math.max(row + 1, this.#cells.length * 2));
      larger.set(this.#cells);
      this.#cells = larger;
    }
    this.#cells[row] = value;
  }

  at(row: number): number {
    return this.#cells[row] ?? 0;
  }

  first(rows: number): A {
    return this.#cells.subarray(0, rows) as A;
  }
}

/** Texts of rows of which many are equal; empty for a row without one. */
class DistinctTexts {
  readonly #ids = new Map<string, number>([['', 0]]);
  readonly #texts: string[] = [''];
  readonly #ofRow = new Cells((size) => new Uint32Array(size));

  set(row: number, text: string): void {
    let id = this.#ids.get(text);
    if (id === undefined) {
      id = this.#texts.length;
      this.#ids.set(text, id);
      this.#texts.push(text);
    }
    this.#ofRow.set(row, id);
  }

  at(row: number): string {
    return this.#texts[this.#ofRow.at(row)] ?? '';
  }
}

/** Groups, and to which of them each row belongs. */
class Grouping {
  readonly #groups: RowGroup[] = [];
  readonly #ofRow = new Cells((size) => new Int32Array(size));

  /** Adds a row to the group that `ids` has for a key, or to a new one; returns the group. */
  add<Key>(row: number, ids: Map<Key, number>, key: Key, described: RowGroup): number {
    let id = ids.get(key);
    if (id === undefined) {
      id = this.#groups.length;
      ids.set(key, id);
      this.#groups.push(described);
    }
    this.#ofRow.set(row, id);
    return id;
  }

  /** Adds a row without a group. */
  skip(row: number): void {
    this.#ofRow.set(row, -1);
  }

  /** The group of a row. */
  of(row: number): number {
    return this.#ofRow.at(row);
  }

  column(rows: number): GroupColumn {
    return { ofRow: this.#ofRow.first(rows), groups: this.#groups };
  }
}
