/** What a block is for: where the model reasons, where it answers, or something between. */
export type BlockRole = 'think' | 'answer' | 'block';

/** A block that a dialect asks for. */
export interface BlockRule {
  /** Name of the tag, lower case. */
  readonly name: string;
  readonly role: BlockRole;
}

/** What the args of a tool must hold: `Image k: <where>`, or values. */
export type ArgsForm = 'image' | 'values';

/** A tool that a dialect knows. */
export interface ToolForm {
  readonly name: string;
  readonly args: ArgsForm;
}

/** How a dialect writes tool calls. */
export interface ToolRule {
  /** The block that tool calls must stand in. */
  readonly container: string;
  /** What the dialect's own prompt offers. */
  readonly toolbox: readonly ToolForm[];
  /** Tools that the reward takes beside those of the toolbox. */
  readonly alsoAllowed: readonly ToolForm[];
  /** From one more tool call on the reward deducts. */
  readonly most: number;
}

/** The form that a prompt asks a model to answer in. */
export interface Dialect {
  readonly name: string;
  readonly title: string;
  /** One sentence: what a model writes. */
  readonly description: string;
  /** Every block, in the order in which they must stand, each exactly once. */
  readonly blocks: readonly BlockRule[];
  /** Null where the dialect has no tool calls. */
  readonly tools: ToolRule | null;
}
