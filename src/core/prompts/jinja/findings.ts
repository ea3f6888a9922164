import type { Span } from '../../span.ts';

/**
 * Why a template's text is not, or may not be, what Jinja2 makes of it.
 * - `syntax`: the template cannot be read.
 * - `unsupported`: Jinja2 has it, this rendering has not.
 * - `different`: it is rendered here, and Jinja2 renders it otherwise.
 * - `fails`: Jinja2 stops here with an error.
 */
export type JinjaFindingKind = 'syntax' | 'unsupported' | 'different' | 'fails';

/** A construct of a template that is not rendered as Jinja2 renders it, at its place in the template. */
export interface JinjaFinding {
  readonly kind: JinjaFindingKind;
  readonly span: Span;
  /** A sentence that says what is so and what to do. */
  readonly message: string;
  /** Whether it is a name or member without a value that could not be worked with. */
  readonly isOfUndefined: boolean;
}

/** A name that a template prints and nothing fills: Jinja2 prints nothing there. */
export interface UnfilledName {
  readonly name: string;
  readonly span: Span;
}

/** Findings of one template, each said once a place. */
export class FindingList {
  readonly #found = new Map<string, JinjaFinding>();
  readonly #failures: JinjaFinding[] = [];

  add(kind: JinjaFindingKind, span: Span, message: string): void {
    const key = `${span.start} ${span.end} ${message}`;
    if (!this.#found.has(key)) this.#found.set(key, { kind, span, message, isOfUndefined: false });
  }

  /** Adds that a tag could not be rendered, which is left out if another finding inside of it says why. */
  addFailure(span: Span, message: string, isOfUndefined: boolean): void {
    this.#failures.push({ kind: 'unsupported', span, message, isOfUndefined });
  }

  /** The findings, by their place. */
  list(): readonly JinjaFinding[] {
    const found = [...this.#found.values()];
    const unexplained = this.#failures.filter(
      ({ span }) => !found.some((other) => other.span.start >= span.start && other.span.end <= span.end),
    );
    const known = new Map([...found, ...unexplained].map((finding) => [JSON.stringify(finding), finding]));
    return [...known.values()].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  }
}
