import { inlineCode, longestRun } from '../core/inlineCode.ts';
import { visibleText } from '../core/visibleText.ts';
import { WORD_JOINER } from '../core/plainText.ts';

/** Characters that mean something in Markdown anywhere in a line, and those of addresses that become links. */
const MARKS = /[\\`*_[\]<>#|~!&$]|:(?=\/\/)|\/(?=\/)|(?<=\/)\/|(?<=\bwww)\./gi;
/** Mentions and e-mail addresses, which a backslash does not prevent. */
const MENTION = /@(?=[^\s@])/g;
/** What begins a list, a heading or a rule at the beginning of a line. */
const LINE_START = /^(\s?\d{0,9})([-+=.)])(?=[\s=-]|$)/;

/** Escapes `text` so that Markdown shows it unchanged, on one line, without links, images, HTML or mentions. */
export function escapeMarkdown(text: string): string {
  return escapePiece(text).trim();
}

/** Escapes a piece of a line, with the white space at its ends. */
export function escapePiece(text: string): string {
  return onOneLine(text)
    .replaceAll(MARKS, String.raw`\$&`)
    .replaceAll(MENTION, `@${WORD_JOINER}`)
    .replace(LINE_START, String.raw`$1\$2`);
}

const onOneLine = (text: string): string => visibleText(text.replaceAll(/\s+/g, ' '));

/** Formats a sentence in which only code in backticks is Markdown, whatever pieces of a response it quotes. */
export function sentenceMarkdown(text: string): string {
  const pieces = text.split('`');
  // An unpaired backtick does not begin code.
  if (pieces.length % 2 === 0) return escapeMarkdown(text);
  return pieces
    .map((piece, index) => (index % 2 === 0 ? escapePiece(piece) : inlineCode(piece)))
    .join('')
    .trim();
}

/** A code block with the exact text; its fence is longer than any run of backticks in the text. */
export function codeBlock(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}xml\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}

/** The target of a link or an image, as a path relative to the document; any file name is allowed. */
export function linkTarget(file: string): string {
  return `<${file.split('/').map(encodeURIComponent).join('/')}>`;
}

/**
 * An image of a size in pixels, as VS Code shows it.
 * @param src an address without spaces and brackets
 */
export function image(
  alt: string,
  { src, width, height }: { readonly src: string; readonly width: number; readonly height: number },
): string {
  return `![${escapeMarkdown(alt)}](${src}|width=${width},height=${height})`;
}

/** A row of a table. Its cells are Markdown; a `|` in their code does not end them. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll(/\\[^|]|\\?\|/g, (found) => (found === '|' ? String.raw`\|` : found))).join(' | ')} |`;
}

/** What something is: `**Model:** Qwen`. `value` is Markdown. */
export function fact(label: string, value: string): string {
  return `**${label}:** ${value}`;
}
