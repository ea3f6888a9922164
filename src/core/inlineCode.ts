import { visibleText } from './visibleText.ts';

/** Formats `text` as code of Markdown on one line; its backticks are longer than any run in the text. */
export function inlineCode(text: string): string {
  const line = visibleText(text.replaceAll(/\s+/g, ' ')).trim();
  if (line === '') return '` `';
  const ticks = '`'.repeat(longestRun(line) + 1);
  // A space keeps backticks at the ends apart from the delimiters, and is not shown.
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${ticks}${space}${line}${space}${ticks}`;
}

/** The length of the longest run of backticks in a text. */
export function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
