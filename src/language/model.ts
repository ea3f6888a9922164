import type { RewardGrounding } from '../core/grounding/rewardGrounding.ts';
import type { RewardProfile } from '../core/rewards/model.ts';
import type { Finding, Span } from '../core/span.ts';
import type { DetectedDialect } from '../core/trajectory/detect.ts';

/*
 * The requests of an editor and their results, in types independent of any editor. All offsets are UTF-16 units from
 * the start of the document, including its front matter.
 */

/** The current text of a document: of an open editor, or of a file. */
export interface SourceText {
  readonly uri: string;
  /** Grows with every change of the text. */
  readonly version: number;
  readonly text: string;
  /** Whether the document itself is a trajectory, or contains trajectories in its Markdown code fences. */
  readonly kind: 'trajectory' | 'markdown';
}

/** A prompt file that the front matter of a trajectory names. It is the same object as long as its text is the same. */
export interface PromptSource {
  /** The name that the front matter uses. */
  readonly name: string;
  readonly uri: string;
  readonly text: string;
}

/** A composite reward that a front matter names. It is the same object as long as its text is the same. */
export type CompositeSource =
  | { readonly profile: RewardProfile; readonly fault: null }
  /** A sentence that says why it cannot be used. */
  | { readonly profile: null; readonly fault: string };

/** What the language service needs from its host. */
export interface LanguageWorkspace {
  /** The prompt that `document` calls `name`; null if there is none or it cannot be read. Never rejects. */
  prompt(name: string, document: string): Promise<PromptSource | null>;
  /** The composite reward that `document` calls `name`. Never rejects. */
  composite(name: string, document: string): Promise<CompositeSource>;
  /**
   * What the pages say of `document`, a trajectory; null if it is not known. The same object as long as it is the same.
   * Never rejects.
   */
  grounding(document: string): Promise<RewardGrounding | null>;
}

/** A finding at its place in the document. */
export type Diagnostic = Finding;

/** Replaces a span of the document. */
export interface TextEdit {
  readonly span: Span;
  readonly newText: string;
}

/** A hover for a place, in Markdown. */
export interface Hover {
  readonly span: Span;
  readonly markdown: string;
}

/** A part of a trajectory in the outline. */
export interface OutlineItem {
  readonly name: string;
  readonly detail: string;
  readonly kind: 'front-matter' | 'block' | 'tool' | 'part' | 'thought';
  readonly span: Span;
  /** The span that is selected when the item is chosen; it is inside `span`. */
  readonly nameSpan: Span;
  readonly children: readonly OutlineItem[];
}

/** Lines that can be folded, including the first and the last. */
export interface Folding {
  readonly span: Span;
  readonly kind: 'front-matter' | 'part';
}

export const TOKEN_TYPES = ['pagetraceTool', 'pagetraceImage'] as const;
export const TOKEN_MODIFIERS = ['unknown', 'misplaced', 'absent'] as const;

/** A piece of text that is colored by its meaning. */
export interface SemanticToken {
  readonly span: Span;
  readonly type: (typeof TOKEN_TYPES)[number];
  /** For a tool that the prompt does not offer, one outside of the block for tools, or an image that was not sent. */
  readonly modifiers: readonly (typeof TOKEN_MODIFIERS)[number][];
}

/** A completion at the cursor. */
export interface Completion {
  readonly label: string;
  readonly kind: 'tag' | 'closing-tag' | 'tool' | 'image' | 'attribute' | 'key' | 'value';
  readonly detail: string;
  /** Markdown; empty if there is none. */
  readonly documentation: string;
  /** A snippet with `$1` and `${1:text}` tab stops. */
  readonly insert: string;
  /** The span that it replaces. */
  readonly replace: Span;
  /** Whether another completion can follow directly. */
  readonly goesOn: boolean;
}

/** The definition of a tool: a place in a prompt's text. */
export interface Definition {
  /** The span of the name in the trajectory. */
  readonly origin: Span;
  readonly prompt: PromptSource;
  readonly span: Span;
}

/** A hint that is shown in the text without being part of it. */
export interface InlayHint {
  readonly offset: number;
  readonly label: string;
  /** Markdown. */
  readonly tooltip: string;
}

/** A repair: what it changes, the reward before and after, and the diagnostic that it removes. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
  /** The diagnostic that disappears after the edits. */
  readonly diagnostic: Diagnostic;
  /** Whether the intention is clear, so that it is part of "fix all". */
  readonly preferred: boolean;
}

/** The reward of a trajectory for a status bar. */
export interface RewardStatus {
  /** Null if no profile is named and the dialect has none of its own. */
  readonly profile: string | null;
  /** `0.9`, `0.1–0.9` while it depends on the verdict, `raises IndexError`, `unknown`. */
  readonly label: string;
  /** Markdown: the components, what they pay, and why. */
  readonly tooltip: string;
}

/** The dialect of a trajectory for a status bar. */
export interface DialectStatus {
  readonly name: string;
  readonly title: string;
  /** How it was recognized from the response; null if the front matter names it. */
  readonly detected: DetectedDialect | null;
}
