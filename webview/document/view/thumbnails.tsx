import { t } from '@vscode/l10n';
import { useComputed, useSignalEffect } from '@preact/signals';
import type { JSX, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Size } from '../../../src/core/geometry/size.ts';
import { claimsPhrase, pagesPhrase } from '../../../src/core/countPhrases.ts';
import { Icon } from './icons.tsx';
import { IconButton } from './iconButton.tsx';
import { useScrolledBox } from './scrolledBox.ts';
import { ThumbnailPictures } from './thumbnailPictures.ts';
import { claimMarks } from '../../../src/protocol/claimFrames.ts';
import { PIXELS_PER_POINT } from '../model/zoom.ts';
import { layoutPages, pageAt, pagePlace, type Layout } from '../model/layout.ts';
import { selectByClick, selectByKey } from '../model/selection.ts';
import { formatPageRanges } from '../../../src/core/records/pageRanges.ts';
import { isSentWhole } from '../../../src/core/records/defaultPages.ts';
import type { Viewer } from '../model/viewer.ts';

/** The largest width and height of a picture, and the height of what surrounds it in its cell, in CSS pixels. */
const PICTURE = { width: 112, height: 112 } as const;
const AROUND = 36;
/** The space that is left beside a picture in a narrow list. */
const BESIDE = 20;
/** Added to a thumbnail's place in the queue, so that pages come first. */
const AFTER_PAGES = 10_000;

