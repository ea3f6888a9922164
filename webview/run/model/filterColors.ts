import { filterTokens, type FilterToken } from '../../../src/core/filter/filterTokens.ts';

/** A piece of a filter's text by what it looks like; together the pieces are the whole text. */
export interface ColoredPiece {
  readonly kind: 'field' | 'operator' | 'keyword' | 'number' | 'text' | 'pattern' | 'word' | 'space';
  readonly start: number;
  readonly end: number;
}

const KEYWORD = /^(?:and|or|not)$/i;
const NUMBER = /^(?:[+-]?(?=[\d.]*\d)[\d.]+(?:e[+-]?\d+)?|[+-]?inf|nan)$/i;

/**
 * Takes the text of a filter apart for its colors. It never fails, so that a filter has colors while it is written; what
 * is wrong with it says its parser.
 */
export function filterColors(text: string): readonly ColoredPiece[] {
  const pieces: ColoredPiece[] = [];
  let end = 0;
  const tokens = filterTokens(text);
  for (const [index, token] of tokens.entries()) {
    const { span } = token;
    if (span.start > end) pieces.push({ kind: 'space', start: end, end: span.start });
    end = span.end;
    pieces.push({ kind: kindOf(token, tokens[index - 1]?.kind, tokens[index + 1]?.kind), ...span });
  }
  if (end < text.length) pieces.push({ kind: 'space', start: end, end: text.length });
  return pieces;
}

function kindOf(
  { kind, text }: FilterToken,
  before: FilterToken['kind'] | undefined,
  after: FilterToken['kind'] | undefined,
): ColoredPiece['kind'] {
  switch (kind) {
    case 'pattern':
      return 'pattern';
    case 'sign':
    case 'opening':
    case 'closing':
      return 'operator';
    case 'quoted':
      return after === 'sign' && before !== 'sign' ? 'field' : 'text';
    case 'word':
      if (before !== 'sign' && KEYWORD.test(text)) return 'keyword';
      if (before !== 'sign' && after === 'sign') return 'field';
      return NUMBER.test(text) ? 'number' : 'word';
  }
}
