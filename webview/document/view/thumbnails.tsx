import { signal, useSignal, useSignalEffect, type Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { pluralize } from '../../shared/format.ts';
import { Icon } from './icons.tsx';
import { IconButton } from './iconButton.tsx';
import { releaseCanvas } from './pagePainter.ts';
import { selectByClick, selectByKey } from '../model/selection.ts';
import { formatPageRanges } from '../../../src/core/records/pageRanges.ts';
import type { ViewedDocument } from '../model/viewedDocument.ts';
import type { Viewer } from '../model/viewer.ts';

/** Height of one entry in the list, and the largest height of its picture, in CSS pixels. */
const CELL = 148;
const PICTURE = { width: 88, height: 112 } as const;
/** The most pictures that are kept, as compressed images; a canvas is used only to create one. */
const MAX_PICTURES = 200;
/** Added to a thumbnail's place in the queue, so that pages come first. */
const AFTER_PAGES = 10_000;

/** Pictures of pages, as blob addresses; the least recently used are dropped first. */
class Pictures {
  readonly #document: ViewedDocument;
  readonly #pictures = new Map<number, Signal<string | null>>();

  constructor(document: ViewedDocument) {
    this.#document = document;
  }

  of(page: number): Signal<string | null> {
    const known = this.#pictures.get(page) ?? signal<string | null>(null);
    this.#pictures.delete(page);
    this.#pictures.set(page, known);
    for (const [oldest, picture] of this.#pictures) {
      if (this.#pictures.size <= MAX_PICTURES) break;
      if (picture.peek() !== null) URL.revokeObjectURL(picture.peek() ?? '');
      this.#pictures.delete(oldest);
    }
    return known;
  }

  async make(page: number, scale: number, signal: AbortSignal): Promise<void> {
    const canvas = document.createElement('canvas');
    try {
      await this.#document.paint(page, canvas, scale, signal);
      const blob = await new Promise<Blob | null>((resolve) => {
        canvas.toBlob(resolve);
      });
      const picture = this.of(page);
      if (blob !== null && picture.peek() === null) picture.value = URL.createObjectURL(blob);
    } finally {
      releaseCanvas(canvas);
    }
  }

  dispose(): void {
    for (const picture of this.#pictures.values()) {
      if (picture.peek() !== null) URL.revokeObjectURL(picture.peek() ?? '');
    }
    this.#pictures.clear();
  }
}

/** All pages as small pictures, of which a person selects some: a list box with multiple selection. */
export function Thumbnails({ viewer }: { readonly viewer: Viewer }): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const scrollTop = useSignal(0);
  const height = useSignal(0);
  const focused = useRef(false);
  const opened = viewer.document.value;
  const count = viewer.pageCount.value;
  const current = viewer.page.value;
  const selection = viewer.selection.value;
  const pictures = useMemo(() => (opened === null ? null : new Pictures(opened)), [opened]);
  useEffect(() => () => pictures?.dispose(), [pictures]);

  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      height.value = element.clientHeight;
    });
    observer.observe(element);
    height.value = element.clientHeight;
    return () => {
      observer.disconnect();
    };
  }, [height]);

  const bringIntoView = (page: number): void => {
    const element = list.current;
    if (element === null) return;
    const top = (page - 1) * CELL;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + CELL > element.scrollTop + element.clientHeight) {
      element.scrollTop = top + CELL - element.clientHeight;
    }
  };
  // The list follows the page in view, unless the list itself has the focus.
  useSignalEffect(() => {
    const page = viewer.page.value;
    if (focused.current) return;
    bringIntoView(page);
    const chosen = viewer.selection.peek();
    if (chosen.active !== page) viewer.select({ ...chosen, active: page });
  });

  const first = Math.max(1, Math.floor(scrollTop.value / CELL));
  const last = Math.min(count, Math.ceil((scrollTop.value + height.value) / CELL) + 1);
  const shown = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  const chosen = new Set(selection.pages);

  return (
    <div class="thumbnails">
      <div class="thumbnails-head" role="status">
        {selection.pages.length === 0 ? (
          <span>No page chosen</span>
        ) : (
          <>
            <span title={formatPageRanges(selection.pages)}>
              {pluralize(selection.pages.length, 'page')} chosen
            </span>
            <IconButton
              icon="close"
              label="Choose no page"
              title="Choose no page (Escape)"
              onClick={() => {
                viewer.select({ ...viewer.selection.peek(), pages: [] });
              }}
            />
          </>
        )}
      </div>
      <div
        class="thumbnail-list"
        ref={list}
        role="listbox"
        tabIndex={0}
        aria-multiselectable="true"
        aria-label="Thumbnails of the pages"
        aria-activedescendant={
          selection.active >= first && selection.active <= last ? `thumbnail-${selection.active}` : undefined
        }
        onFocus={() => {
          focused.current = true;
        }}
        onBlur={() => {
          focused.current = false;
        }}
        onScroll={(event) => {
          scrollTop.value = event.currentTarget.scrollTop;
        }}
        onKeyDown={(event) => {
          // Keys with Alt belong to VS Code: Ctrl+Alt+A asks about the pages, rather than selecting all of them.
          if (event.altKey) return;
          const keys = { shift: event.shiftKey, ctrl: event.ctrlKey || event.metaKey };
          const screen = Math.max(1, Math.floor(height.peek() / CELL));
          // The selection drawn last is out of date when a key comes before the list is drawn again.
          const before = viewer.selection.peek();
          const next = selectByKey(before, event.key, keys, count, screen);
          if (event.key === 'Enter') viewer.goTo(before.active);
          else if (next === null) return;
          else {
            viewer.select(next);
            bringIntoView(next.active);
            if (next.active !== before.active) viewer.goTo(next.active);
          }
          event.preventDefault();
          event.stopPropagation();
        }}
      >
        <div class="thumbnail-sheet" role="presentation" style={{ height: `${count * CELL}px` }}>
          {shown.map((page) => (
            <Thumbnail
              key={page}
              viewer={viewer}
              page={page}
              pictures={pictures}
              chosen={chosen.has(page)}
              active={selection.active === page}
              current={current === page}
              onClick={(event) => {
                const keys = { shift: event.shiftKey, ctrl: event.ctrlKey || event.metaKey };
                viewer.select(selectByClick(viewer.selection.peek(), page, keys));
                if (!keys.shift && !keys.ctrl) viewer.goTo(page);
              }}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

interface ThumbnailProps {
  readonly viewer: Viewer;
  readonly page: number;
  readonly pictures: Pictures | null;
  readonly chosen: boolean;
  readonly active: boolean;
  readonly current: boolean;
  readonly onClick: (event: MouseEvent) => void;
}

function Thumbnail(props: ThumbnailProps): JSX.Element {
  const { viewer, page, pictures, chosen, active, current } = props;
  const size = viewer.sizeOf(page);
  const scale = Math.min(PICTURE.width / size.width, PICTURE.height / size.height);
  const picture = pictures?.of(page) ?? null;

  useEffect(() => {
    const made = pictures?.of(page).peek() ?? null;
    if (pictures === null || made !== null) return undefined;
    return viewer.queue.add({
      priority: () => AFTER_PAGES + Math.abs(page - viewer.page.peek()),
      run: (signal) => pictures.make(page, scale * window.devicePixelRatio, signal),
    });
  }, [viewer, pictures, page, scale]);

  const label = viewer.labelOf(page);
  const classes = ['thumbnail', chosen && 'is-chosen', active && 'is-active', current && 'is-current'];
  return (
    <div
      id={`thumbnail-${page}`}
      class={classes.filter(Boolean).join(' ')}
      role="option"
      aria-selected={chosen}
      aria-current={current ? 'page' : undefined}
      aria-label={`Page ${label}`}
      aria-setsize={viewer.pageCount.value}
      aria-posinset={page}
      style={{ top: `${(page - 1) * CELL}px`, height: `${CELL}px` }}
      onClick={props.onClick}
    >
      <div
        class="thumbnail-paper"
        style={{
          width: `${Math.round(size.width * scale)}px`,
          height: `${Math.round(size.height * scale)}px`,
        }}
      >
        {picture?.value != null && <img src={picture.value} alt="" draggable={false} />}
        {chosen && (
          <span class="thumbnail-check">
            <Icon name="check" />
          </span>
        )}
      </div>
      <span class="thumbnail-label">{label}</span>
    </div>
  );
}
