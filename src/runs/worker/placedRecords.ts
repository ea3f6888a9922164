import { HEAD_END, readHead } from '../packed/placedLine.ts';
import type { PiecePlace } from '../reading/pieces.ts';
import type { LineSink } from './lineScan.ts';
import type { RowTable } from './rowTable.ts';

/** Where lines go that have the places of their records before them: without these, at these places. */
export class PlacedRecords implements LineSink {
  readonly #records: LineSink;
  readonly #rows: RowTable;
  readonly #file: number;

  constructor(records: LineSink, rows: RowTable, file: number) {
    this.#records = records;
    this.#rows = rows;
    this.#file = file;
  }

  line({ bytes }: PiecePlace, text: string, start: number, end: number, isUtf8: boolean): void {
    const tab = text.indexOf(HEAD_END, start);
    // Only the sentences and names of a head are no ASCII, and none of them is needed here.
    const head = tab === -1 || tab >= end ? null : readHead(text.slice(start, tab));
    if (head === null) return;
    const { line } = head.place;
    if (head.fault !== null)
      this.#rows.addProblem({ file: this.#file, line, bytes, sample: null, item: null }, head.fault.reason);
    else this.#records.line({ line, bytes }, text, tab + 1, end, isUtf8);
  }

  longLine(place: PiecePlace): void {
    this.#records.longLine(place);
  }
}
