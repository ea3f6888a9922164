import type { Finding, Span } from '../span.ts';
import type { BlockRole, Speaker } from './dialects/dialect.ts';
import type { RegisteredDialect } from './dialects/names.ts';
import type { Part } from './partModel.ts';

/** The form that a prompt asks a model to answer in. */
export type DialectName = RegisteredDialect;

/** The kind of a token. The tokens of a trajectory cover every character exactly once, in order. */
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
  /** Lowercase, regardless of the text. */
  readonly name: string;
  /** From the opening tag to the end of the closing one, or to where the block ends if it never closes. */
  readonly span: Span;
  readonly open: Span;
  /** The text between the tags, not stripped. */
  readonly content: Span;
  readonly close: Span | null;
}

/** `Image k` in the text. */
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
  /** The body, stripped; its span is the content between the tags, not stripped. */
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
 * The kind of a step: the role of its block, a tool call, loose text, a tool definition, or one score of a list of
 * scores.
 */
export type StepKind = BlockRole | 'tool' | 'text' | 'definition' | 'score';

/** What a person reads as one step of the trajectory, in reading order. */
export interface Step {
  /** Position in the list of steps, from 0; stable while text is appended. */
  readonly index: number;
  readonly kind: StepKind;
  /** Who wrote it. */
  readonly speaker: Speaker;
  /** Name of the block or of the tool; empty for text that is outside of the tags and should not be. */
  readonly name: string;
  readonly span: Span;
  /** The text of the step: the content of the block, the observation of the tool, or the loose text. */
  readonly body: Span;
  /** Depth in the outline: 0 for blocks, 1 for tool calls inside a block. */
  readonly depth: number;
  readonly tool: ToolCall | null;
  /** The distinct images that the step names, in order of appearance. */
  readonly images: readonly number[];
  /** Whether the step is still open because its end has not arrived yet. */
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
   * The structured parts of the dialect, in text order: items of evidence by image, boxes and points, calls, searches
   * and the environment's replies to them, verdicts, scores, tool definitions, boxed answers. While the text is still
   * arriving, closed parts keep their position and those of the open block are read as far as possible; half-written
   * parts are left out or `open`, and have no findings.
   */
  readonly parts: readonly Part[];
  readonly findings: readonly Finding[];
  /** False while more text may come. */
  readonly complete: boolean;
}

/** What a parser must be told in addition to the text. */
export interface ParseContext {
  readonly dialect: DialectName;
  /** Images of the request; null if not known (image numbers are then not checked). */
  readonly numImages: number | null;
  /** Names of the tools that the prompt offers; null for the dialect's own toolbox. */
  readonly tools: readonly string[] | null;
}
