/** A cell of a table: plain text. */
export type Cell = string;

/** A table for people. The first column has names, the others have numbers. */
export interface ReportTable {
  /** A heading; null if the table needs none. */
  readonly title: string | null;
  readonly columns: readonly Cell[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Sentences and tables, in the order in which they are read. */
export interface Report {
  readonly title: string;
  readonly parts: readonly (string | ReportTable)[];
}
