import type { PageBox } from '../geometry/box.ts';
import type { Size } from '../geometry/size.ts';
import type { Word } from '../geometry/word.ts';
import type { Span } from '../span.ts';

/** What a claim is: where in a trajectory it stands, or what it names. */
export const CLAIM_KINDS = [
  /** What the model wrote for a tool call. */
  'observation',
  /** A sentence of an item of evidence. */
  'evidence',
  /** In think: words in quotation marks, a name, a date, a code, a number. */
  'quote',
  'name',
  'date',
  'code',
  'number',
  /** The description of a place in the args of a tool call. */
  'region',
  'box',
  'point',
  'crop',
  /** A part of the answer. */
  'answer',
] as const;
export type ClaimKind = (typeof CLAIM_KINDS)[number];

/**
 * What the pages say of a claim, from good to bad. Only `found` counts as found.
 *
 * - `found`: on the page that it cites (on any sent page if it cites none), and in the cell, row or column that its
 *   args select.
 * - `elsewhere`: on the cited page, but not in the cell that its args select.
 * - `other-page`: not on the cited page, but on another one that was sent.
 * - `near`: on no sent page, but one of them has something that differs in a way that can be named.
 * - `not-found`: none of these, on any sent page with text.
 * - `unknown`: a page that it may stand on has no text, and was not read by text recognition.
 */
export const CLAIM_STATUSES = ['found', 'elsewhere', 'other-page', 'near', 'not-found', 'unknown'] as const;
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

/** Where the words of a page come from: its text layer, or text recognition. */
export type WordSource = 'text' | 'ocr';

/** A piece of a trajectory that speaks of a page. */
export interface Claim {
  /** In the response. */
  readonly span: Span;
  /** The text of the span. */
  readonly text: string;
  readonly kind: ClaimKind;
  /**
   * The number of the image that it cites, from 1; null if it cites none. The images that were sent come first, then
   * those that the environment added, such as crops.
   */
  readonly image: number | null;
  /** Further images that it cites: it is on the page that it cites if it is on any of these. Not set if there are none. */
  readonly alsoCites?: readonly number[];
  /** Index of the trajectory's step that it is part of. */
  readonly step: number;
  /** The number of that step among the model's actions (`ACTION_KINDS`), from 1, as views show it; 0 for other steps. */
  readonly action: number;
  /** The words that select a place on the cited page (the args of its tool call); null if there are none. */
  readonly place: Span | null;
  /** For a box, a point (an empty box) or a crop: in pixels of the cited image or shares of it, as it is written. */
  readonly box: ClaimBox | null;
}

/** A box as the trajectory writes it. */
export interface ClaimBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly unit: 'pixel' | 'share';
}

/** A page of a document. */
export interface PageReference {
  /** The document as the trajectory's record names it (its path). */
  readonly document: string;
  /** From 1. */
  readonly page: number;
}

/** The words of one page. */
export interface PageWords extends PageReference {
  /** Size of the page as displayed, in points. */
  readonly size: Size;
  readonly words: readonly Word[];
  /** Where its words come from, except those with a confidence, which were recognized (in a picture of the page). */
  readonly source: WordSource;
}

/** An image of the request. */
export interface CitedImage extends PageReference {
  /** From 1, in the order in which the images were sent. */
  readonly image: number;
  /** In pixels, as sent; null if not known, and boxes in pixels on it cannot be placed. */
  readonly size: Size | null;
}

/** The image, and its page, that a claim cites. */
export interface Citation {
  readonly image: number;
  /** Null if it is not known which page the image shows. */
  readonly document: string | null;
  readonly page: number | null;
}

/** What a claim says, and what stands on the page instead. */
export interface Difference {
  readonly said: string;
  readonly pageHas: string;
  /** Whether only accents differ. */
  readonly accents?: true;
}

/** What is there of a row and a column that the description of a place names together. */
export interface PartlyNamed {
  /** The page with the table. */
  readonly on: PageReference;
  /** What is not there. */
  readonly lacks: 'row' | 'column';
  /** Its name in the description. */
  readonly missing: string;
  /** The name of the other one in the description, which is there. */
  readonly found: string;
  /** The names in the table that are most like the missing one, as the page writes them; empty if none is like it. */
  readonly nearest: readonly string[];
}

/** The labels of a cell of a table, as the page writes them. */
export interface CellLabels {
  readonly row: string;
  /** Empty for a label with its value, outside of tables. */
  readonly column: string;
}

/** A cell that args select, with what it has. */
export interface NamedCell extends CellLabels {
  readonly text: string;
}

/** The place that the args of a tool call select, or the box that the trajectory names. */
export interface NamedPlace {
  readonly on: PageReference;
  readonly box: PageBox;
  /** What the place has if it is one cell that is not empty; not set otherwise. */
  readonly cell?: NamedCell;
}

