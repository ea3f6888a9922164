import { tokenize } from '@huggingface/jinja';
import type { Span } from '../../span.ts';
import { placeTokens, type PlacedToken } from './tokens.ts';

/** A raw block, whose content is always text. Comments are matched first, so that no raw block begins inside one. */
const RAW = /\{#[\s\S]*?#\}|(?<!\{)\{%([-+]?)\s*raw\s*(-?)%\}([\s\S]*?)\{%([-+]?)\s*endraw\s*([-+]?)%\}/g;

/**
 * The tokens of a template, with their places. Raw blocks, which the library does not support, are text; everything
 * else is tokenized by the library.
 * @throws SyntaxError for text that the library cannot read
 */
export function lex(text: string): readonly PlacedToken[] {
  const placed: PlacedToken[] = [];
  let at = 0;
  for (const match of text.matchAll(RAW)) {
    const [all, before, first, content, last, after] = match;
    if (content === undefined) continue;
    const end = match.index + all.length;
    placed.push(...piece(text, { start: at, end: match.index }, before === '-'));
    const start = match.index + all.indexOf('%}') + 2;
    const inside = stripSpan(text, { start, end: start + content.length }, first === '-', last === '-');
    if (inside.end > inside.start) {
      const value = text.slice(inside.start, inside.end);
      placed.push({ token: { type: 'Text', value }, span: inside });
    }
    at = after === '-' ? stripSpan(text, { start: end, end: text.length }, true, false).start : end;
  }
  placed.push(...lexPart(text.slice(at), at));
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
