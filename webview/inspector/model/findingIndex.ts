import type { Finding, Span } from '../../../src/core/span.ts';
import { partitionPoint } from '../../../src/core/binarySearch.ts';

/** Findings in order of their places, for lookup by place. */
export class FindingIndex {
  readonly #ordered: readonly Finding[];
  /** The largest end among the findings up to each index. */
  readonly #reach: readonly number[];

  constructor(findings: readonly Finding[]) {
    this.#ordered = [...findings].sort((a, b) => a.span.start - b.span.start);
    let reach = 0;
    this.#reach = this.#ordered.map(({ span }) => (reach = Math.max(reach, span.end)));
  }

  /** The findings that share a character with `span`. */
  within(span: Span): readonly Finding[] {
    const found: Finding[] = [];
    const first = partitionPoint(this.#reach.length, (index) => (this.#reach[index] ?? 0) <= span.start);
    for (let index = first; index < this.#ordered.length; index++) {
      const finding = this.#ordered[index];
      if (finding === undefined || finding.span.start >= span.end) break;
      if (finding.span.end > span.start) found.push(finding);
    }
    return found;
  }
}
