import { CLAIM_FIELDS, COUNT_FIELDS, isAdvantage, WHAT_IF_FIELDS } from '../../core/filter/fields.ts';
import type { FilterAtom, FilterSubject } from '../../core/filter/model.ts';
import { compileNumberAtom } from '../../core/filter/numberAtom.ts';
import { testAtom } from '../../core/filter/testAtom.ts';
import { problemSubject } from '../scoring/filterSubjects.ts';
import type { GroupFacts } from './groupFacts.ts';
import type { NumberTable } from './numberTable.ts';
import type { RowTable } from './rowTable.ts';

/** What atoms are evaluated on. */
export interface AtomSource {
  readonly rows: RowTable;
  readonly groups: GroupFacts;
  readonly acrossSteps: boolean;
  /** The path of a file, by its number. */
  readonly pathOf: (file: number) => string;
}

/** Evaluates an atom whose data is in columns for every row: 1 where it holds. */
export function evaluateOnColumns(atom: FilterAtom, source: AtomSource): Uint8Array {
  // An advantage, and a number of a row that is compared with one of its group, is another for each row.
  const isOfRow = atom.kind === 'fields' || isAdvantage(atom.fields[0]?.name ?? '');
  if (atom.scope === 'group' && !isOfRow) return evaluateOnGroups(atom, source);
  return evaluateNumber(atom, source) ?? evaluateRows(atom, source);
}

/** Whether an atom that reads texts holds for a row without a sample, which has none. */
export function testProblem(atom: FilterAtom, row: number, { rows, pathOf }: AtomSource): boolean {
  const reason = rows.reason(row);
  return reason !== null && testAtom(atom, problemSubject(pathOf(rows.fileOf(row)), reason));
}

/** A comparison of one column, in a tight loop; null for other atoms. */
function evaluateNumber(atom: FilterAtom, { rows }: AtomSource): Uint8Array | null {
  const test = compileNumberAtom(atom);
  const name = atom.fields[0]?.name ?? '';
  // A record may have a number under the name of a count or an advantage, or of what is known of its claims.
  const isClaims = CLAIM_FIELDS.includes(name);
  const column = tableOf(name, rows).find(name);
  if (test === null || atom.fields.length !== 1 || column === undefined) return null;
  if (!isClaims && (COUNT_FIELDS.includes(name) || isAdvantage(name))) return null;
  const holds = new Uint8Array(rows.count);
  for (let row = 0; row < holds.length; row += 1) {
    const value = column.at(row);
    if (test(value ?? 0, value === null)) holds[row] = 1;
  }
  return holds;
}

/** Where the column of a number is. */
function tableOf(name: string, { numbers, claims, whatIf }: RowTable): NumberTable {
  if (CLAIM_FIELDS.includes(name)) return claims.numbers;
  return WHAT_IF_FIELDS.includes(name) ? whatIf.numbers : numbers;
}

function evaluateRows(atom: FilterAtom, source: AtomSource): Uint8Array {
  const { rows } = source;
  const subject = new RowSubject(source);
  const holds = new Uint8Array(rows.count);
  for (let row = 0; row < holds.length; row += 1) {
    subject.row = row;
    if (testAtom(atom, subject)) holds[row] = 1;
  }
  return holds;
}

/** Evaluates an atom once for each group. Rows without a group have none of its statistics. */
function evaluateOnGroups(atom: FilterAtom, source: AtomSource): Uint8Array {
  const { rows, acrossSteps } = source;
  const grouping = rows.groups.of(acrossSteps);
  const subject = new GroupSubject(source);
  const ofGroup = new Uint8Array(grouping.count);
  for (let group = 0; group < ofGroup.length; group += 1) {
    subject.index = group;
    if (testAtom(atom, subject)) ofGroup[group] = 1;
  }
  subject.index = -1;
  const without = testAtom(atom, subject) ? 1 : 0;
  return Uint8Array.from(grouping.ofRow, (group) => (group === -1 ? without : (ofGroup[group] ?? 0)));
}

/** A row as filters ask about it, without its texts. */
class RowSubject implements FilterSubject {
  row = 0;
  readonly #source: AtomSource;
  /** Statistics of groups: a group may have all rows of the run, so none is computed again for each of them. */
  readonly #ofGroups = new Map<string, number | string | null>();

  constructor(source: AtomSource) {
    this.#source = source;
  }

  number(field: string): number | null {
    const { rows } = this.#source;
    if (field === 'step') return rows.groups.step(this.row);
    if (CLAIM_FIELDS.includes(field)) return rows.claims.number(field, this.row);
    return tableOf(field, rows).find(field)?.at(this.row) ?? null;
  }

  text(field: string): string | null {
    const { rows, pathOf } = this.#source;
    if (field === 'file') return pathOf(rows.fileOf(this.row));
    if (field === 'problem') return rows.reason(this.row);
    if (field !== 'verdict') return null;
    const isRight = rows.isRight(this.row);
    return isRight === null ? null : isRight ? 'right' : 'wrong';
  }

  tools(): readonly string[] {
    return this.#source.rows.toolsOf(this.row);
  }

  findings(): readonly string[] {
    return this.#source.rows.findingsOf(this.row);
  }

  claims(): readonly string[] | null {
    return this.#source.rows.claims.marksOf(this.row);
  }

  group(field: string): number | string | null {
    const { rows, acrossSteps } = this.#source;
    const group = rows.groups.of(acrossSteps).ofRow[this.row] ?? -1;
    if (isAdvantage(field)) return this.#source.groups.advantage(this.row, acrossSteps, field);
    const key = `${field} ${group}`;
    let value = this.#ofGroups.get(key);
    if (value === undefined) this.#ofGroups.set(key, (value = groupValue(this.#source, group, field)));
    return value;
  }
}

/** A group as filters ask about it. */
class GroupSubject implements FilterSubject {
  index = -1;
  readonly #source: AtomSource;

  constructor(source: AtomSource) {
    this.#source = source;
  }

  number(): null {
    return null;
  }

  text(): null {
    return null;
  }

  tools(): readonly string[] {
    return [];
  }

  findings(): readonly string[] {
    return [];
  }

  claims(): null {
    return null;
  }

  group(field: string): number | string | null {
    return groupValue(this.#source, this.index, field);
  }
}

/** A statistic of a group, or its name; null for -1, which is no group. */
function groupValue(
  { rows, groups, acrossSteps }: AtomSource,
  group: number,
  field: string,
): number | string | null {
  if (group === -1) return null;
  if (field === 'name') return rows.groups.of(acrossSteps).name(group);
  return groups.numbers(`group.${field}`, acrossSteps)?.(group) ?? null;
}
