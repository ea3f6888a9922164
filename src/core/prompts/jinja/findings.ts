import type { Span } from '../../span.ts';
import { SpanIndex } from '../../spanIndex.ts';

/**
 * Why the rendered text of a template differs, or may differ, from Jinja2's.
 * - `syntax`: the template cannot be read.
 * - `unsupported`: Jinja2 supports it, but this renderer does not.
 * - `different`: Jinja2 renders it differently.
 * - `fails`: Jinja2 stops here with an error.
 */
export type JinjaFindingKind = 'syntax' | 'unsupported' | 'different' | 'fails';

/** A construct that is not rendered as Jinja2 renders it, at its place in the template. */
export interface JinjaFinding {
  readonly kind: JinjaFindingKind;
  readonly span: Span;
  /** A sentence that says what is wrong and what to do. */
  readonly message: string;
  /** Whether the cause is an undefined name or member. */
  readonly isOfUndefined: boolean;
}

/** A name that a template prints but that has no value: Jinja2 prints nothing there. */
export interface UnfilledName {
  readonly name: string;
  readonly span: Span;
}

/** The most characters of an error that a finding quotes. */
const QUOTED = 300;

/** What an error says, as part of a sentence; an error can quote a value of any length. */
export function errorText(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  return (said.length > QUOTED ? `${said.slice(0, QUOTED)}…` : said).replace(/\.$/, '');
}

const keyOf = (span: Span, message: string): string => `${span.start} ${span.end} ${message}`;

/** Findings of one template; each message is reported once for each place. */
export class FindingList {
  readonly #found = new Map<string, JinjaFinding>();
  readonly #failures = new Map<string, JinjaFinding>();

  add(kind: JinjaFindingKind, span: Span, message: string): void {
    const key = keyOf(span, message);
    if (!this.#found.has(key)) this.#found.set(key, { kind, span, message, isOfUndefined: false });
  }

  /** Adds that a tag could not be rendered. The finding is left out if another one inside the tag explains it. */
  addFailure(span: Span, message: string, isOfUndefined: boolean): void {
    const key = `${String(isOfUndefined)} ${keyOf(span, message)}`;
    if (!this.#failures.has(key))
      this.#failures.set(key, { kind: 'unsupported', span, message, isOfUndefined });
  }

  /** The findings, in order of their places. */
  list(): readonly JinjaFinding[] {
    const found = [...this.#found.values()];
    const explained = new SpanIndex(found.map(({ span }) => span));
    const unexplained = [...this.#failures.values()].filter(({ span }) => !explained.hasInside(span));
    const known = new Map([...found, ...unexplained].map((finding) => [JSON.stringify(finding), finding]));
    return [...known.values()].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  }
}