/** A claim, and what the pages say of it. */
export interface GroundedClaim extends Omit<Claim, 'image'> {
  readonly cited: Citation | null;
  readonly status: ClaimStatus;
  /** The page with the boxes; null if it stands nowhere. */
  readonly on: PageReference | null;
  /** Whether `on` was sent. A page that was not sent is named only for a claim that is on no sent page. */
  readonly sent: boolean;
  /**
   * One box a line around the words on that page, in reading order. For `near`, the words that differ; for `elsewhere`,
   * where the words do stand.
   */
  readonly boxes: readonly PageBox[];
  /** Null if it names no place that is on its page. */
  readonly namedPlace: NamedPlace | null;
  /** For `elsewhere`, the cell that the words stand in; not set if they stand in none that has both labels. */
  readonly standsIn?: CellLabels;
  /** The words in the boxes, as they stand on the page; empty if there are none. */
  readonly words: string;
  /**
   * For `near`, what the page has; for a claim that is not in the cell that its args select, what that cell has; for
   * `found`, the words with their accents. Null if there is no such thing, or it cannot be said of one part of the claim.
   */
  readonly difference: Difference | null;
  /** For a place that is not found, the part of it that is there; not set if there is none. */
  readonly partly?: PartlyNamed;
  /** Null if it stands nowhere. */
  readonly source: WordSource | null;
  /**
   * How sure the status is, 0 to 1: 1 for words of a text layer that match exactly; less for a match that is weak
   * (a short number in several places, a paraphrase, an approximate match) or whose words text recognition was unsure
   * of. docs/grounding.md lists the values.
   */
  readonly confidence: number;
  /** In how many places of that page its words stand. */
  readonly occurrences: number;
  /**
   * Whether it compares or derives numbers in a way that could not be checked, so that it need not stand on a page; its
   * status is `near` or `not-found`.
   */
  readonly isUndecided?: true;
  /** How its number is computed from others, as the response says or as it follows from them; not set if it is not. */
  readonly computed?: ComputedNumber;
}

/** The check of a number that is computed. */
export interface ComputedNumber {
  readonly right: boolean;
  readonly computation: Computation;
}

/**
 * What is shown of a claim: its status, unless its number is computed. A number that is computed correctly need not be on
 * a page; one that is computed incorrectly is wrong even if a page has it by chance; one that is computed, but in a way
 * that could not be checked, is `unknown`. From good to bad.
 */
export const CLAIM_MARKS = [
  'found',
  'computed-right',
  'elsewhere',
  'other-page',
  'near',
  'computed-wrong',
  'not-found',
  'unknown',
] as const satisfies readonly (ClaimStatus | AnswerVerdict)[];
export type ClaimMark = (typeof CLAIM_MARKS)[number];

/** What the check of an answer comes to. */
export const ANSWER_VERDICTS = [
  /** All of it stands on the pages. */
  'found',
  /** It is computed, and right: from operands that are named or found. */
  'computed-right',
  /** It is computed, and the operands come to something else. */
  'computed-wrong',
  /** Some of it stands on no page, and is not computed from something that does. */
  'not-found',
  /** Some of it differs from what a page has. */
  'near',
  /** It cannot be decided: pages without text, a computation whose operands are not named. */
  'not-checkable',
] as const;
export type AnswerVerdict = (typeof ANSWER_VERDICTS)[number];

/** How an answer is computed. */
export type ComputationKind =
  | 'sum'
  | 'difference'
  | 'share'
  | 'growth'
  | 'ratio'
  | 'average'
  | 'comparison'
  | 'count'
  /** A product, or an expression of several operations. */
  | 'product';

/** A number that is computed from others. */
export interface Computation {
  readonly kind: ComputationKind;
  /** Indices of the claims that are its operands. */
  readonly operands: readonly number[];
  /** The cells that are its operands, where a question or an answer names them by labels; not set if there are none. */
  readonly cells?: readonly ComputedCell[];
  /** The computation as text: `(518.9 - 481.9) / 481.9 = 7.7%`. */
  readonly text: string;
  /** What the operands come to, in the unit of the answer (7.7 for 7.7%). */
  readonly value: number;
  /** The number that the answer says. */
  readonly said: number;
}

/** A cell of a table on a page, with its number as the page writes it. */
export interface ComputedCell {
  readonly on: PageReference;
  readonly box: PageBox;
  readonly text: string;
}

/** A computation that the trajectory itself writes down: `37.0 / 481.9 = 7.7%`, or the result of a tool that computes. */
export interface WrittenComputation extends ComputedNumber {
  /** The result that it says. */
  readonly span: Span;
  /** Index of the claim that is the result; null if the result is no claim. */
  readonly claim: number | null;
}

/** What an answer rests on. */
export interface AnswerGrounding {
  readonly span: Span;
  /** Indices of the claims that it rests on, its own parts included, in text order. */
  readonly restsOn: readonly number[];
  readonly verdict: AnswerVerdict;
  readonly computation: Computation | null;
  /** Whether a page that the trajectory cites holds what it says; null if it cites none, or it cannot be decided. */
  readonly onCitedPage: boolean | null;
}

/** A page that claims stand on, or whose places they name. */
export interface GroundedPage extends PageReference {
  /** Size of the page as displayed, in points. */
  readonly size: Size;
}

/** The match between what a trajectory claims and what stands on the pages. */
export interface Grounding {
  /** In text order. */
  readonly claims: readonly GroundedClaim[];
  /** The pages with boxes or named places of the claims, each once. */
  readonly pages: readonly GroundedPage[];
  /** Null if there is no answer yet. */
  readonly answer: AnswerGrounding | null;
  /** In text order. Computations that cannot be checked are left out. */
  readonly computations: readonly WrittenComputation[];
  /** The part of a response whose claims were not read because there are too many; null if all were read. */
  readonly unread: Span | null;
}
