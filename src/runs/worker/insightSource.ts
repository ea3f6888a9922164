import type { RowColumns } from './rowColumns.ts';
import type { ReadableRows } from './rowPass.ts';
import type { RowTable } from './rowTable.ts';
import type { RunView } from './runView.ts';

/** What the answers are made from. */
export interface InsightSource {
  readonly rows: RowTable;
  readonly view: RunView;
  /** How rows are read again, for what the columns do not know. */
  readonly readable: () => ReadableRows;
  /** Runs something with the scoring threads stopped: a person waits for it. */
  readonly beforeScoring: <Value>(run: () => Promise<Value>) => Promise<Value>;
}

/** What is looked at: the rows that the filter leaves, as they were at one moment. */
export interface LookedAt {
  /** Grows whenever rows, numbers or the filter change. */
  readonly version: string;
  /** The rows in the order of the files, with those that have no sample. */
  readonly rows: Uint32Array;
  readonly acrossSteps: boolean;
  /** The column whose numbers are compared within groups. */
  readonly compared: 'reward' | 'score';
}

/** What answers about a run are made from: its columns, and what is looked at. */
export interface LookedAtRun {
  readonly source: InsightSource;
  readonly table: RowColumns;
  readonly looked: LookedAt;
}
