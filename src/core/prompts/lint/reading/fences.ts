import { lastNotAbove } from '../../../binarySearch.ts';
import type { Span } from '../../../span.ts';

/** A Markdown fence. */
export interface Fence {
  readonly span: Span;
  /** The lines between the first and the last one, with their line feeds. */
  readonly content: Span;
}

const OPENING = /^[ \t]*(`{3,}|~{3,}(?!~))[^`]*$/;

/** The Markdown fences of a text that are closed, in order: each ends at the next line that has only its marks. */
export class Fences {
  readonly #fences: readonly Fence[];
  readonly #starts: readonly number[];

  constructor(text: string) {
    this.#fences = findFences(text);
    this.#starts = this.#fences.map(({ span }) => span.start);
  }

  /** The fence whose content contains a span; null if there is none. */
  around({ start, end }: Span): Fence | null {
    const fence = this.#fences[lastNotAbove(this.#starts, start)];
    return fence !== undefined && fence.content.start <= start && end <= fence.content.end ? fence : null;
  }
}

function findFences(text: string): readonly Fence[] {
  const lines = text.split('\n');
  const closings = new Map<string, number[]>();
  for (const [index, line] of lines.entries()) {
    const mark = line.trim();
    if (!/^(?:`{3}|~{3})/.test(mark)) continue;
    const known = closings.get(mark);
    if (known === undefined) closings.set(mark, [index]);
    else known.push(index);
  }
  const starts: number[] = [];
  let at = 0;
  for (const line of lines) {
    starts.push(at);
    at += line.length + 1;
  }
  const fences: Fence[] = [];
  for (let index = 0; index < lines.length; index++) {
    const mark = OPENING.exec(lines[index] ?? '')?.[1];
    const own = mark === undefined ? undefined : closings.get(mark);
    if (own === undefined) continue;
    const last = own[lastNotAbove(own, index) + 1];
    if (last === undefined) continue;
    const start = starts[index] ?? 0;
    const lastStart = starts[last] ?? 0;
    fences.push({
      span: { start, end: lastStart + (lines[last] ?? '').length },
      content: { start: starts[index + 1] ?? 0, end: lastStart },
    });
    index = last;
  }
  return fences;
}
