import type { MeasuredPart } from '../../core/runMetrics/model.ts';

/** A side of a comparison as it goes from one thread to another. */
export interface PackedSide {
  readonly bytes: Uint8Array;
  /** Tells it from the sides that its thread has packed before. */
  readonly mark: number;
}

/** The rows that the filter of the view leaves, to be compared with another run; null before all of them were read. */
export interface SideAnswer extends MeasuredPart {
  readonly side: PackedSide | null;
}

/** What a run is compared with, and the names of both sides. */
export interface ComparedParts {
  /** The side of another run, or the values of a field whose samples are compared. */
  readonly with:
    | { readonly packed: PackedSide }
    | { readonly field: string; readonly values: readonly [base: string, run: string] };
  readonly names: readonly [base: string, run: string];
}
