import type { TableGroups } from '../summary/sampleTable.ts';
import type { QuestionKey } from './questionKey.ts';

/** Questions of rows, and what each is recognized by. */
export interface KeyedQuestions {
  readonly groups: TableGroups;
  readonly keyOf: (question: number) => QuestionKey | null;
}

/**
 * Adds questions to groups: records of some evaluations have no question, so that their samples are in no group, but an id
 * that other runs have too. Such an id is a question; a sample without one stays in none.
 * @param rows the rows that count
 * @param keyOfRow what a row without a group is recognized by
 */
export function withQuestionsOfIds(
  { groups, keyOf }: KeyedQuestions,
  rows: Uint32Array,
  keyOfRow: (row: number) => QuestionKey | null,
): KeyedQuestions {
  const left = rows.filter((row) => (groups.ofRow[row] ?? -1) < 0);
  if (left.length === 0) return { groups, keyOf };
  const ofRow = Int32Array.from(groups.ofRow);
  const numbers = new Map<string, number>();
  const keys: QuestionKey[] = [];
  const names: string[] = [];
  for (const row of left) {
    const key = keyOfRow(row);
    if (key === null || key.id === null) continue;
    let own = numbers.get(key.id);
    if (own === undefined) {
      numbers.set(key.id, (own = keys.length));
      keys.push(key);
      names.push(key.id);
    }
    ofRow[row] = groups.count + own;
  }
  return {
    groups: {
      count: groups.count + keys.length,
      ofRow,
      name: (question) => names[question - groups.count] ?? groups.name(question),
    },
    keyOf: (question) => keys[question - groups.count] ?? keyOf(question),
  };
}
