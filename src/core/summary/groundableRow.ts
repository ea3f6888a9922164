import type { GoldPlace } from '../grounding/goldenClaims.ts';
import type { ClaimsFound } from '../grounding/shares.ts';
import type { DialectName } from '../trajectory/model.ts';
import type { NamedPages } from '../records/namedPages.ts';

/** What is needed of a row of a run to look for its claims on its pages. */
export interface GroundableRow {
  /** Its number in the run. */
  readonly row: number;
  /** The file that holds its record. */
  readonly file: string;
  readonly response: string;
  readonly question: string | null;
  /** The dialect that its record names; null to recognize it. */
  readonly dialect: DialectName | null;
  readonly numImages: number | null;
  readonly named: NamedPages;
  /** The places that show the answer; empty if they are not known. */
  readonly gold: readonly GoldPlace[];
}

/** Rows of one generation of a run; a run has others after a file of it was replaced. */
export interface GroundableRows {
  readonly generation: number;
  readonly rows: readonly GroundableRow[];
}

/** A document as it was when claims were looked for in it. */
export interface SearchedDocument {
  readonly path: string;
  /** SHA-256 of its content. */
  readonly hash: string;
  /** Tells by its size and times whether it may have another content by now. */
  readonly stamp: string;
}

/** What was found for a row. */
export interface GroundedRow {
  readonly row: number;
  /** Null if its documents are not at hand, or cannot be searched. */
  readonly claims: ClaimsFound | null;
  /** The positions of its documents in `documents`. */
  readonly documents: readonly number[];
}

/** What was found for rows of one generation of a run. */
export interface GroundedRows {
  readonly generation: number;
  readonly rows: readonly GroundedRow[];
  readonly documents: readonly SearchedDocument[];
}

/** The documents that claims were looked for in before, and were kept with what was found. */
export interface KeptDocuments {
  readonly generation: number;
  readonly documents: readonly SearchedDocument[];
}
