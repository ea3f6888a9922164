import type { Table, TableRow } from '../../core/layout/model.ts';
import type { Sentence } from './sentences.ts';

/** A text that speaks of a passage, and how much a word of a question counts that is found there. */
export interface Part {
  readonly text: string;
  readonly weight: number;
}

/** How much a word counts by where it stands. */
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
  /** Everything that speaks of it, itself included unless it is a value. */
  readonly parts: readonly Part[];
  /** What it could answer with. */
  readonly text: string;
  /** The same as it stands in the page's text: one quote unless lines or the next column divide it. */
  readonly quotes: readonly string[];
  /** The heading above it, as it stands in the page's text. */
  readonly heading: string | null;
}

/** A value, known by its row's label and its column's header; one of a pair outside tables has neither table nor row. */
export interface CellPassage extends PassageBase {
  readonly kind: 'cell';
  readonly label: string;
  /** The label, or its first line, as it stands in the page's text. */
  readonly labelQuote: string;
  /** Words that a question may use for what stands at this label; empty for most. */
  readonly otherNames: string;
  readonly header: string;
  readonly table: Table | null;
  readonly row: TableRow | null;
  readonly column: number;
}

/** The label of a table's row, known by the row's other cells. */
export interface RowPassage extends PassageBase {
  readonly kind: 'row';
  /** The first line of each other cell, as it stands in the page's text. */
  readonly cells: readonly string[];
  readonly table: Table;
}

export interface SentencePassage extends PassageBase {
  readonly kind: 'sentence';
  readonly sentence: Sentence;
  /** A heading names what follows and seldom answers. */
  readonly isHeading: boolean;
}

/** The row in which a column has its greatest or least number, or the column in which a row has it. */
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
