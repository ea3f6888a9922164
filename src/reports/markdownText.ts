/**
 * Text that Markdown shows unchanged, on one line: nothing in it is markup, a link, an entity, or the end of a table
 * cell.
 */
export function inline(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#|~!&$]/g, '\\$&');
}

/** Text as code on one line; its backticks are longer than any run in the text. */
export function code(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line === '') return '';
  const ticks = '`'.repeat(longestRun(line) + 1);
  // A space keeps backticks at the ends apart from the delimiters, and is not shown.
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${ticks}${space}${line}${space}${ticks}`;
}

/** A code block with the exact text; its fence is longer than any run of backticks in the text. */
export function codeBlock(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}xml\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}

/** The target of a link or an image, as a path relative to the document; any file name is allowed. */
export function target(file: string): string {
  return `<${file.split('/').map(encodeURIComponent).join('/')}>`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}

/** What something is: `**Model:** Qwen`. */
export function fact(label: string, value: string): string {
  return `**${label}:** ${value}`;
}
