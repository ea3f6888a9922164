import type { Sample } from '../../core/records/sample.ts';
import type { ReadableRows } from './rowPass.ts';
import type { RowColumns } from './rowColumns.ts';
import type { RowTable } from './rowTable.ts';
import type { RunView } from './runView.ts';

/** What what-ifs need of a run and of what is looked at. */
export interface WhatIfSource {
  readonly table: RowColumns;
  readonly source: {
    readonly rows: RowTable;
    readonly view: RunView;
    readonly readable: () => ReadableRows;
  };
  readonly looked: {
    /** Grows whenever rows, numbers or the filter change. */
    readonly version: string;
    readonly rows: Uint32Array;
    readonly acrossSteps: boolean;
    /** The column whose numbers are compared within groups. */
    readonly compared: 'reward' | 'score';
  };
  /** The sample of a row, read again; null if it cannot be read. */
  readonly sampleOf: (row: number) => Promise<Sample | null>;
}
