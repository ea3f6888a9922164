import type { CheckCode } from '../findingChecks.ts';

/**
 * What a block is for: reasoning, an answer, an action (a search, a region to look at, a tool call), the
 * environment's response to an action, a verdict, or anything else.
 */
export type BlockRole = 'think' | 'answer' | 'block' | 'search' | 'box' | 'call' | 'observation' | 'verdict';

/** Who wrote a part of a trajectory: the model, or the environment that it runs in. */
export type Speaker = 'model' | 'environment';

/** How often a block occurs in a response: exactly once, at most once, at least once, or any number of times. */
export type Occurrence = 'once' | 'optional' | 'some' | 'any';

/** A block that a dialect asks for. */
export interface BlockRule {
  /** Name of the tag, lower case. */
  readonly name: string;
  readonly role: BlockRole;
  readonly occurs: Occurrence;
  /** Who writes the content of the block. */
  readonly speaker: Speaker;
  /** What the content must be, in a sentence or two. */
  readonly holds: string;
}

/** The required form of a tool's args: `Image k: <where>`, or values. */
export type ArgsForm = 'image' | 'values';

/** A tool that a dialect knows. */
export interface ToolForm {
  readonly name: string;
  readonly args: ArgsForm;
}

/** How a dialect writes tool calls (`<tool name="..." args="...">`). */
export interface ToolRule {
  /** The block that tool calls must be in; null if they are in no block. */
  readonly container: string | null;
  /** What the dialect's own prompt offers. */
  readonly toolbox: readonly ToolForm[];
  /** Tools that the reward accepts in addition to those of the toolbox. */
  readonly alsoAllowed: readonly ToolForm[];
  /** The most tool calls that the reward accepts without a deduction; null if it does not count them. */
  readonly most: number | null;
}

/**
 * How blocks follow each other: in the order in which they are listed, in turns that each begin with one block and end
 * with an action, or in any order.
 */
export type Flow =
  | { readonly kind: 'sequence' }
  | {
      readonly kind: 'turns';
      /** The block that begins every turn. */
      readonly begins: string;
      /** Blocks that end a turn; each turn ends with one of them. */
      readonly actions: readonly string[];
      /** The action that ends the trajectory. */
      readonly last: string;
      /** The most turns. */
      readonly most: number;
    }
  | { readonly kind: 'free' };

/** A line of loose text that has a meaning of its own. */
export interface LineRule {
  readonly name: string;
  /** What the line is; the text under a heading is like the block that another dialect has in its place. */
  readonly kind: 'definition' | 'score' | Extract<BlockRole, 'think' | 'block' | 'answer'>;
  /**
   * Matches the beginning of the line, without the white space before it and including the white space after it;
   * anchored at its start.
   */
  readonly begins: RegExp;
  /** Whether the following lines that match no rule belong to it. */
  readonly continues: boolean;
}

/** What identifies a dialect in addition to its tags. */
export interface Sign {
  /** The same sign has the same name in every dialect. */
  readonly name: string;
  readonly pattern: RegExp;
}

/** Defaults for most dialects: only blocks, in order, and tags whose case does not matter. */
export const PLAIN = {
  flow: { kind: 'sequence' },
  tools: null,
  loose: 'wrong',
  observation: null,
  chat: false,
  lines: [],
  tags: { caseCounts: false, spaceCounts: true },
  signs: [],
  checks: [],
} as const satisfies Partial<Dialect>;

/** The form that a prompt asks a model to answer in. */
export interface Dialect {
  readonly name: string;
  readonly title: string;
  /** What a model writes, in a sentence or two. */
  readonly description: string;
  /** Every block, in the required order if `flow` is a sequence. */
  readonly blocks: readonly BlockRule[];
  readonly flow: Flow;
  /** Null if the dialect has no tool calls. */
  readonly tools: ToolRule | null;
  /** Whether text outside of the tags is a mistake, or the model's own words. */
  readonly loose: 'wrong' | 'spoken';
  /** How loose text after an action begins if the environment wrote it; null if the environment writes none. */
  readonly observation: RegExp | null;
  /** Whether the environment's turns are between chat marks (`<|im_start|>user`, `<|im_end|>`). */
  readonly chat: boolean;
  /** Lines that have a meaning of their own; empty if there are none. */
  readonly lines: readonly LineRule[];
  /** Whether the reward accepts only lowercase tags, and only tags without white space inside. */
  readonly tags: { readonly caseCounts: boolean; readonly spaceCounts: boolean };
  /** Validity rules in addition to those about blocks and tool calls. */
  readonly checks: readonly CheckCode[];
  /** The signs that identify it, in addition to its tags. */
  readonly signs: readonly Sign[];
}
