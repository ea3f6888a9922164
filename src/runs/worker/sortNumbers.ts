import { isAdvantage, WHAT_IF_FIELDS } from '../../core/filter/fields.ts';
import type { RunSort } from '../index/model.ts';
import type { DistinctColumn } from './distinctColumn.ts';
import type { GroupFacts } from './groupFacts.ts';
import type { RowTable } from './rowTable.ts';

/** What rows and groups are sorted by. */
export interface SortNumbers {
  /** Null for a column that only groups have: rows keep their order. */
  readonly ofRow: ((row: number) => number | null) | null;
  /** Null for the mean of the rows. */
  readonly ofGroup: ((group: number) => number | null) | null;
}

/** The numbers of a column that rows or groups are sorted by; null if there is no such column. */
export function sortNumbers(
  rows: RowTable,
  groups: GroupFacts,
  { column }: RunSort,
  acrossSteps: boolean,
): SortNumbers | null {
  if (isAdvantage(column))
    return {
      ofRow: (row) => groups.advantage(row, acrossSteps, column),
      // The mean of all advantages of a group is 0.
      ofGroup: (group) => groups.numbers('group.std', acrossSteps)?.(group) ?? null,
    };
  const ofRow = rowNumbers(rows, column, acrossSteps);
  if (ofRow !== null) return { ofRow, ofGroup: null };
  const ofGroup = groups.numbers(column, acrossSteps);
  return ofGroup === null ? null : { ofRow: null, ofGroup };
}

/** Columns that a run may have later, when it is scored. */
const COMING = /^(?:reward(?:\..+)?|score|length)$/;

/** The most texts that are sorted as people do, which takes a microsecond for each comparison. */
const MOST_COLLATED = 20_000;

const byText = new Intl.Collator('en', { numeric: true });

/** The places of texts in their order; those that are equal have the same one. */
function ranksOf(texts: readonly string[]): Float64Array {
  const distinct = [...new Set(texts)];
  const sorted =
    distinct.length > MOST_COLLATED
      ? distinct.sort()
      : distinct.sort((one, other) => byText.compare(one, other));
  const ranks = new Map(sorted.map((text, rank) => [text, rank]));
  return Float64Array.from(texts, (text) => ranks.get(text) ?? 0);
}

/** The place of the text of each row; null for none. */
function textNumbers(column: DistinctColumn): (row: number) => number | null {
  const ranks = ranksOf(column.texts);
  return (row) => {
    const id = column.idOf(row);
    return id === 0 ? null : (ranks[id] ?? null);
  };
}

function rowNumbers(
  rows: RowTable,
  column: string,
  acrossSteps: boolean,
): ((row: number) => number | null) | null {
  switch (column) {
    case 'step':
      return (row) => rows.groups.step(row);
    case 'verdict':
      return (row) => {
        const isRight = rows.isRight(row);
        return isRight === null ? null : Number(isRight);
      };
    case 'group': {
      const { ofRow } = rows.groups.of(acrossSteps);
      return (row) => {
        const group = ofRow[row] ?? -1;
        return group === -1 ? null : group;
      };
    }
    case 'question': {
      const grouping = rows.groups.of(true);
      const ranks = ranksOf(Array.from({ length: grouping.count }, (_, group) => grouping.name(group)));
      return (row) => {
        const group = grouping.ofRow[row] ?? -1;
        return group === -1 ? null : (ranks[group] ?? null);
      };
    }
    case 'answer':
      return textNumbers(rows.answers);
    case 'reference':
      return textNumbers(rows.references);
    case 'finish':
      return textNumbers(rows.finishReasons);
    case 'tools':
      return textNumbers(rows.tools);
    case 'findings':
      return textNumbers(rows.findings);
    case 'claims':
    case 'grounded':
    case 'gold_claims':
    case 'gold_seen':
      if (rows.claims.isSearched) return (row) => rows.claims.number(column, row);
      return recordNumbers(rows, column);
    default:
      if (COMING.test(column)) return (row) => rows.numbers.find(column)?.at(row) ?? null;
      return recordNumbers(rows, column);
  }
}

/** A number of the records, or of a what-if; null if none has it. */
function recordNumbers(rows: RowTable, column: string): ((row: number) => number | null) | null {
  const numbers = (WHAT_IF_FIELDS.includes(column) ? rows.whatIf.numbers : rows.numbers).find(column);
  return numbers === undefined ? null : (row) => numbers.at(row);
}
