import type { Span } from '../../span.ts';

/** A text without the turns that were injected into it, and the original places of the rest. */
export interface KeptText {
  readonly text: string;
  /** The parts of the original that remain, in order. */
  readonly parts: readonly Span[];
  /** Injected turns that remain because they contain a line break, from their opening mark on. */
  readonly leftTurns: readonly Span[];
}

const OPENING = '<|im_start|>user';
const CLOSING = '<|im_end|>';

/**
 * Removes the text from `<|im_start|>user` to the nearest `<|im_end|>` on the same line (Alibaba-NLP/VRAG, vrag.py,
 * `remove_text_between_tags`, whose pattern does not extend past a line feed).
 */
export function withoutUserTurns(response: string): KeptText {
  const parts: Span[] = [];
  const leftTurns: Span[] = [];
  let kept = 0;
  let end = -1;
  let line = -1;
  for (let start = response.indexOf(OPENING); start >= 0;) {
    const from = start + OPENING.length;
    if (end < from) end = indexFrom(response, CLOSING, from);
    if (line < from) line = indexFrom(response, '\n', from);
    if (end < line) {
      if (start > kept) parts.push({ start: kept, end: start });
      kept = end + CLOSING.length;
      start = response.indexOf(OPENING, kept);
    } else {
      if (end < response.length) leftTurns.push({ start, end: from });
      start = response.indexOf(OPENING, from);
    }
  }
  if (response.length > kept) parts.push({ start: kept, end: response.length });
  const text = parts.map((part) => response.slice(part.start, part.end)).join('');
  return { text, parts, leftTurns };
}

/** The index of the first `mark` from `at` on; the end of the text if there is none. */
function indexFrom(text: string, mark: string, at: number): number {
  const found = text.indexOf(mark, at);
  return found < 0 ? text.length : found;
}

/** The parts of the original that a span of the remaining text covers. */
export function originalParts({ parts }: KeptText, span: Span): Span[] {
  const found: Span[] = [];
  let before = 0;
  for (const part of parts) {
    const start = Math.max(span.start - before, 0);
    const end = Math.min(span.end - before, part.end - part.start);
    before += part.end - part.start;
    if (end < start || (end === start && span.end > span.start)) continue;
    found.push({ start: part.start + start, end: part.start + end });
  }
  return found;
}
