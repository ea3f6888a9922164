import type { Span } from '../span.ts';
import type { Speaker } from './dialects/dialect.ts';

interface PartBase {
  readonly span: Span;
  /** Whose words it is. */
  readonly speaker: Speaker;
  /** Whether more of it may come. */
  readonly open: boolean;
}

/** What the numbers of a box or a point count: pixels of the image, or its width and height from 0 to 1. */
export type CoordinateUnit = 'pixels' | 'fraction';

/** EVisRAG: `[i]: ...`, the evidence of one image. */
export interface EvidenceItem extends PartBase {
  readonly kind: 'evidence-item';
  readonly image: number;
  /** `[i]:`. */
  readonly mark: Span;
  /** The evidence, without white space around it. */
  readonly body: Span;
  /** False if it reads `no relevant information`. */
  readonly relevant: boolean;
}

/**
 * A box on an image as it is written: left, top, right, bottom. The numbers stay as the text has them, which rewards
 * read too, and need not be in order; core/geometry makes a box with a unit of them.
 */
export interface BoxPart extends PartBase {
  readonly kind: 'box';
  readonly box: readonly [number, number, number, number];
  readonly unit: CoordinateUnit;
  /** Images are counted from 1 in the order in which they were sent, crops and pages that a search brought among them; null when not known. */
  readonly image: number | null;
  readonly label: string | null;
}

/** A point on an image: from the left, from the top. */
export interface PointPart extends PartBase {
  readonly kind: 'point';
  readonly point: readonly [number, number];
  readonly unit: CoordinateUnit;
  /** As of a box. */
  readonly image: number | null;
  readonly label: string | null;
}

/** A call of a function, as JSON or as code. */
export interface CallPart extends PartBase {
  readonly kind: 'call';
  /** Null if it cannot be read, or not yet. */
  readonly name: string | null;
  readonly nameSpan: Span | null;
  /** As they are written; null if there are none. */
  readonly argumentsSpan: Span | null;
}

/** A query to a search engine. */
export interface SearchPart extends PartBase {
  readonly kind: 'search';
  readonly query: string;
  /** Without white space around it. */
  readonly body: Span;
}

/** What the environment says to an action. */
export interface ObservationPart extends PartBase {
  readonly kind: 'observation';
  readonly body: Span;
  /** How many images came with it, as far as the text shows. */
  readonly images: number;
  /** Whether the environment refuses the action before it. */
  readonly refuses: boolean;
}

/** A judge's verdict on one item. */
export interface VerdictPart extends PartBase {
  readonly kind: 'verdict';
  /** Items are counted from 1. */
  readonly item: number;
  /** Null if it is neither `True` nor `False` to a program. */
  readonly value: boolean | null;
  readonly body: Span;
}

/** One line of the quality judge. */
export interface QualityLine extends PartBase {
  readonly kind: 'quality-line';
  readonly name: 'Coherence' | 'Non-Hallucination' | 'Factual Consistency' | 'Average' | 'Explanation';
  /** Null for the explanation, and where no number stands. */
  readonly value: number | null;
  readonly valueSpan: Span | null;
  /** What stands after the colon, without white space around it. */
  readonly body: Span;
}

/** `DEFINE_TOOL: name || args || description`; a field that is missing is null. */
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
