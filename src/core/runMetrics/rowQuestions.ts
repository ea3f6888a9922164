import type { SampleTable } from '../summary/sampleTable.ts';

/** Rows, and the question that each of them belongs to. */
export interface RowQuestions {
  readonly rows: Uint32Array;
  /** The question of each of these rows, from 0, in the order in which they first occur. */
  readonly ofRow: Uint32Array;
  readonly count: number;
}

/** The questions of some rows: their groups across steps. A row without a group is a question of its own. */
export function questionsOf(table: Pick<SampleTable, 'groups'>, rows: Uint32Array): RowQuestions {
  const groups = table.groups(true);
  const questions = new Int32Array(groups.count).fill(-1);
  const ofRow = new Uint32Array(rows.length);
  let count = 0;
  for (let index = 0; index < rows.length; index += 1) {
    const group = groups.ofRow[rows[index] ?? 0] ?? -1;
    let question = group < 0 ? -1 : (questions[group] ?? -1);
    if (question < 0) {
      question = count++;
      if (group >= 0) questions[group] = question;
    }
    ofRow[index] = question;
  }
  return { rows, ofRow, count };
}
