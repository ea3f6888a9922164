import type { PageBox } from '../geometry/box.ts';
import type { JsonObject } from '../records/fieldPath.ts';

/** A page of a document of an item, from 1, and the position of the document among those of the item, from 0. */
export interface ItemPage {
  readonly document: number;
  readonly page: number;
}

/** A place on a page that shows the answer, in points from the top left. */
export interface GoldBox extends ItemPage {
  readonly box: PageBox;
}

/** An image whose bytes are in a cell of a Parquet file. */
export interface HeldImage {
  /** The path of the Parquet file. */
  readonly file: string;
  /** From 0. */
  readonly row: number;
  readonly column: string;
  /** The position in the list that the cell holds, from 0; null if it holds one image. */
  readonly index: number | null;
}

/** A document that a question is about. */
export interface ItemDocument {
  /** As the data set has it: a path relative to its folder, or an absolute one. */
  readonly path: string;
  /** The pages that are sent, from 1, in this order; null for those that fit, or all. */
  readonly pages: readonly number[] | null;
  /** Where its bytes are, if it is an image in a Parquet file; otherwise it is the file at its path. */
  readonly held?: HeldImage;
}

/** When an item passes. */
export type PassRule =
  /** Its reward is at least this. */
  | { readonly kind: 'reward'; readonly atLeast: number }
  /** Its answer is a reference answer, as the metric `em` compares them. */
  | { readonly kind: 'exact' }
  /** A judge or a person says that its answer is right. */
  | { readonly kind: 'judged' }
  /** At least this share of its claims is found on the pages. */
  | { readonly kind: 'grounded'; readonly atLeast: number };

/** A question of a data set, with what is known of its answer. */
export interface DatasetItem {
  readonly id: string;
  readonly question: string;
  readonly documents: readonly ItemDocument[];
  /** Every answer that is right; empty if none is known. */
  readonly references: readonly string[];
  /** The reference as the record has it, of any type; undefined if it has none. */
  readonly groundTruth: unknown;
  /** Whether the documents have what it takes to answer; null if the record does not say. */
  readonly sufficient: boolean | null;
  /** The pages with the answer; null if the record does not say. */
  readonly goldPages: readonly ItemPage[] | null;
  /** The paths of images with the answer that are none of its documents; missing if there are none. */
  readonly goldElsewhere?: readonly string[];
  readonly goldBoxes: readonly GoldBox[];
  /** What another tool answers when it is called (VG-Refiner's boxes), as JSON text; null if the record has none. */
  readonly toolResults: string | null;
  /** What tells kinds of questions apart, by name, such as evidence sources and the number of hops. */
  readonly buckets: Readonly<Record<string, readonly string[]>>;
  readonly tags: readonly string[];
  /** Its own rule; null for the one of the data set. */
  readonly pass: PassRule | null;
  /** The record as it stands in the data set. */
  readonly record: JsonObject;
}

/** What the first line of a data set may say of all its questions. */
export interface DatasetHead {
  readonly name: string | null;
  /** The prompt that asks its questions: the name of a preset, or a path relative to its folder. */
  readonly prompt: string | null;
  /** When an item passes that has no rule of its own; null if nothing says it. */
  readonly pass: PassRule | null;
}

/** What is wrong with an item, by a code, from the closed list. */
export type ItemProblemCode =
  | 'no-record'
  | 'missing-key'
  | 'bad-value'
  | 'duplicate-id'
  | 'unknown-key'
  | 'no-reference'
  | 'file-missing'
  | 'file-unreadable'
  | 'page-out-of-range';

/** What is wrong with an item. */
export interface ItemProblem {
  readonly code: ItemProblemCode;
  /** An `error` means that the question cannot be asked. */
  readonly severity: 'error' | 'warning' | 'information';
  readonly message: string;
  /** Where in the record, as keys and positions; empty for the whole record. */
  readonly path: readonly (string | number)[];
}

/** An item, or none if something in it is wrong that keeps it from being asked. */
export interface ReadItem {
  readonly item: DatasetItem | null;
  readonly problems: readonly ItemProblem[];
}
