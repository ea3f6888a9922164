/** A half-open range of UTF-16 offsets into a trajectory's own text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Severity of a finding, as an editor would show it. */
export type Severity = 'error' | 'warning' | 'information';

/** One thing that is wrong or noteworthy, with a stable code, and the exact span of text it speaks of. */
export interface Finding {
  /** Stable, kebab-case, e.g. `tool-outside-description`. */
  readonly code: string;
  readonly severity: Severity;
  readonly span: Span;
  /** A sentence that says what is so and what to do. */
  readonly message: string;
}
