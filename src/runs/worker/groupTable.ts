import { questionOfPrompt } from '../../core/records/promptQuestion.ts';
import type { Sample } from '../../core/records/sample.ts';
import { GrowingArray } from './growingArray.ts';
import { hashText } from './textDigest.ts';

/** Characters of a group's name. */
const NAME = 80;

/** A group, by what its samples have in common. */
interface LastGroup {
  readonly of: readonly (string | null)[];
  readonly step: number | null;
  /** Its hashes across steps and within its step. */
  readonly across: number;
  readonly within: number;
  readonly nameAcross: string;
  readonly name: string;
}

const areEqual = (some: readonly (string | null)[], others: readonly (string | null)[]): boolean =>
  some.length === others.length && some.every((each, at) => each === others[at]);

/** The groups of rows: the samples of one question within a step, and across steps. */
export class GroupTable {
  readonly #within = new Grouping();
  readonly #across = new Grouping();
  readonly #keys = new Set<string>();
  readonly #keysAcross = new Set<string>();
  readonly #known = new Set<number>();
  #revision = 0;
  /** The step of each row; NaN if it is not known. */
  readonly #steps = new GrowingArray((size) => new Float64Array(size));
  /** The last group: the samples of a question usually follow each other. */
  #last: LastGroup = { of: [], step: null, across: 0, within: 0, nameAcross: '', name: '' };

  /** Grows whenever the rows of a group change. */
  get revision(): number {
    return this.#revision;
  }

  /** Adds a row to the group of its sample, if it has one. */
  add(row: number, sample: Sample, step: number | null): void {
    this.#revision += 1;
    const { group, groupScope: scope = '', question, sentPrompt, reference, questionKeys } = sample;
    this.#steps.set(row, step ?? Number.NaN);
    if (step !== null) this.#known.add(step);
    if (group === null && question === null) {
      this.#within.set(row, null);
      this.#across.set(row, null);
      return;
    }
    // A name of one step says nothing of the same question in other steps.
    const isOfStep = step !== null && questionKeys !== undefined;
    const parts = [sentPrompt ?? question, reference];
    const of = group === null ? parts : isOfStep ? [group, scope, ...parts] : [group, scope, ''];
    let last = this.#last;
    if (last.step !== step || !areEqual(last.of, of)) {
      const asksFor = `?${sentPrompt ?? question ?? ''}\0${reference ?? ''}`;
      const hash = hashText(group === null ? asksFor : `:${group}\0${scope}`);
      const asked = questionOfPrompt(question ?? '');
      const name = beginningOf(group ?? asked);
      this.#last = last = {
        of,
        step,
        across: isOfStep ? hashText(asksFor) : hash,
        within: step === null ? hash : hashText(`${step}:${hash}`),
        nameAcross: isOfStep ? beginningOf(asked) : name,
        name,
      };
    }
    for (const each of sample.groupKeys) this.#keys.add(each);
    for (const each of isOfStep ? questionKeys : sample.groupKeys) this.#keysAcross.add(each);
    this.#across.set(row, last.across, last.nameAcross);
    this.#within.set(row, last.within, last.name);
  }

  /** Adds a row that belongs to no group. */
  addNone(row: number): void {
    this.#revision += 1;
    this.#steps.set(row, Number.NaN);
    this.#within.set(row, null);
    this.#across.set(row, null);
  }

  /** The keys of records that name the groups within steps, or across them. */
  keys(acrossSteps: boolean): readonly string[] {
    return [...(acrossSteps ? this.#keysAcross : this.#keys)];
  }

  /** Removes a row from its group, which may have no row then. */
  remove(row: number): void {
    this.#revision += 1;
    this.#within.set(row, null);
    this.#across.set(row, null);
  }

  /** The step of a row; null if it is not known. */
  step(row: number): number | null {
    const step = this.#steps.at(row);
    return Number.isNaN(step) ? null : step;
  }

  /** The number of steps, and the first and the last; null if none is known. */
  stepRange(): { readonly count: number; readonly first: number; readonly last: number } | null {
    const steps = [...this.#known];
    if (steps.length === 0) return null;
    const first = steps.reduce((least, step) => Math.min(least, step));
    return { count: steps.length, first, last: steps.reduce((most, step) => Math.max(most, step)) };
  }

  of(acrossSteps: boolean): Grouping {
    return acrossSteps ? this.#across : this.#within;
  }
}

/** The beginning of a text, which the index may have cut: what is long then ends in an ellipsis and a hash. */
function beginningOf(text: string): string {
  return text.slice(0, NAME).split('\u2026')[0] ?? '';
}

/** Groups by the hashes of what they have in common. They are numbered in the order in which they first occur. */
export class Grouping {
  readonly #ids = new Map<number, number>();
  readonly #hashes = new GrowingArray((size) => new Float64Array(size));
  readonly #names: string[] = [];
  readonly #first = new GrowingArray((size) => new Uint32Array(size));
  readonly #ofRow = new GrowingArray((size) => new Int32Array(size));
  /** The last group: the rows of a group usually follow each other. */
  #last = { hash: Number.NaN, id: -1 };

  /** The number of groups. */
  get count(): number {
    return this.#hashes.length;
  }

  /** The group of each row; -1 for none. */
  get ofRow(): Int32Array {
    return this.#ofRow.values;
  }

  set(row: number, hash: number | null, name = ''): void {
    if (hash === null) {
      this.#ofRow.set(row, -1);
      return;
    }
    if (hash === this.#last.hash) {
      this.#ofRow.set(row, this.#last.id);
      return;
    }
    let id = this.#ids.get(hash);
    if (id === undefined) {
      id = this.count;
      this.#ids.set(hash, id);
      this.#hashes.push(hash);
      this.#names.push(name);
      this.#first.push(row);
    }
    this.#last = { hash, id };
    this.#ofRow.set(row, id);
  }

  /** The first row of a group. */
  first(group: number): number {
    return this.#first.at(group);
  }

  /** The beginning of a group's name. */
  name(group: number): string {
    return this.#names[group] ?? '';
  }

  /** The key of a group, which is the same when the run is opened again. */
  key(group: number): string {
    return this.#hashes.at(group).toString(36);
  }

  /** The group with a key; -1 if there is none. */
  find(key: string): number {
    return this.#ids.get(Number.parseInt(key, 36)) ?? -1;
  }
}
