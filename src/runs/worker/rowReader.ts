import { sentenceOf } from '../../core/sentenceOf.ts';
import { oneLine } from '../../core/oneLine.ts';
import type { Sample } from '../../core/records/sample.ts';
import { GOLD_NUMBERS, SEARCHED_NUMBERS } from '../../core/summary/sampleFacts.ts';
import type { GroupRow, ProblemRow, RunLimits, SampleRow } from '../index/model.ts';
import type { GroupFacts } from './groupFacts.ts';
import type { Place } from '../reading/inputs.ts';
import type { RowTable } from './rowTable.ts';
import { cutText, rowTexts, type RowTexts } from './rowTexts.ts';
import type { SourceFile } from './sourceFile.ts';
import type { ViewEntry } from './viewOrder.ts';

/** Characters of a group's name. */
const NAME = 80;

/** What is kept of a row; `place` if only the reader of its file knows all of it. */
type Kept = ({ readonly texts: RowTexts } | Pick<ProblemRow, 'reason' | 'problem' | 'partial'>) & {
  readonly place?: Place | undefined;
};

/** Where rows come from. */
export interface RowSource {
  readonly fileOf: (index: number) => SourceFile | undefined;
  /** Completes the columns of a row that is looked at before it was scored. */
  readonly score: (row: number, file: SourceFile, sample: Sample) => Promise<void>;
}

/** Reads rows from their files when they are looked at, and keeps the last ones. */
export class RowReader {
  readonly #rows: RowTable;
  readonly #limits: RunLimits;
  readonly #source: RowSource;
  readonly #kept = new Map<number, Kept>();

  constructor(rows: RowTable, limits: RunLimits, source: RowSource) {
    this.#rows = rows;
    this.#limits = limits;
    this.#source = source;
  }

  /** The row of a sample or problem. A file that cannot be read any longer makes it a problem. */
  async row(row: number, groups: GroupFacts, acrossSteps: boolean): Promise<SampleRow | ProblemRow> {
    const kept = await this.#read(row);
    const place = kept.place ?? this.#placeOf(row);
    if (!('texts' in kept)) {
      const { reason, problem, partial } = kept;
      return { kind: 'problem', row, place, reason, problem, partial };
    }
    const { numbers, claims, whatIf } = this.#rows;
    const { isSearched } = claims;
    const grouping = this.#rows.groups.of(acrossSteps);
    const group = grouping.ofRow[row] ?? -1;
    const fields: Record<string, number> = {};
    const components: { readonly name: string; readonly paid: number }[] = [];
    for (const name of numbers.names) {
      const value = numbers.find(name)?.at(row) ?? null;
      if (value === null || (isSearched && SEARCHED_NUMBERS.includes(name))) continue;
      if (name.startsWith('reward.')) components.push({ name: name.slice('reward.'.length), paid: value });
      else if (!['score', 'length', 'reward'].includes(name)) fields[name] = value;
    }
    for (const name of whatIf.numbers.names) {
      const value = whatIf.numbers.find(name)?.at(row) ?? null;
      if (value !== null) fields[name] = value;
    }
    for (const name of isSearched ? GOLD_NUMBERS : []) {
      const value = claims.number(name, row);
      if (value !== null) fields[name] = value;
    }
    return {
      kind: 'sample',
      row,
      place,
      ...kept.texts.shown,
      // As the head of its group counts it.
      verdict: verdictOf(this.#rows.isRight(row)),
      reward: numbers.find('reward')?.at(row) ?? null,
      components,
      score: numbers.find('score')?.at(row) ?? null,
      advantage: groups.advantage(row, acrossSteps, 'advantage'),
      rloo: groups.advantage(row, acrossSteps, 'rloo'),
      findings: this.#rows.findingsOf(row),
      tools: this.#rows.toolsOf(row),
      step: this.#rows.groups.step(row),
      group: group === -1 ? null : grouping.key(group),
      groupName: group === -1 ? null : await this.#nameOf(grouping.first(group)),
      placeInGroup: group === -1 ? null : groups.placeOf(row, group, acrossSteps),
      fields,
      texts: kept.texts.ofRecord,
      claims: claims.countsOf(row),
      grounded: claims.number('grounded', row),
      isScored: this.#rows.isScored(row),
    };
  }

  /** The head of a group. */
  async head(
    { group, matched }: Extract<ViewEntry, { readonly kind: 'group' }>,
    groups: GroupFacts,
    acrossSteps: boolean,
    isCollapsed: boolean,
  ): Promise<GroupRow> {
    const grouping = this.#rows.groups.of(acrossSteps);
    const first = grouping.first(group);
    const kept = await this.#read(first);
    const texts = 'texts' in kept ? kept.texts : null;
    return {
      kind: 'group',
      key: grouping.key(group),
      name: await this.#nameOf(first),
      question: texts?.shown.question ?? null,
      reference: texts?.shown.reference ?? null,
      step: acrossSteps ? null : this.#rows.groups.step(first),
      isCollapsed,
      matched,
      ...groups.head(group, acrossSteps),
    };
  }

  /** The name of the group of a row: its record's own, or its question. */
  async #nameOf(row: number): Promise<string> {
    const kept = await this.#read(row);
    return 'texts' in kept ? oneLine(kept.texts.namedGroup ?? kept.texts.shown.question ?? '', NAME) : '';
  }

  #placeOf(row: number): SampleRow['place'] {
    const place = this.#rows.place(row);
    const file = place === null ? undefined : this.#source.fileOf(place.file);
    return place === null || file === undefined ? NO_PLACE : file.placeOf(place);
  }

  async #read(row: number): Promise<Kept> {
    const before = this.#kept.get(row);
    if (before !== undefined) return before;
    const kept = await this.#readFile(row);
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size >= this.#limits.keptRows) this.#kept.delete(oldest);
    this.#kept.set(row, kept);
    return kept;
  }

  async #readFile(row: number): Promise<Kept> {
    const place = this.#rows.place(row);
    const file = place === null ? undefined : this.#source.fileOf(place.file);
    if (place === null || file === undefined) return problemOf('');
    try {
      const found = await file.sampleAt(place, this.#limits.longestUnasked);
      const { place: at } = found;
      if ('problem' in found) {
        const { reason, problem, partial = null } = found;
        const { shownPartial } = this.#limits;
        return { reason, problem, partial: partial && cutText(partial, shownPartial), place: at };
      }
      if (!this.#rows.isScored(row)) await this.#source.score(row, file, found.sample);
      return { texts: rowTexts(found.sample, found.format, this.#limits.shownText), place: at };
    } catch (error) {
      return problemOf(sentenceOf(error));
    }
  }
}

/** What is kept of a row that cannot be read any longer. */
const problemOf = (problem: string): Kept => ({ reason: 'no_response', problem, partial: null });

const verdictOf = (right: boolean | null): SampleRow['verdict'] =>
  right === null ? 'unknown' : right ? 'right' : 'wrong';

const NO_PLACE: Place = { file: '', line: null, bytes: null, sample: null };
