import type { Span } from '../../span.ts';

/**
 * The kind of a piece of reasoning in a tree or graph of thoughts. A `section` is a step that the prompt asks for (for
 * example the initial thoughts) and contains the others.
 */
export type ThoughtKind =
  | 'section'
  | 'sub-problem'
  | 'thought'
  | 'evaluation'
  | 'refinement'
  | 'merge'
  | 'graph'
  | 'conclusion';

/** How the reasoning judges a thought. */
export type ThoughtVerdict = 'promising' | 'dead-end';

/** One piece of reasoning with a heading or a number. */
export interface Thought {
  readonly kind: ThoughtKind;
  /** The number or letter that identifies it; empty if it has none. */
  readonly label: string;
  /** The heading as written, without the marks around it. */
  readonly title: string;
  /** The span of the heading, without its marks. */
  readonly heading: Span;
  /** From the heading to the end of the piece, including its children. */
  readonly span: Span;
  /** Its own text, before its first child, without the white space around it. */
  readonly body: Span;
  /** Null if the text gives no verdict, or contradictory ones. */
  readonly verdict: ThoughtVerdict | null;
  /** Labels of the thoughts that it evaluates, refines, or merges. */
  readonly about: readonly string[];
  readonly children: readonly Thought[];
}

/** One step of a graph of thoughts, from label to label. */
export interface ThoughtEdge {
  readonly from: string;
  readonly to: string;
}

/** The reasoning of a trajectory as a tree or graph of thoughts, or the reason why it is neither. */
export type ThoughtOutline =
  | {
      readonly kind: 'outline';
      /** The content of the think block. */
      readonly span: Span;
      /** Text before the first heading, without the white space around it. */
      readonly before: Span;
      readonly thoughts: readonly Thought[];
      /** What leads to what: arrows in the text, and thoughts that were merged or refined. */
      readonly edges: readonly ThoughtEdge[];
    }
  | {
      readonly kind: 'unstructured';
      /** The content of the think block; null if there is none. */
      readonly span: Span | null;
      /** One sentence: why there is no outline. */
      readonly reason: string;
    };
