import { t } from '@vscode/l10n';
import { useComputed, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { moveInOutline, outlineRows, type OutlineRow } from '../model/outline.ts';
import type { Viewer } from '../model/viewer.ts';
import { Icon } from './icons.tsx';
import { useScrolledBox } from './scrolledBox.ts';

/** Height of a row, in CSS pixels. */
const ROW = 22;
/** How far each level is indented, in CSS pixels. */
const INDENT = 12;

/** The outline of the document as a tree, of which only the rows in view have elements. */
export function OutlineTree({ viewer }: { readonly viewer: Viewer }): JSX.Element {
  const { outline } = viewer;
  const list = useRef<HTMLDivElement>(null);
  const box = useScrolledBox(list);
  const active = useSignal(0);
  const missing = useSignal<string | null>(null);
  const rows = useComputed(() => outlineRows(outline.items.value, outline.expanded.value)).value;
  const at = Math.min(active.value, rows.length - 1);
  const first = Math.max(0, Math.floor(box.scrollTop.value / ROW));
  const last = Math.min(rows.length, Math.ceil((box.scrollTop.value + box.size.value.height) / ROW) + 1);

  const open = async ({ item }: OutlineRow): Promise<void> => {
    const place = await item.place();
    missing.value = place === null ? item.title : null;
    if (place !== null) viewer.goTo(place.page, place.offset);
  };

  return (
    <div class="outline">
      <div role="status" class="outline-missing">
        {missing.value !== null && t('"{0}" leads to no page of this document.', missing.value)}
      </div>
      <div
        class="outline-list"
        ref={list}
        role="tree"
        tabIndex={0}
        aria-label={t('Outline of the document')}
        aria-activedescendant={at >= first && at < last ? `outline-${at}` : undefined}
        onScroll={box.onScroll}
        onKeyDown={(event) => {
          if (event.altKey || event.ctrlKey || event.metaKey) return;
          const screen = Math.max(1, Math.floor(box.size.peek().height / ROW));
          const row = rows[at];
          const move = moveInOutline(rows, at, event.key, screen);
          if (move === null || row === undefined) return;
          if (move.kind === 'toggle') outline.toggle(row.item);
          else if (move.kind === 'open') void open(row);
          else {
            active.value = move.row;
            box.bringIntoView(move.row * ROW, ROW);
          }
          event.preventDefault();
          event.stopPropagation();
        }}
      >
        <div class="outline-sheet" role="presentation" style={{ height: `${rows.length * ROW}px` }}>
          {rows.slice(first, last).map((row, index) => {
            const number = first + index;
            return (
              <div
                key={number}
                id={`outline-${number}`}
                class={number === at ? 'outline-row is-active' : 'outline-row'}
                role="treeitem"
                aria-level={row.level}
                aria-posinset={row.position}
                aria-setsize={row.siblings}
                aria-expanded={row.isExpanded ?? undefined}
                aria-selected={number === at}
                title={row.item.title}
                style={{ top: `${number * ROW}px`, paddingLeft: `${4 + (row.level - 1) * INDENT}px` }}
                onClick={() => {
                  active.value = number;
                  void open(row);
                }}
              >
                <span
                  class="outline-twisty"
                  onClick={(event) => {
                    if (row.isExpanded === null) return;
                    event.stopPropagation();
                    active.value = number;
                    outline.toggle(row.item);
                  }}
                >
                  {row.isExpanded !== null && <Icon name={row.isExpanded ? 'expanded' : 'collapsed'} />}
                </span>
                <span class="outline-title">{row.item.title}</span>
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
