import { markdownCell } from '../../markdownCell.ts';
import { visibleText } from '../../visibleText.ts';
import type { Report, ReportTable } from './reportTable.ts';

/** A report as Markdown: nothing in its texts is markup. */
export function reportMarkdown({ title, parts }: Report): string {
  const written = parts.map((part) => (typeof part === 'string' ? markdownCell(part) : markdownTable(part)));
  return `${[`## ${markdownCell(title)}`, ...written].join('\n\n')}\n`;
}

function markdownTable({ title, columns, rows }: ReportTable): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(markdownCell).join(' | ')} |`;
  const rule = `| ${columns.map((_, at) => (at === 0 ? '---' : '---:')).join(' | ')} |`;
  const table = [line(columns), rule, ...rows.map(line)].join('\n');
  return title === null ? table : `### ${markdownCell(title)}\n\n${table}`;
}

/** A report for LaTeX with the package booktabs; sentences are comments. */
export function reportLatex({ title, parts }: Report): string {
  const written = parts.map((part) => (typeof part === 'string' ? latexComment(part) : latexTable(part)));
  return `${[latexComment(`${title}; needs \\usepackage{booktabs}`), ...written].join('\n')}\n`;
}

const latexComment = (text: string): string => `% ${visibleLatex(text)}`;

/**
 * A text on one line that shows what is hidden in it. It has no pictures of control characters, which pdfLaTeX does not
 * know.
 */
function visibleLatex(text: string): string {
  return visibleText(text.replace(/[\r\n]+/g, ' ')).replace(
    /[\u2400-\u241F]/g,
    (picture) => `\\u${(picture.charCodeAt(0) - 0x2400).toString(16).toUpperCase().padStart(4, '0')}`,
  );
}

function latexTable({ title, columns, rows }: ReportTable): string {
  const line = (cells: readonly string[]): string => `${cells.map(latexText).join(' & ')} \\\\`;
  return [
    ...(title === null ? [] : [latexComment(title)]),
    `\\begin{tabular}{l${'r'.repeat(Math.max(columns.length - 1, 0))}}`,
    '\\toprule',
    line(columns),
    '\\midrule',
    ...rows.map(line),
    '\\bottomrule',
    '\\end{tabular}',
  ].join('\n');
}

const LATEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  $: '\\$',
  '&': '\\&',
  '#': '\\#',
  '^': '\\textasciicircum{}',
  _: '\\_',
  '~': '\\textasciitilde{}',
  '%': '\\%',
  '-': '$-$',
  '+': '$+$',
  // In braces, since a line break with a bracket after it has an argument.
  '[': '{[}',
  ']': '{]}',
  '<': '$<$',
  '>': '$>$',
  '–': '--',
  '²': '\\textsuperscript{2}',
};

/** A text of which no character is a command; a sign before a number is one. */
function latexText(text: string): string {
  return visibleLatex(text).replace(
    /(?<=^|[[( ,])[-+](?=\d)|[\\{}$&#^_~%<>[\]–²]/g,
    (part) => LATEX[part] ?? part,
  );
}

/** A report as text, with aligned columns. */
export function reportText({ title, parts }: Report): string {
  const written = parts.map((part) => (typeof part === 'string' ? part : textTable(part)));
  return `${[title, ...written].join('\n\n')}\n`;
}

function textTable({ title, columns, rows }: ReportTable): string {
  const lines = [columns, ...rows].map((cells) => cells.map((cell) => cell.replace(/[\r\n]+/g, ' ')));
  const widths = columns.map((_, at) => Math.max(...lines.map((cells) => cells[at]?.length ?? 0)));
  const text = lines.map((cells) =>
    cells
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  return [...(title === null ? [] : [title]), ...text.map((line) => `  ${line}`)].join('\n');
}
