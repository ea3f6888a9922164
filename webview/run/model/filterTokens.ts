/** A piece of a filter's text by what it looks like; together the pieces are the whole text. */
export interface FilterToken {
  readonly kind: 'field' | 'operator' | 'keyword' | 'number' | 'text' | 'pattern' | 'word' | 'space';
  readonly start: number;
  readonly end: number;
}

/** What a filter's text is made of, in the order in which it is tried. None of them goes back within a text. */
const PIECES: readonly (readonly [kind: FilterToken['kind'], form: RegExp])[] = [
  ['space', /\s+/y],
  ['text', /"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?/y],
  ['field', /`(?:[^`\\]|\\.)*`?/y],
  ['operator', /!=|<=|>=|==|[<>=:()]/y],
];
const PATTERN = /\/(?:[^/\\\n]|\\.)*(?:\/[a-z]*)?/y;
const WORD = /[^\s<>=:()"'`!][^\s<>=:()"'`!]*|!/y;
/** A value may hold signs that no field has. */
const VALUE = /[^\s()"']+/y;
const KEYWORD = /^(?:and|or|not)$/i;
const NUMBER = /^(?:[+-]?(?=[\d.]*\d)[\d.]+(?:e[+-]?\d+)?|[+-]?inf|nan)$/i;
const COMPARES = /^(?:!=|<=|>=|==|[<>=:])$/;

/**
 * Takes the text of a filter apart for its colors. It never fails, so that a filter has colors while it is written; what
 * is wrong with it says its parser.
 */
export function filterTokens(text: string): readonly FilterToken[] {
  const tokens: FilterToken[] = [];
  let start = 0;
  let follows = '';
  while (start < text.length) {
    const token = tokenAt(text, start, COMPARES.test(follows));
    tokens.push(token);
    if (token.kind !== 'space') follows = text.slice(start, token.end);
    start = token.end;
  }
  return tokens.map((token, index) => (isField(text, tokens, index) ? { ...token, kind: 'field' } : token));
}

function tokenAt(text: string, start: number, isValue: boolean): FilterToken {
  const match = (form: RegExp): number => {
    form.lastIndex = start;
    return start + (form.exec(text)?.[0].length ?? 0);
  };
  if (text[start] === '/') return { kind: 'pattern', start, end: match(PATTERN) };
  for (const [kind, form] of PIECES) {
    const end = match(form);
    if (end > start) return { kind, start, end };
  }
  const end = Math.max(match(isValue ? VALUE : WORD), start + 1);
  const word = text.slice(start, end);
  if (!isValue && KEYWORD.test(word)) return { kind: 'keyword', start, end };
  return { kind: NUMBER.test(word) ? 'number' : 'word', start, end };
}

/** Whether a word or a text stands before a comparison. */
function isField(text: string, tokens: readonly FilterToken[], index: number): boolean {
  const { kind } = tokens[index] ?? {};
  if (kind !== 'word' && kind !== 'text') return false;
  const next = tokens.slice(index + 1, index + 3).find((token) => token.kind !== 'space');
  return next !== undefined && COMPARES.test(text.slice(next.start, next.end));
}
