import type { ImageBox } from '../../core/geometry/box.ts';

/** A word with its place in the page's text. Every excerpt of a page is a slice of that text. */
export interface PlacedWord {
  readonly text: string;
  readonly box: ImageBox;
  readonly confidence: number;
  /** Offsets into the page's text. */
  readonly start: number;
  readonly end: number;
}

/** Words that stand side by side with no wide gap between them: a line of prose, or a cell of a table. */
export interface Segment {
  readonly words: readonly PlacedWord[];
  readonly box: ImageBox;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Segments on one height of the page, from left to right. */
export interface Row {
  readonly segments: readonly Segment[];
  readonly box: ImageBox;
}

export interface Cell {
  readonly segment: Segment;
  /** Its further lines. */
  readonly rest?: readonly Segment[];
  /** Position among the table's columns, from 0. */
  readonly column: number;
}

export interface TableRow {
  readonly cells: readonly Cell[];
  /** All of the row's label, also where it stands in several lines; empty without one. */
  readonly label: string;
  /** What groups this row with others: a line of its own above them, and the row that they are set in below. */
  readonly section: string;
}

/** Rows whose cells stand below each other in columns. */
export interface Table {
  /** A line in the table that begins it anew, with other columns or rows; null where a heading above it does. */
  readonly title: Segment | null;
  /** Column headers by column; empty where there is none. */
  readonly headers: readonly string[];
  /** The segments that the headers were read from. */
  readonly header: readonly Segment[];
  readonly rows: readonly TableRow[];
  readonly columns: number;
  readonly box: ImageBox;
}

/** A label and what stands behind or below it, outside any table. */
export interface Pair {
  readonly label: PieceOfLine;
  readonly value: PieceOfLine;
  readonly box: ImageBox;
  /** Words that a question may use for the value, where the label does not say them. */
  readonly role?: string;
}

/** A run of words inside a line. */
export interface PieceOfLine {
  readonly text: string;
  /** Offsets into the page's text. */
  readonly start: number;
  readonly end: number;
}

/** A line that stands alone and larger, or short and without a full stop, above other text. */
export interface Heading {
  readonly segment: Segment;
}

/** A run of words that stands so in the page's text. */
export interface Piece {
  readonly text: string;
  /** Offsets into the page's text. */
  readonly start: number;
  readonly end: number;
  /** Offset into the sentence. */
  readonly at: number;
}

/** A sentence, or a line that is none (a caption, an item of a list). */
export interface Sentence {
  /** Its pieces, joined by spaces. */
  readonly text: string;
  /** More than one where Tesseract read something else in between (the next column). */
  readonly pieces: readonly Piece[];
  /** Around the lines that it stands in. */
  readonly box: ImageBox;
  /** Sentences of one paragraph have the same number. */
  readonly paragraph: number;
}

/** What was understood of one page. */
export interface PageLayout {
  readonly text: string;
  readonly tables: readonly Table[];
  readonly sentences: readonly Sentence[];
  readonly headings: readonly Heading[];
  readonly pairs: readonly Pair[];
  /** Words of the page that were read with some confidence. */
  readonly wordCount: number;
}
