/** A half-open range of UTF-16 offsets into a trajectory's own text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Severity of a finding, as an editor would show it. */
export type Severity = 'error' | 'warning' | 'information';

/** The data of findings: what their sentences name. */
export interface FindingDetails {
  /** The name of a tag, in lower case. */
  readonly tag?: string;
  /** The tag of the block that should come after it. */
  readonly before?: string;
  /** The name of a tool, as written in the call. */
  readonly tool?: string;
  /** The name of an attribute of a tool call; null for something that is not an attribute. */
  readonly attribute?: string | null;
  /** What the args of a tool call should be: an image and a place in it, or values. */
  readonly args?: 'image' | 'values';
  /** The number of an image, counted from 1. */
  readonly image?: number;
  /** The average of a judge's scores, rounded to two decimals. */
  readonly average?: number;
}

/** Something wrong or noteworthy, with a stable code and the exact span of text that it is about. */
export interface Finding {
  /** Stable, kebab-case, e.g. `tool-outside-description`. */
  readonly code: string;
  readonly severity: Severity;
  readonly span: Span;
  /** A sentence for people that says what is wrong and what to do. Code uses `code` and `data` instead. */
  readonly message: string;
  /** What the sentence names, if its code has data. */
  readonly data?: FindingDetails;
}
