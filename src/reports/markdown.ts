import { inlineCode } from '../core/inlineCode.ts';
import { codeBlock, escapeMarkdown, escapePiece, linkTarget, tableRow } from '../language/markdown.ts';
import type { Block, Inline } from './blocks.ts';

/** A report as a Markdown document. Its links to parts of itself are plain text. */
export function markdownOf(blocks: readonly Block[]): string {
  return blocks.map(blockMarkdown).join('\n\n').concat('\n');
}

function blockMarkdown(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(block.depth)} ${escapeMarkdown(block.text)}`;
    case 'paragraph':
      return lineMarkdown(block.content);
    case 'notice':
      return `> ${escapeMarkdown(block.text)}`;
    case 'list':
      return block.lines
        .map(({ depth, content }) => `${'  '.repeat(depth)}- ${lineMarkdown(content)}`)
        .join('\n');
    case 'table':
      return [
        tableRow(block.head.map(escapeMarkdown)),
        tableRow(block.head.map((_title, column) => (block.numeric.includes(column) ? '---:' : '---'))),
        ...block.rows.map(({ cells }) => tableRow(cells.map(lineMarkdown))),
      ].join('\n');
    case 'response':
      return codeBlock(block.text);
    case 'picture':
      return `![${escapeMarkdown(block.title)}](${linkTarget(block.file)})`;
  }
}

function lineMarkdown(content: readonly Inline[]): string {
  const pieces: string[] = [];
  let text = '';
  const endText = (): void => {
    pieces.push(escapePiece(text));
    text = '';
  };
  for (const piece of content) {
    if (typeof piece === 'string') text += piece;
    else if (piece.kind === 'link' || piece.kind === 'claim') text += piece.text;
    else {
      endText();
      pieces.push(piece.kind === 'code' ? inlineCode(piece.text) : `**${escapeMarkdown(piece.text)}**`);
    }
  }
  endText();
  return pieces.join('').trim();
}
