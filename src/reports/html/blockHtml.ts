import { t } from '@vscode/l10n';
import { wholeNumber } from '../../core/displayLocale.ts';
import { claimMark } from '../../core/grounding/claimMark.ts';
import { MARK_SIGNS, markPhrase } from '../../core/grounding/claimWords.ts';
import type { Block, Inline, ListLine } from '../blocks.ts';
import { attribute, textHtml } from './html.ts';

/** The most lines of a list, and rows of a table: browsers are slow to lay out more. */
const MOST_LINES = 4000;

/** The most characters of the lines of a list together, and of a response. */
const MOST_CHARACTERS = 1_000_000;

/** The depth at which lists stop to be nested: deeper lines are in the deepest list. */
const MOST_DEPTH = 8;

/** A part of a report as HTML. */
export function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'heading': {
      const name = `h${Math.min(6, block.depth)}`;
      return `<${name}${idOf(block.id)}>${textHtml(block.text)}</${name}>`;
    }
    case 'paragraph':
      return `<p>${lineHtml(block.content)}</p>`;
    case 'notice':
      return `<p class="notice">${textHtml(block.text)}</p>`;
    case 'list':
      return listHtml(block.lines);
    case 'table':
      return tableHtml(block);
    case 'response':
      return responseHtml(block.text);
    case 'picture':
      // The report has no files beside it: it shows pages in a part of their own.
      return '';
  }
}

const idOf = (id: string | null): string => (id === null ? '' : ` id=${attribute(id)}`);

function lineHtml(content: readonly Inline[]): string {
  return content.map(inlineHtml).join('');
}

function inlineHtml(piece: Inline): string {
  if (typeof piece === 'string') return textHtml(piece);
  switch (piece.kind) {
    case 'strong':
      return `<strong>${textHtml(piece.text)}</strong>`;
    case 'code':
      return `<code>${textHtml(piece.text)}</code>`;
    case 'link':
      return linkHtml(piece.to, '', textHtml(piece.text));
    case 'claim': {
      const mark = claimMark(piece.claim);
      const look = ` class="mark ${mark}" title=${attribute(markPhrase(mark))}`;
      return linkHtml(piece.to, look, `${textHtml(piece.text)}\u2009${MARK_SIGNS[mark]}`);
    }
  }
}

const linkHtml = (to: string, attributes: string, content: string): string =>
  `<a href=${attribute(`#${to}`)}${attributes}>${content}</a>`;

function listHtml(lines: readonly ListLine[]): string {
  const shown = linesToShow(lines);
  const pieces: string[] = [];
  let depth = -1;
  for (const line of shown) {
    // A list that begins deeper than its first line would be a list in a list without a line.
    const to = Math.min(line.depth, depth + 1, MOST_DEPTH);
    if (to > depth) pieces.push(depth === -1 ? '<ul class="steps">' : '<ul>');
    else pieces.push('</li>', '</ul></li>'.repeat(depth - to));
    pieces.push(`<li${idOf(line.id)}><span class="line">${lineHtml(line.content)}</span>`);
    depth = to;
  }
  pieces.push('</li></ul>'.repeat(depth + 1));
  const more = lines.length - shown.length;
  if (more > 0) pieces.push(`<p class="notice">${textHtml(moreLines(more))}</p>`);
  return pieces.join('');
}

/** The first lines, as many as a report shows. */
function linesToShow(lines: readonly ListLine[]): readonly ListLine[] {
  let characters = 0;
  const shown: ListLine[] = [];
  for (const line of lines.slice(0, MOST_LINES)) {
    for (const piece of line.content)
      characters += typeof piece === 'string' ? piece.length : piece.text.length;
    if (characters > MOST_CHARACTERS && shown.length > 0) break;
    shown.push(line);
  }
  return shown;
}

function moreLines(more: number): string {
  return more === 1 ? t('1 more line is not shown.') : t('{0} more lines are not shown.', wholeNumber(more));
}

function tableHtml({ caption, head, numeric, rows }: Extract<Block, { kind: 'table' }>): string {
  const look = (column: number): string => (numeric.includes(column) ? ' class="number"' : '');
  const heads = head.map((text, column) => `<th scope="col"${look(column)}>${textHtml(text)}</th>`);
  const lines = rows.slice(0, MOST_LINES).map(({ id, cells }) => {
    const row = cells.map((cell, column) => `<td${look(column)}>${lineHtml(cell)}</td>`);
    return `<tr${idOf(id)}>${row.join('')}</tr>`;
  });
  const more = rows.length - lines.length;
  return [
    `<div class="table" role="region" tabindex="0" aria-label=${attribute(caption)}><table>`,
    `<caption>${textHtml(caption)}</caption>`,
    `<thead><tr>${heads.join('')}</tr></thead>`,
    `<tbody>${lines.join('\n')}</tbody>`,
    '</table></div>',
    ...(more > 0 ? [`<p class="notice">${textHtml(moreLines(more))}</p>`] : []),
  ].join('');
}

function responseHtml(text: string): string {
  const more = text.length - MOST_CHARACTERS;
  // A line break at the very beginning would not be shown.
  const shown = `<pre>\n${textHtml(text.slice(0, MOST_CHARACTERS))}</pre>`;
  if (more <= 0) return shown;
  const notice = t('{0} more characters of the response are not shown.', wholeNumber(more));
  return `${shown}<p class="notice">${textHtml(notice)}</p>`;
}