/** All pages as small pictures, of which a person selects some: a list box with multiple selection. */
export function Thumbnails({ viewer }: { readonly viewer: Viewer }): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const box = useScrolledBox(list);
  const focused = useRef(false);
  const opened = viewer.document.value;
  const count = viewer.pageCount.value;
  const current = viewer.page.value;
  const selection = viewer.selection.value;
  const pictures = useMemo(
    () => (opened === null ? null : new ThumbnailPictures(opened, viewer.setSize)),
    [opened, viewer],
  );
  useEffect(() => () => pictures?.dispose(), [pictures]);

  const largest = useComputed(() =>
    Math.max(1, Math.min(PICTURE.width, (box.size.value.width || PICTURE.width) - BESIDE)),
  );
  // A cell is a page of the layout together with the gap above it.
  const cells = useComputed(() =>
    layoutPages(viewer.sizes.value, (size) => pictureScale(size, largest.value), AROUND),
  );
  const layout = cells.value;
  useSteadyScroll(list, layout);

  const bringIntoView = (page: number): void => {
    const { top, height } = pagePlace(cells.peek(), page);
    box.bringIntoView(top - AROUND, height + AROUND);
  };
  // The list follows the page in view, unless the list itself has the focus.
  useSignalEffect(() => {
    const page = viewer.page.value;
    if (focused.current) return;
    bringIntoView(page);
    const chosen = viewer.selection.peek();
    if (chosen.active !== page) viewer.select({ ...chosen, active: page });
  });

  const first = pageAt(layout, box.scrollTop.value);
  // One more than is in view, so that scrolling does not show an empty cell.
  const last =
    count === 0 ? 0 : Math.min(count, pageAt(layout, box.scrollTop.value + box.size.value.height) + 1);
  const shown = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  const chosen = new Set(selection.pages);

  return (
    <div class="thumbnails">
      <div class="thumbnails-head" role="status">
        {selection.pages.length === 0 ? (
          <span>{isSentWhole(count) ? t('All pages') : t('Current page')}</span>
        ) : (
          <>
            <span title={formatPageRanges(selection.pages)}>
              {t('{0} selected', pagesPhrase(selection.pages.length))}
            </span>
            <IconButton
              icon="close"
              label={t('Clear selection')}
              title={t('Clear selection (Escape)')}
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
        aria-label={t('Thumbnails of the pages')}
        aria-activedescendant={
          selection.active >= first && selection.active <= last ? `thumbnail-${selection.active}` : undefined
        }
        onFocus={() => {
          focused.current = true;
        }}
        onBlur={() => {
          focused.current = false;
        }}
        onScroll={box.onScroll}
        onKeyDown={(event) => {
          // Keys with Alt belong to VS Code: Ctrl+Alt+A asks about the pages, rather than selecting all of them.
          if (event.altKey) return;
          const keys = { shift: event.shiftKey, ctrl: event.ctrlKey || event.metaKey };
          // The selection drawn last is out of date when a key comes before the list is drawn again.
          const before = viewer.selection.peek();
          const cell = pagePlace(cells.peek(), before.active).height + AROUND;
          const screen = Math.max(1, Math.floor(box.size.peek().height / cell));
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
        <div class="thumbnail-sheet" role="presentation" style={{ height: `${layout.height - AROUND}px` }}>
          {shown.map((page) => (
            <Thumbnail
              key={page}
              viewer={viewer}
              page={page}
              layout={layout}
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

/** The scale at which a page fits into its picture. */
const pictureScale = (size: Size, width: number): number =>
  Math.min(width / size.width, PICTURE.height / size.height);

/** Keeps the same page at the top of the list when the cells above it get another height. */
function useSteadyScroll(list: RefObject<HTMLElement | null>, layout: Layout): void {
  const drawn = useRef(layout);
  useLayoutEffect(() => {
    const past = drawn.current;
    drawn.current = layout;
    const element = list.current;
    if (element === null || past === layout || past.tops.length !== layout.tops.length) return;
    const page = pageAt(past, element.scrollTop);
    const moved = pagePlace(layout, page).top - pagePlace(past, page).top;
    if (moved !== 0) element.scrollTop += moved;
  }, [list, layout]);
}

interface ThumbnailProps {
  readonly viewer: Viewer;
  readonly page: number;
  readonly layout: Layout;
  readonly pictures: ThumbnailPictures | null;
  readonly chosen: boolean;
  readonly active: boolean;
  readonly current: boolean;
  readonly onClick: (event: MouseEvent) => void;
}

function Thumbnail(props: ThumbnailProps): JSX.Element {
  const { viewer, page, layout, pictures, chosen, active, current } = props;
  const { top, width, height } = pagePlace(layout, page);
  const picture = pictures?.of(page) ?? null;

  useEffect(() => {
    const made = pictures?.of(page).peek() ?? null;
    if (pictures === null || made !== null) return undefined;
    return viewer.queue.add({
      priority: () => AFTER_PAGES + Math.abs(page - viewer.page.peek()),
      run: (signal) =>
        pictures.make(page, (size) => pictureScale(size, PICTURE.width) * window.devicePixelRatio, signal),
    });
  }, [viewer, pictures, page]);

  const label = t('Page {0}', viewer.labelOf(page));
  const frames = useComputed(() => viewer.claims.frames.value.get(page) ?? null).value;
  const claims = new Set(frames?.flatMap((frame) => frame.claims)).size;
  const size = viewer.sizes.value[page - 1];
  const classes = ['thumbnail', chosen && 'is-chosen', active && 'is-active', current && 'is-current'];
  return (
    <div
      id={`thumbnail-${page}`}
      class={classes.filter(Boolean).join(' ')}
      role="option"
      aria-selected={chosen}
      aria-current={current ? 'page' : undefined}
      aria-label={claims === 0 ? label : `${label}, ${claimsPhrase(claims)}`}
      aria-setsize={viewer.pageCount.value}
      aria-posinset={page}
      style={{ top: `${top - AROUND}px`, height: `${height + AROUND}px` }}
      onClick={props.onClick}
    >
      <div class="thumbnail-paper" style={{ width: `${width}px`, height: `${height}px` }}>
        {picture?.value != null && <img src={picture.value} alt="" draggable={false} />}
        {frames !== null &&
          size !== undefined &&
          claimMarks(frames, size.height / PIXELS_PER_POINT).map(({ at, status }) => (
            <span key={at} class={`thumbnail-mark is-${status}`} style={{ top: `${at * 100}%` }} />
          ))}
        {chosen && (
          <span class="thumbnail-check">
            <Icon name="check" />
          </span>
        )}
      </div>
      <span class="thumbnail-label">{viewer.labelOf(page)}</span>
    </div>
  );
}
