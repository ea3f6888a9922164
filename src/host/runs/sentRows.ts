import { sentNumber, type RunRow, type RunRows, type SentNumber } from '../../protocol/run.ts';
import type { RunRow as IndexRow, RunRows as IndexRows } from '../../runs/index/model.ts';

/** Rows in the form in which they are sent, which has NaN and infinities as words. */
export function sentRows(found: IndexRows): RunRows {
  return { ...found, rows: found.rows.map(sentRow) };
}

function sentRow(row: IndexRow): RunRow {
  switch (row.kind) {
    case 'problem':
      return row;
    case 'group':
      return { ...row, mean: sent(row.mean), std: sent(row.std), min: sent(row.min), max: sent(row.max) };
    case 'sample':
      return {
        ...row,
        reward: sent(row.reward),
        score: sent(row.score),
        advantage: sent(row.advantage),
        rloo: sent(row.rloo),
        components: row.components.map(({ name, paid }) => ({ name, paid: sent(paid) })),
        fields: Object.fromEntries(
          Object.entries(row.fields).map(([name, value]) => [name, sentNumber(value)]),
        ),
      };
  }
}

const sent = (value: number | null): SentNumber | null => (value === null ? null : sentNumber(value));
