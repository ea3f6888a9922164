/** A half-open range of UTF-16 offsets into a trajectory's own text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Severity of a finding, as an editor would show it. */
export type Severity = 'error' | 'warning' | 'information';

/** What findings name in their sentences. */
export interface FindingDetails {
  /** The name of a tag, in lower case. */
  readonly tag?: string;
  /** The tag of the block that should stand after it. */
  readonly before?: string;
  /** The name of a tool, as the call has it. */
  readonly tool?: string;
  /** The name of an attribute of a tool call; null for what is none. */
  readonly attribute?: string | null;
  /** What the args of a tool call should hold, as people read it. */
  readonly args?: string;
  /** The number of an image, counted from 1. */
  readonly image?: number;
  /** The average of a judge's scores, rounded to two decimals. */
  readonly average?: number;
}

/** One thing that is wrong or noteworthy, with a stable code, and the exact span of text it speaks of. */
export interface Finding {
  /** Stable, kebab-case, e.g. `tool-outside-description`. */
  readonly code: string;
  readonly severity: Severity;
  readonly span: Span;
  /** A sentence that says what is so and what to do, for people: code decides by `code` and `data`. */
  readonly message: string;
  /** What the sentence names, where its code has any. */
  readonly data?: FindingDetails;
}
