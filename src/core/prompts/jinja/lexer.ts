import { tokenize } from '@huggingface/jinja';
import type { Span } from '../../span.ts';
import { placeTokens, type PlacedToken } from './tokens.ts';

/** The beginning of a comment, or the first tag of a raw block. */
const OPENING = /\{#|(?<!\{)\{%([-+]?)\s*raw\s*(-?)%\}/g;
const ENDRAW = /\{%([-+]?)\s*endraw\s*([-+]?)%\}/g;

/** A raw block, whose content is always text. */
interface RawBlock {
  readonly first: RegExpExecArray;
  readonly last: RegExpExecArray;
}

/** The raw blocks of a template that are closed, in order. None begins inside a comment. */
function* rawBlocks(text: string): Iterable<RawBlock> {
  let [commentsEnd, blocksEnd] = [true, true];
  const opening = new RegExp(OPENING);
  for (let first = opening.exec(text); first !== null; first = opening.exec(text)) {
    if (first[0] === '{#') {
      const end = commentsEnd ? text.indexOf('#}', opening.lastIndex) : -1;
      commentsEnd = end >= 0;
      if (commentsEnd) opening.lastIndex = end + 2;
      continue;
    }
    ENDRAW.lastIndex = opening.lastIndex;
    const last = blocksEnd ? ENDRAW.exec(text) : null;
    blocksEnd = last !== null;
    if (last === null) continue;
    opening.lastIndex = last.index + last[0].length;
    yield { first, last };
  }
}

/**
 * The tokens of a template, with their places. Raw blocks, which the library does not support, are text; everything
 * else is tokenized by the library.
 * @throws SyntaxError for text that the library cannot read
 */
export function lex(text: string): readonly PlacedToken[] {
  const placed: PlacedToken[] = [];
  let at = 0;
  for (const { first, last } of rawBlocks(text)) {
    const end = last.index + last[0].length;
    for (const token of piece(text, { start: at, end: first.index }, first[1] === '-')) placed.push(token);
    const content = { start: first.index + first[0].length, end: last.index };
    const inside = stripSpan(text, content, first[2] === '-', last[1] === '-');
    if (inside.end > inside.start) {
      const value = text.slice(inside.start, inside.end);
      placed.push({ token: { type: 'Text', value }, span: inside });
    }
    at = last[2] === '-' ? stripSpan(text, { start: end, end: text.length }, true, false).start : end;
  }
  for (const token of lexPart(text.slice(at), at)) placed.push(token);
  return placed;
}

/** The tokens of a part of a template that is followed by more text. */
function piece(text: string, span: Span, strips: boolean): readonly PlacedToken[] {
  const { start, end } = stripSpan(text, span, false, strips);
  const part = text.slice(start, end);
  // The library drops a line feed at the end of its input, but this is not the end of the template.
  return lexPart(part.endsWith('\n') ? `${part}\n` : part, start);
}

function lexPart(part: string, start: number): readonly PlacedToken[] {
  return placeTokens(part, tokenize(part)).map(({ token, span }) => ({
    token,
    span: { start: start + span.start, end: start + span.end },
  }));
}

function stripSpan(text: string, { start, end }: Span, atStart: boolean, atEnd: boolean): Span {
  const inside = text.slice(start, end);
  const from = atStart ? start + inside.length - inside.trimStart().length : start;
  const to = atEnd ? end - (inside.length - inside.trimEnd().length) : end;
  return { start: from, end: Math.max(from, to) };
}
