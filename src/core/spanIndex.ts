import { lastNotAbove, partitionPoint } from './binarySearch.ts';
import type { Span } from './span.ts';

/** Spans of a text, indexed so that each question about them takes logarithmic time. They may overlap. */
export class SpanIndex {
  readonly #starts: readonly number[];
  /** For each span, in the order of their starts, the highest end of it and those before it. */
  readonly #highestEnds: readonly number[];
  /** For each span, the lowest end of it and those after it. */
  readonly #lowestEnds: readonly number[];

  constructor(spans: readonly Span[]) {
    const sorted = spans.toSorted((a, b) => a.start - b.start);
    this.#starts = sorted.map(({ start }) => start);
    let highest = -Infinity;
    this.#highestEnds = sorted.map(({ end }) => (highest = Math.max(highest, end)));
    let lowest = Infinity;
    this.#lowestEnds = sorted
      .toReversed()
      .map(({ end }) => (lowest = Math.min(lowest, end)))
      .reverse();
  }

  /** Whether an offset lies in one of the spans. */
  hasAt(offset: number): boolean {
    return offset < this.#endFrom(offset);
  }

  /** Whether one of the spans contains all of `inner`. */
  hasAround({ start, end }: Span): boolean {
    return end <= this.#endFrom(start);
  }

  /** Whether one of the spans lies in `outer`. */
  hasInside({ start, end }: Span): boolean {
    const first = partitionPoint(this.#starts.length, (index) => (this.#starts[index] ?? 0) < start);
    return (this.#lowestEnds[first] ?? Infinity) <= end;
  }

  /** The highest end of the spans that begin at or before `offset`. */
  #endFrom(offset: number): number {
    return this.#highestEnds[lastNotAbove(this.#starts, offset)] ?? -Infinity;
  }
}
