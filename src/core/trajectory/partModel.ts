import type { Span } from '../span.ts';
import type { Speaker } from './dialects/dialect.ts';

interface PartBase {
  readonly span: Span;
  /** Who wrote it. */
  readonly speaker: Speaker;
  /** Whether more of it may come. */
  readonly open: boolean;
}

/**
 * The unit of the coordinates of a box or a point: pixels of the image, or fractions (0 to 1) of its width and height.
 */
export type CoordinateUnit = 'pixels' | 'fraction';

/** EVisRAG: `[i]: ...`, the evidence of one image. */
export interface EvidenceItem extends PartBase {
  readonly kind: 'evidence-item';
  readonly image: number;
  /** `[i]:`. */
  readonly mark: Span;
  /** The evidence, without the white space around it. */
  readonly body: Span;
  /** False if it reads `no relevant information`. */
  readonly relevant: boolean;
}

/**
 * A box on an image as it is written: left, top, right, bottom. The numbers are unchanged from the text, as rewards
 * read them, and need not be in order; core/geometry converts them to a box with a unit.
 */
export interface BoxPart extends PartBase {
  readonly kind: 'box';
  readonly box: readonly [number, number, number, number];
  readonly unit: CoordinateUnit;
  /**
   * Images count from 1 in the order in which they were sent, including crops and pages that a search returned; null if
   * not known.
   */
  readonly image: number | null;
  readonly label: string | null;
}

/** A point on an image: from the left, from the top. */
export interface PointPart extends PartBase {
  readonly kind: 'point';
  readonly point: readonly [number, number];
  readonly unit: CoordinateUnit;
  /** As in `BoxPart`. */
  readonly image: number | null;
  readonly label: string | null;
}

/** A call of a function, as JSON or as code. */
export interface CallPart extends PartBase {
  readonly kind: 'call';
  /** Null if it cannot be read, or not yet. */
  readonly name: string | null;
  readonly nameSpan: Span | null;
  /** The arguments as they are written; null if there are none. */
  readonly argumentsSpan: Span | null;
}

/** A query to a search engine. */
export interface SearchPart extends PartBase {
  readonly kind: 'search';
  readonly query: string;
  /** The query, without the white space around it. */
  readonly body: Span;
}

/** The environment's reply to an action. */
export interface ObservationPart extends PartBase {
  readonly kind: 'observation';
  readonly body: Span;
  /** How many images the reply contains, as far as the text shows. */
  readonly images: number;
  /** Whether the environment refuses the action. */
  readonly refuses: boolean;
}

/** A judge's verdict on one item. */
export interface VerdictPart extends PartBase {
  readonly kind: 'verdict';
  /** Items count from 1. */
  readonly item: number;
  /** Null if a program would read it as neither `True` nor `False`. */
  readonly value: boolean | null;
  readonly body: Span;
}

/** One line of the quality judge. */
export interface QualityLine extends PartBase {
  readonly kind: 'quality-line';
  readonly name: 'Coherence' | 'Non-Hallucination' | 'Factual Consistency' | 'Average' | 'Explanation';
  /** Null for the explanation, and if there is no number. */
  readonly value: number | null;
  readonly valueSpan: Span | null;
  /** The text after the colon, without the white space around it. */
  readonly body: Span;
}

/** `DEFINE_TOOL: name || args || description`; a missing field is null. */
export interface ToolDefinition extends PartBase {
  readonly kind: 'tool-definition';
  readonly name: string;
  readonly nameSpan: Span;
  readonly args: string | null;
  readonly argsSpan: Span | null;
  readonly description: string | null;
  readonly descriptionSpan: Span | null;
}

/** `END_OF_TOOLS`. */
export interface ToolsEnd extends PartBase {
  readonly kind: 'tools-end';
}

/** An answer in running text: `\boxed{...}`. */
export interface BoxedAnswer extends PartBase {
  readonly kind: 'boxed-answer';
  readonly body: Span;
}

/** A part of a trajectory that a dialect gives a form of its own. */
export type Part =
  | EvidenceItem
  | BoxPart
  | PointPart
  | CallPart
  | SearchPart
  | ObservationPart
  | VerdictPart
  | QualityLine
  | ToolDefinition
  | ToolsEnd
  | BoxedAnswer;

export type PartKind = Part['kind'];
