import type { Table, TableRow } from '../../core/layout/model.ts';
import type { Sentence } from './sentences.ts';

/** A text that describes a passage, and the weight of a word of a question that is found in it. */
export interface Part {
  readonly text: string;
  readonly weight: number;
}

/** The weight of a word by its place. */
export const WEIGHTS = {
  own: 1,
  sibling: 0.95,
  section: 0.85,
  title: 0.8,
  introduction: 0.6,
  figure: 0.5,
  before: 0.45,
} as const;

interface PassageBase {
  /** k, from 1. */
  readonly image: number;
  /** All texts that describe it, including itself unless it is a value. */
  readonly parts: readonly Part[];
  /** The text that it can answer with. */
  readonly text: string;
  /** The same as in the page's text: a single quote unless lines or the next column divide it. */
  readonly quotes: readonly string[];
  /** The heading above it, as in the page's text. */
  readonly heading: string | null;
}

/**
 * A value, identified by its row's label and its column's header; that of a pair outside tables has neither table nor
 * row.
 */
export interface CellPassage extends PassageBase {
  readonly kind: 'cell';
  readonly label: string;
  /** The label, or its first line, as in the page's text. */
  readonly labelQuote: string;
  /** Words that a question may use for the value of this label; empty for most labels. */
  readonly otherNames: string;
  readonly header: string;
  readonly table: Table | null;
  readonly row: TableRow | null;
  readonly column: number;
}

/** The label of a table's row, identified by the row's other cells. */
export interface RowPassage extends PassageBase {
  readonly kind: 'row';
  /** The first line of each other cell, as in the page's text. */
  readonly cells: readonly string[];
  readonly table: Table;
}

export interface SentencePassage extends PassageBase {
  readonly kind: 'sentence';
  readonly sentence: Sentence;
  /** A heading names what follows and rarely answers a question. */
  readonly isHeading: boolean;
}

/** The row with the largest or smallest number of a column, or the column with that of a row. */
export interface ExtremePassage extends PassageBase {
  readonly kind: 'extreme';
  readonly which: 'most' | 'least';
  readonly along: 'column' | 'row';
  /** The header of that column, or the label of that row. */
  readonly name: string;
  readonly value: string;
  readonly table: Table;
}

export type Passage = CellPassage | RowPassage | SentencePassage | ExtremePassage;
