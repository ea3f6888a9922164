import { lexer, walkTokens, type MarkedToken } from 'marked';
import { HIDDEN_CHARACTER } from './hostileText.ts';

/** All tokens of a Markdown text, including nested ones. */
export function markdownTokens(markdown: string): readonly MarkedToken[] {
  const tokens: MarkedToken[] = [];
  void walkTokens(lexer(markdown, { gfm: true }), (token) => {
    tokens.push(token as MarkedToken);
  });
  return tokens;
}

/**
 * What would be live in a Markdown text: its images, HTML, definitions, and the links that point elsewhere or run a
 * command, and hidden characters.
 * @param own the beginnings of links of our own
 */
export function liveInMarkdown(markdown: string, own: readonly string[] = []): readonly string[] {
  const tokens = markdownTokens(markdown).flatMap((token): string[] => {
    if (token.type === 'link' && own.some((start) => token.href.startsWith(start))) return [];
    return ['link', 'image', 'html', 'def'].includes(token.type) ? [token.raw] : [];
  });
  const hidden = HIDDEN_CHARACTER.exec(markdown);
  return hidden === null ? tokens : [...tokens, hidden[0]];
}
