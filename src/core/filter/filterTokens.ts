import type { Span } from '../span.ts';

/** What a text has between white space and signs, also where it is not finished. */
export interface FilterToken {
  readonly kind: 'word' | 'quoted' | 'pattern' | 'sign' | 'opening' | 'closing';
  /** Without quotes. */
  readonly text: string;
  readonly span: Span;
}

const SPACE = /[\s\ufeff]+/y;
const SIGN = /!=|<=|>=|==|[<>=:≠≤≥]/y;
const QUOTED = /"(?:[^"\\]|\\[^])*"?|'(?:[^'\\]|\\[^])*'?|`(?:[^`\\]|\\[^])*`?/y;
const PATTERN = /\/(?:[^/\\\n]|\\.)*(?:\/[a-z]*)?/y;
const WORD = /[^\s()"<>=:!≠≤≥\ufeff]+|!/y;
const VALUE = /[^\s()"\ufeff]+/y;

/** The tokens of a filter that may be unfinished. */
export function filterTokens(text: string): readonly FilterToken[] {
  const tokens: FilterToken[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0] ?? null;
  };
  while (at < text.length) {
    const isValue = tokens.at(-1)?.kind === 'sign';
    const [kind, whole] = nextToken(text.charAt(at), isValue, take);
    const span = { start: at, end: at + whole.length };
    at = span.end;
    if (kind !== 'space') tokens.push({ kind, text: kind === 'quoted' ? unquoted(whole) : whole, span });
  }
  return tokens;
}

function nextToken(
  first: string,
  isValue: boolean,
  take: (pattern: RegExp) => string | null,
): readonly [kind: FilterToken['kind'] | 'space', text: string] {
  const space = take(SPACE);
  if (space !== null) return ['space', space];
  if (first === '(') return ['opening', first];
  if (first === ')') return ['closing', first];
  const quoted = take(QUOTED);
  if (quoted !== null) return ['quoted', quoted];
  const pattern = take(PATTERN);
  if (pattern !== null) return ['pattern', pattern];
  const sign = take(SIGN);
  if (sign !== null) return ['sign', sign];
  return ['word', take(isValue ? VALUE : WORD) ?? first];
}

function unquoted(whole: string): string {
  const isClosed = whole.length > 1 && whole.endsWith(whole.charAt(0));
  return whole.slice(1, isClosed ? -1 : undefined).replace(/\\([^])/g, '$1');
}
