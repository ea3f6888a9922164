import type { Span } from '../../../src/core/span.ts';
import { textOffset } from '../../shared/textOffset.ts';

/**
 * The span that the browser's selection covers in the text drawn in `root`, whose chunks have the offset of their first
 * character in `data-start`; null if the selection is elsewhere.
 */
export function selectedSpan(root: HTMLElement, selection: globalThis.Selection | null): Span | null {
  if (selection === null || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!root.contains(range.startContainer) || !root.contains(range.endContainer)) return null;
  const start = offsetOf(root, range.startContainer, range.startOffset);
  const end = offsetOf(root, range.endContainer, range.endOffset);
  return start === null || end === null ? null : { start, end: Math.max(start, end) };
}

function offsetOf(root: HTMLElement, node: Node, offset: number): number | null {
  if (node === root) {
    const child = root.children[offset] ?? root.lastElementChild;
    return child instanceof HTMLElement
      ? chunkStart(child) + (offset < root.children.length ? 0 : child.textContent.length)
      : null;
  }
  const element = node instanceof Element ? node : node.parentElement;
  const chunk = element?.closest<HTMLElement>('[data-start]');
  if (chunk === undefined || chunk === null) return null;
  return chunkStart(chunk) + textOffset(chunk, node, offset);
}

const chunkStart = (chunk: HTMLElement): number => Number(chunk.dataset['start'] ?? 0);
