import { inlineCode } from './inlineCode.ts';

/** What a site turns into a mention or a link although its marks are escaped. */
const LIVE = /@|:\/\/|www\./i;

/** A text as a cell of a Markdown table: none of its characters is markup, and what would become a link is code. */
export function markdownCell(text: string): string {
  return text
    .replace(/[\r\n]+/g, ' ')
    .split(' ')
    .map((word) => (LIVE.test(word) ? codeCell(word) : word.replace(/[\\`*_{}[\]<>|#~&]/g, '\\$&')))
    .join(' ');
}

/** A text as code in a cell of a Markdown table. */
export const codeCell = (text: string): string => inlineCode(text).replaceAll('|', String.raw`\|`);
