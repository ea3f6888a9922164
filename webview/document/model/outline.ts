import { effect, signal, untracked, type ReadonlySignal } from '@preact/signals';
import type { OutlineItem, ViewedDocument } from './viewedDocument.ts';

/** An entry that is shown: every entry whose ancestors are all expanded. */
export interface OutlineRow {
  readonly item: OutlineItem;
  /** From 1. */
  readonly level: number;
  /** Number among its siblings, from 1. */
  readonly position: number;
  readonly siblings: number;
  /** Index of the parent's row; -1 at the top level. */
  readonly parent: number;
  /** Null for an entry without children. */
  readonly isExpanded: boolean | null;
}

/** The rows of an outline, from top to bottom. */
export function outlineRows(
  items: readonly OutlineItem[],
  expanded: ReadonlySet<OutlineItem>,
): readonly OutlineRow[] {
  const rows: OutlineRow[] = [];
  const add = (children: readonly OutlineItem[], level: number, parent: number): void => {
    for (const [index, item] of children.entries()) {
      const isExpanded = item.children.length === 0 ? null : expanded.has(item);
      const row = rows.length;
      rows.push({ item, level, position: index + 1, siblings: children.length, parent, isExpanded });
      if (isExpanded === true) add(item.children, level + 1, row);
    }
  };
  add(items, 1, -1);
  return rows;
}

/** What a key does in the outline: it moves to another row, or expands or collapses the active one. */
export type OutlineMove =
  | { readonly kind: 'move'; readonly row: number }
  | { readonly kind: 'toggle' }
  | { readonly kind: 'open' };

/**
 * The effect of a key, as in trees of VS Code; null for a key that has none.
 * @param screen how many rows are in view
 */
export function moveInOutline(
  rows: readonly OutlineRow[],
  active: number,
  key: string,
  screen: number,
): OutlineMove | null {
  const row = rows[active];
  if (row === undefined) return null;
  const move = (to: number): OutlineMove => ({
    kind: 'move',
    row: Math.min(rows.length - 1, Math.max(0, to)),
  });
  switch (key) {
    case 'ArrowUp':
      return move(active - 1);
    case 'ArrowDown':
      return move(active + 1);
    case 'PageUp':
      return move(active - screen);
    case 'PageDown':
      return move(active + screen);
    case 'Home':
      return move(0);
    case 'End':
      return move(rows.length - 1);
    case 'ArrowRight':
      if (row.isExpanded === null) return null;
      return row.isExpanded ? move(active + 1) : { kind: 'toggle' };
    case 'ArrowLeft':
      if (row.isExpanded === true) return { kind: 'toggle' };
      return row.parent < 0 ? null : move(row.parent);
    case 'Enter':
    case ' ':
      return { kind: 'open' };
    default:
      return null;
  }
}

/** The outline of the document that is shown. */
export interface DocumentOutline {
  /** Empty until it has been read, and for a document that has none. */
  readonly items: ReadonlySignal<readonly OutlineItem[]>;
  readonly expanded: ReadonlySignal<ReadonlySet<OutlineItem>>;
  readonly toggle: (item: OutlineItem) => void;
  readonly dispose: () => void;
}

/** Reads the outline of each document that is shown. */
export function createDocumentOutline(document: ReadonlySignal<ViewedDocument | null>): DocumentOutline {
  const items = signal<readonly OutlineItem[]>([]);
  const expanded = signal<ReadonlySet<OutlineItem>>(new Set());
  const stop = effect(() => {
    const opened = document.value;
    let isCurrent = true;
    untracked(() => {
      items.value = [];
    });
    opened?.outline().then(
      (read) => {
        if (!isCurrent) return;
        expanded.value = new Set(initiallyOpen(read));
        items.value = read;
      },
      () => {
        // A document whose outline is damaged is shown without it.
      },
    );
    return () => {
      isCurrent = false;
    };
  });
  return {
    items,
    expanded,
    toggle(item) {
      const next = new Set(expanded.peek());
      if (!next.delete(item)) next.add(item);
      expanded.value = next;
    },
    dispose: stop,
  };
}

function* initiallyOpen(items: readonly OutlineItem[]): Generator<OutlineItem> {
  for (const item of items) {
    if (item.isOpen) yield item;
    yield* initiallyOpen(item.children);
  }
}
