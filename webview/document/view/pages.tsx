import { t } from '@vscode/l10n';
import { useComputed, useSignal } from '@preact/signals';
import { visibleText } from '../../../src/core/visibleText.ts';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { wheelPixels } from '../../shared/zoom.ts';
import { pagePlace, pageScale } from '../model/layout.ts';
import { PagePainter } from './pagePainter.ts';
import type { Surface } from '../surface.ts';

/** Moves the keyboard focus to where keys move the pages. */
export function focusPages(): void {
  document.querySelector<HTMLElement>('.pages')?.focus({ preventScroll: true });
}

/** The pages of the document, one below the other; only those near the screen have elements. */
export function Pages({ surface }: { readonly surface: Surface }): JSX.Element {
  const { viewer } = surface;
  const scroller = useRef<HTMLDivElement>(null);
  const layout = viewer.layout.value;
  const ratio = useSignal(window.devicePixelRatio);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    viewer.attach(element);
    viewer.onResize(element.clientWidth, element.clientHeight);
    const observer = new ResizeObserver(() => {
      ratio.value = window.devicePixelRatio;
      viewer.onResize(element.clientWidth, element.clientHeight);
    });
    observer.observe(element);
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const frame = element.getBoundingClientRect();
      const point = { x: event.clientX - frame.left, y: event.clientY - frame.top };
      viewer.zoomByWheel(wheelPixels(event), point);
    };
    // Preact would add a passive listener, and the browser would zoom the whole window.
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      observer.disconnect();
      element.removeEventListener('wheel', onWheel);
      viewer.attach(null);
    };
  }, [viewer, ratio]);

  useLayoutEffect(() => {
    viewer.onLayout();
  }, [viewer, layout]);

  return (
    <div
      class="pages"
      ref={scroller}
      // A region that scrolls must be reachable by keyboard.
      tabIndex={0}
      role="region"
      aria-label={t('Pages of {0}', viewer.name.value)}
      onScroll={() => {
        viewer.onScroll();
      }}
      onKeyDown={(event) => {
        const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
        const { scrollWidth = 0, clientWidth = 0 } = scroller.current ?? {};
        if (step === 0 || event.ctrlKey || event.metaKey || event.altKey || scrollWidth > clientWidth) return;
        event.preventDefault();
        viewer.goTo(viewer.page.peek() + step);
      }}
    >
      <div class="sheet" style={{ height: `${layout.height}px`, width: `${layout.width}px` }}>
        {viewer.live.value.map((page) => (
          <Page key={page} surface={surface} page={page} ratio={ratio.value} />
        ))}
      </div>
    </div>
  );
}

interface PageProps {
  readonly surface: Surface;
  readonly page: number;
  readonly ratio: number;
}

function Page({ surface, page, ratio }: PageProps): JSX.Element {
  const { viewer, layers } = surface;
  const host = useRef<HTMLDivElement>(null);
  const painter = useRef<PagePainter | null>(null);
  const layout = viewer.layout.value;
  const box = pagePlace(layout, page);
  const scale = pageScale(layout, page);
  const document = viewer.document.value;
  const failure = useComputed(() => viewer.failures.value.get(page) ?? null).value;

  useLayoutEffect(() => {
    if (host.current === null) return undefined;
    const made = new PagePainter(page, host.current, {
      queue: viewer.queue,
      priority: () => Math.abs(page - viewer.page.peek()),
      layers,
      onSize: viewer.setSize,
      onPainted: viewer.setFailure,
    });
    painter.current = made;
    return () => {
      made.dispose();
    };
  }, [layers, viewer, page]);

  useEffect(() => {
    if (document !== null) painter.current?.update({ document, scale, pixelRatio: ratio });
  }, [document, scale, ratio]);

  const name = viewer.labelOf(page);
  const label = t('Page {0}', name);
  return (
    <div
      class="page"
      ref={host}
      data-page={page}
      data-label={visibleText(label)}
      role="group"
      aria-label={label}
      style={{
        top: `${box.top}px`,
        width: `${box.width}px`,
        height: `${box.height}px`,
        '--scale': String(scale),
      }}
    >
      {failure !== null && (
        <div class="page-failure">
          <p>{t('Page {0} cannot be drawn.', name)}</p>
          <p>{failure}</p>
        </div>
      )}
    </div>
  );
}
