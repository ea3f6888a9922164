import type { Box, BoxUnit } from '../geometry/box.ts';

/** A word of a page, from its text layer or from text recognition. */
export interface LayoutWord<Unit extends BoxUnit = BoxUnit> {
  readonly text: string;
  readonly box: Box<Unit>;
  /** The confidence of text recognition, 0 to 100. A word without it is certain. */
  readonly confidence?: number;
}

/**
 * Words side by side in one line of the page, without a wide gap between them: a line of a text column, a line of a
 * table cell, or a part of one (a label, a value).
 */
export interface Phrase<Unit extends BoxUnit = BoxUnit> {
  /** The words joined by single spaces; a part of a line may begin or end inside a word. */
  readonly text: string;
  /** From left to right: the same objects that were passed in. */
  readonly words: readonly LayoutWord<Unit>[];
  /** The box around the words. */
  readonly box: Box<Unit>;
}

/** A cell of a table. */
export interface Cell<Unit extends BoxUnit = BoxUnit> {
  /** From top to bottom; at least one. */
  readonly lines: readonly [Phrase<Unit>, ...Phrase<Unit>[]];
  /** All lines, joined by spaces. */
  readonly text: string;
  readonly box: Box<Unit>;
  /** Index of the table's column, from 0. */
  readonly column: number;
}

export interface TableRow<Unit extends BoxUnit = BoxUnit> {
  /** From left to right, including the label. */
  readonly cells: readonly Cell<Unit>[];
  /** The cell that names the row; null if there is none. */
  readonly label: Cell<Unit> | null;
  /** What groups this row with others: a separate line above them, and the labels below which this one is indented. */
  readonly section: string;
  /** The lines of the section, from the outermost to the innermost. */
  readonly sectionLines: readonly Phrase<Unit>[];
  readonly box: Box<Unit>;
}

/** A head of a table: of one column, or of several side by side. */
export interface Head<Unit extends BoxUnit = BoxUnit> {
  /** From top to bottom; at least one. */
  readonly lines: readonly [Phrase<Unit>, ...Phrase<Unit>[]];
  /** All lines, joined by spaces. */
  readonly text: string;
  readonly box: Box<Unit>;
  /** Indexes of the table's columns, from 0, ascending; several for a group head. */
  readonly columns: readonly number[];
}

/** Rows whose cells are aligned in columns. */
export interface Table<Unit extends BoxUnit = BoxUnit> {
  /** The line in a larger region of rows that begins this table; null if there is none. */
  readonly title: Phrase<Unit> | null;
  /** The line that names the table: its title, or a line directly above or below the table; null if there is none. */
  readonly caption: Phrase<Unit> | null;
  /** The heads of the columns and of groups of columns, from top to bottom. */
  readonly heads: readonly Head<Unit>[];
  /** The header of each column, joined over its levels; empty if there is none. */
  readonly headers: readonly string[];
  /** The lines that the headers were read from. */
  readonly headerLines: readonly Phrase<Unit>[];
  readonly rows: readonly TableRow<Unit>[];
  readonly box: Box<Unit>;
}

/** A label with its value outside any table. */
export interface Pair<Unit extends BoxUnit = BoxUnit> {
  readonly label: Phrase<Unit>;
  readonly value: Phrase<Unit>;
  /** The box around both. */
  readonly box: Box<Unit>;
}

/** Lines that belong together: a stretch of a text column, a paragraph, or lines at the same height. */
export interface LineGroup<Unit extends BoxUnit = BoxUnit> {
  /** In reading order; at least one. */
  readonly lines: readonly Phrase<Unit>[];
  readonly box: Box<Unit>;
}

/** How the words of one page are arranged. Boxes have the unit of the words' boxes. */
export interface PageLayout<Unit extends BoxUnit = BoxUnit> {
  /** Every line of text, from top to bottom and left to right. Each word is in exactly one of these or of `marks`. */
  readonly lines: readonly Phrase<Unit>[];
  /** What text recognition reads in bullets, rules, and pictures; not text. */
  readonly marks: readonly Phrase<Unit>[];
  readonly tables: readonly Table<Unit>[];
  readonly pairs: readonly Pair<Unit>[];
  /** Stretches of text columns outside tables. */
  readonly columns: readonly LineGroup<Unit>[];
  /** The paragraphs of the columns. A paragraph may continue at the top of the next column. */
  readonly paragraphs: readonly LineGroup<Unit>[];
  /** Lines that are alone in larger letters, or that are short and name what follows. */
  readonly headings: readonly Phrase<Unit>[];
  /** The median height of the words. */
  readonly wordHeight: number;
}
