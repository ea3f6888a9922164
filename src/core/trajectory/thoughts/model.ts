import type { Span } from '../../span.ts';

/**
 * What a piece of reasoning is in a tree or graph of thoughts. A `section` is a step that the prompt asks for (the initial
 * thoughts, say) and holds the others.
 */
export type ThoughtKind =
  'section' | 'sub-problem' | 'thought' | 'evaluation' | 'refinement' | 'merge' | 'graph' | 'conclusion';

/** How the reasoning judges a thought. */
export type ThoughtVerdict = 'promising' | 'dead-end';

/** One piece of reasoning with a heading or a number. */
export interface Thought {
  readonly kind: ThoughtKind;
  /** The number or letter that it is called by; empty if it has none. */
  readonly label: string;
  /** The heading as it is written, without marks around it. */
  readonly title: string;
  /** The heading, its marks left out. */
  readonly heading: Span;
  /** From the heading to the end of what belongs to it, its children included. */
  readonly span: Span;
  /** What it says itself, before its first child; without white space around it. */
  readonly body: Span;
  /** Null if the text gives no verdict, or contradicting ones. */
  readonly verdict: ThoughtVerdict | null;
  /** Labels of the thoughts that it mentions: those that it evaluates, refines or merges. */
  readonly about: readonly string[];
  readonly children: readonly Thought[];
}

/** One step of a graph of thoughts, from label to label. */
export interface ThoughtEdge {
  readonly from: string;
  readonly to: string;
}

/** The reasoning of a trajectory as a tree or graph of thoughts, or word that it is written as neither. */
export type ThoughtOutline =
  | {
      readonly kind: 'outline';
      /** The content of the think block. */
      readonly span: Span;
      /** Text before the first heading, without white space around it. */
      readonly before: Span;
      readonly thoughts: readonly Thought[];
      /** What leads to what: arrows that are written, and thoughts that were merged or refined. */
      readonly edges: readonly ThoughtEdge[];
    }
  | {
      readonly kind: 'unstructured';
      /** The content of the think block; null if there is none. */
      readonly span: Span | null;
      /** A sentence: why there is no outline. */
      readonly reason: string;
    };
