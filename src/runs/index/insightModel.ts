/** A row that is paid little. */
export interface WorstRow {
  readonly row: number;
  /** Its reward, or its recorded score; without either, 1 if it is right, and 0 if it is wrong. */
  readonly paid: number;
}
