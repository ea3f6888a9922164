import type { CheckCode } from '../findings.ts';

/**
 * What a block is for: reasoning, an answer, an action (a search, a region to look at, a tool call), the
 * environment's response to an action, a verdict, or anything else.
 */
export type BlockRole = 'think' | 'answer' | 'block' | 'search' | 'box' | 'call' | 'observation' | 'verdict';

/** Whose words a part of a trajectory is: the model's, or those of the environment that it is run in. */
export type Speaker = 'model' | 'environment';

/** How often a block stands in a response: once, once at most, once at least, or any number of times. */
export type Occurrence = 'once' | 'optional' | 'some' | 'any';

/** A block that a dialect asks for. */
export interface BlockRule {
  /** Name of the tag, lower case. */
  readonly name: string;
  readonly role: BlockRole;
  readonly occurs: Occurrence;
  /** Who writes what stands between its tags. */
  readonly speaker: Speaker;
  /** One sentence: what it must hold. */
  readonly holds: string;
}

/** What the args of a tool must hold: `Image k: <where>`, or values. */
export type ArgsForm = 'image' | 'values';

/** A tool that a dialect knows. */
export interface ToolForm {
  readonly name: string;
  readonly args: ArgsForm;
}

/** How a dialect writes tool calls (`<tool name="..." args="...">`). */
export interface ToolRule {
  /** The block that tool calls must stand in; null if they stand on their own. */
  readonly container: string | null;
  /** What the dialect's own prompt offers. */
  readonly toolbox: readonly ToolForm[];
  /** Tools that the reward accepts besides those of the toolbox. */
  readonly alsoAllowed: readonly ToolForm[];
  /** From one more tool call on the reward deducts; null if it counts none. */
  readonly most: number | null;
}

/**
 * How blocks follow each other: in the order in which they are listed, in turns that each begin with one block and end
 * with an action, or as they come.
 */
export type Flow =
  | { readonly kind: 'sequence' }
  | {
      readonly kind: 'turns';
      /** The block that begins every turn. */
      readonly begins: string;
      /** Blocks that end a turn, one of them each. */
      readonly actions: readonly string[];
      /** The action that ends the trajectory. */
      readonly last: string;
      /** Turns at most. */
      readonly most: number;
    }
  | { readonly kind: 'free' };

/** A line of loose text that means something on its own. */
export interface LineRule {
  readonly name: string;
  readonly kind: 'definition' | 'score';
  /** What the line begins with, white space before it left out and after it taken along; anchored at its start. */
  readonly begins: RegExp;
  /** Whether the lines after it that no rule names belong to it. */
  readonly continues: boolean;
}

/** What identifies a dialect besides its tags. */
export interface Sign {
  /** A name that the same sign has in every dialect. */
  readonly name: string;
  readonly pattern: RegExp;
}

/** What most dialects have: nothing but blocks, in order, and tags whose case does not matter. */
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
  /** One sentence: what a model writes. */
  readonly description: string;
  /** Every block, in the order in which they must stand where `flow` is a sequence. */
  readonly blocks: readonly BlockRule[];
  readonly flow: Flow;
  /** Null if the dialect has no tool calls. */
  readonly tools: ToolRule | null;
  /** What text outside of the tags is: a mistake, or the model's own words. */
  readonly loose: 'wrong' | 'spoken';
  /** How loose text after an action begins where the environment wrote it; null if it writes none. */
  readonly observation: RegExp | null;
  /** Whether turns of the environment stand between chat marks (`<|im_start|>user`, `<|im_end|>`). */
  readonly chat: boolean;
  /** Lines that mean something on their own; empty if there are none. */
  readonly lines: readonly LineRule[];
  /** Whether the reward takes only tags in lower case, and only tags without white space inside. */
  readonly tags: { readonly caseCounts: boolean; readonly spaceCounts: boolean };
  /** Validity rules besides those of blocks and tool calls. */
  readonly checks: readonly CheckCode[];
  /** What it is recognized by, besides its tags. */
  readonly signs: readonly Sign[];
}
