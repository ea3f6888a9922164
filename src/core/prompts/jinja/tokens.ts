import type { Span } from '../../span.ts';
import type { Token } from './ast.ts';

/** A token of the library with its place in the source. */
export interface PlacedToken {
  readonly token: Token;
  readonly span: Span;
}

/**
 * Finds the places of the library's tokens, which the library does not report. Tokens are verbatim and in order;
 * between them is only white space, including what a `-` strips. A string is in quotes, and its value no longer has the
 * escapes of the source.
 * @param text the text that was tokenized
 */
export function placeTokens(text: string, tokens: readonly Token[]): readonly PlacedToken[] {
  const placed: PlacedToken[] = [];
  let at = 0;
  for (const token of tokens) {
    const span = placeToken(text, at, token);
    placed.push({ token, span });
    at = span.end;
  }
  return placed;
}

function placeToken(text: string, at: number, token: Token): Span {
  switch (token.type) {
    case 'Text': {
      const start = Math.max(at, text.indexOf(token.value, at));
      return { start, end: start + token.value.length };
    }
    case 'Comment': {
      const start = skipWhite(text, at);
      return { start, end: text.indexOf('#}', start + 2) + 2 };
    }
    case 'OpenStatement':
    case 'OpenExpression': {
      const start = skipWhite(text, at);
      return { start, end: start + (text[start + 2] === '-' ? 3 : 2) };
    }
    case 'CloseStatement':
    case 'CloseExpression': {
      const start = skipWhite(text, at);
      return { start, end: start + (text[start] === '-' ? 3 : 2) };
    }
    case 'StringLiteral': {
      const start = skipWhite(text, at);
      const quote = text[start];
      let end = start + 1;
      while (end < text.length && text[end] !== quote) end += text[end] === '\\' ? 2 : 1;
      return { start, end: end + 1 };
    }
    default: {
      const start = skipWhite(text, at);
      return { start, end: start + token.value.length };
    }
  }
}

function skipWhite(text: string, at: number): number {
  let place = at;
  while (place < text.length && /\s/.test(text.charAt(place))) place++;
  return place;
}

/** A tag of a template (a text, a comment, `{{ ... }}`, or `{% ... %}`), with its tokens. */
export interface Tag {
  readonly kind: 'text' | 'comment' | 'expression' | 'statement';
  readonly span: Span;
  /** The tokens between the marks; for a text or a comment, its only token. */
  readonly tokens: readonly PlacedToken[];
}

/** The tags of a template, in order. */
export function tagsOf(placed: readonly PlacedToken[]): readonly Tag[] {
  const tags: Tag[] = [];
  let open: PlacedToken | null = null;
  let inside: PlacedToken[] = [];
  for (const item of placed) {
    const { type } = item.token;
    if (type === 'OpenExpression' || type === 'OpenStatement') {
      open = item;
      inside = [];
    } else if (open && (type === 'CloseExpression' || type === 'CloseStatement')) {
      const kind = open.token.type === 'OpenExpression' ? 'expression' : 'statement';
      tags.push({ kind, span: { start: open.span.start, end: item.span.end }, tokens: inside });
      open = null;
    } else if (open) inside.push(item);
    else tags.push({ kind: type === 'Comment' ? 'comment' : 'text', span: item.span, tokens: [item] });
  }
  return tags;
}
