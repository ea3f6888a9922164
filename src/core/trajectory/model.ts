import type { Finding, Span } from '../span.ts';
import type { BlockRole, Speaker } from './dialects/dialect.ts';
import type { RegisteredDialect } from './dialects/names.ts';
import type { Part } from './partModel.ts';

/** The form that a prompt asks a model to answer in. */
export type DialectName = RegisteredDialect;

/** What a token covers. Tokens of a trajectory cover every character exactly once, in order. */
export type TokenKind = 'text' | 'open-tag' | 'close-tag' | 'fence' | 'turn-mark' | 'partial-tag';

/** The smallest lossless piece of a trajectory's text. */
export interface Token {
  readonly kind: TokenKind;
  readonly span: Span;
}

/** `name="value"` inside an opening tag; the spans leave out the quotes. */
export interface Attribute {
  readonly name: string;
  readonly nameSpan: Span;
  readonly value: string;
  readonly valueSpan: Span;
  readonly quote: '"' | "'" | '';
}

/** A tagged part: think, description, answer, or another tag that the dialect knows. */
export interface Block {
  /** Lower case, whatever the text has. */
  readonly name: string;
  /** From the opening tag to the end of the closing one (to where it ends, when it never closes). */
  readonly span: Span;
  readonly open: Span;
  /** What stands between the tags, unstripped. */
  readonly content: Span;
  readonly close: Span | null;
}

/** `Image k` where it stands in the text. */
export interface ImageReference {
  readonly image: number;
  readonly span: Span;
}

/** An invocation inside a trajectory, and the observation that the model wrote for it. */
export interface ToolCall {
  readonly name: string;
  readonly nameSpan: Span | null;
  readonly args: string | null;
  readonly argsSpan: Span | null;
  /** The body, stripped; its span is unstripped content between the tags. */
  readonly observation: string;
  readonly observationSpan: Span;
  readonly span: Span;
  readonly open: Span;
  readonly close: Span | null;
  readonly attributes: readonly Attribute[];
  /** Images named in the args. */
  readonly images: readonly ImageReference[];
  readonly insideDescription: boolean;
}

/**
 * What a step is: what the role of its block says, a tool call, loose text, the definition of a tool, or one score of a
 * list of scores.
 */
export type StepKind = BlockRole | 'tool' | 'text' | 'definition' | 'score';

/** What a person reads as one step of the trajectory, in reading order. */
export interface Step {
  /** Position in the list of steps, from 0; stable while text is appended. */
  readonly index: number;
  readonly kind: StepKind;
  /** Whose words it is. */
  readonly speaker: Speaker;
  /** Name of the block or of the tool; empty for text that stands outside of the tags and should not. */
  readonly name: string;
  readonly span: Span;
  /** What the step says (content of the block, observation of the tool, the loose text). */
  readonly body: Span;
  /** Depth in the outline: 0 for blocks, 1 for tool calls inside a block. */
  readonly depth: number;
  readonly tool: ToolCall | null;
  /** Images that the step names, in order of appearance, each once. */
  readonly images: readonly number[];
  /** Whether the step is still open because the text has not got to its end. */
  readonly open: boolean;
}

/** One response of a model: its text, and what was parsed from it. */
export interface Trajectory {
  readonly text: string;
  readonly dialect: DialectName;
  /** What the parser was told in addition to the text. */
  readonly context: ParseContext;
  readonly tokens: readonly Token[];
  readonly blocks: readonly Block[];
  readonly tools: readonly ToolCall[];
  readonly steps: readonly Step[];
  /**
   * What the dialect gives a form of its own, in the order of the text: items of evidence by image, boxes and points,
   * calls, searches and what the environment says to them, verdicts, scores, definitions of tools, boxed answers. While
   * the text is still coming, closed parts keep their place and those of the open block are read as far as they go;
   * half-written ones are left out or `open`, and no finding is about them.
   */
  readonly parts: readonly Part[];
  readonly findings: readonly Finding[];
  /** False while more text may come. */
  readonly complete: boolean;
}

/** What a parser must be told in addition to the text. */
export interface ParseContext {
  readonly dialect: DialectName;
  /** Images of the request; null when not known (image ranges are then not checked). */
  readonly numImages: number | null;
  /** Names of the tools that the prompt offers; null for the dialect's own toolbox. */
  readonly tools: readonly string[] | null;
}
