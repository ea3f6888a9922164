import { t } from '@vscode/l10n';
import { useSignal, type Signal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { imageToShare } from '../../../src/core/geometry/conversions.ts';
import type { ShareBox } from '../../../src/core/geometry/box.ts';
import type { Size } from '../../../src/core/geometry/size.ts';
import { wholeNumber } from '../../../src/core/displayLocale.ts';
import { ZOOM_LIMITS } from '../../../src/protocol/document.ts';
import { Button } from '../../shared/controls.tsx';
import { nextZoom, wheelPixels, wheelZoom } from '../../shared/zoom.ts';
import type { PointerDrawing } from '../model/goldBoxes.ts';
import { imageScale, type ImageZoom } from '../model/imageZoom.ts';
import type { ImagePoint } from '../model/loupe.ts';

/** The space around an image, in CSS pixels; it is wider where the names of boxes stand. */
const AROUND = 14;

interface ZoomedImageProps {
  /** Of the image, in pixels. */
  readonly size: Size;
  readonly zoom: Signal<ImageZoom>;
  /** Room beside the image for the names of boxes, in CSS pixels. */
  readonly beside: number;
  readonly label: string;
  /** What is above the image, beside the controls of the zoom. */
  readonly head: ComponentChildren;
  /** The part of the image in sight, in shares of its sides. */
  readonly sight: Signal<ShareBox>;
  /** The pointer is over this point. */
  readonly onPoint?: (at: ImagePoint) => void;
  /** This point was clicked, and nothing on it that is a control. */
  readonly onPick?: (at: ImagePoint) => void;
  /** An arrow key was pressed; whether something else than the image was moved. */
  readonly onArrow?: (key: string) => boolean;
  /** Draws on the image with the pointer; null if the pointer moves the image. */
  readonly drawing: PointerDrawing | null;
  /** What is drawn at a scale, in CSS pixels for each pixel of the image. */
  readonly children: (scale: number) => ComponentChildren;
}

/** How far an arrow key moves the image, in CSS pixels. */
const STEP = 60;
/** From this scale on, the pixels of an image are drawn as squares. */
const PIXELS_FROM = 2;
/** How far the pointer moves before it drags the image, in CSS pixels. */
const DRAG = 4;

const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** A point of the window, in CSS pixels. */
interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * An image that is zoomed by the wheel with Ctrl, by pinching and by keys, and moved by scrolling, dragging and arrow
 * keys.
 */
export function ZoomedImage(props: ZoomedImageProps): JSX.Element {
  const { size, zoom, beside, label, head, sight, onPoint, onPick, onArrow, drawing, children } = props;
  const view = useRef<HTMLDivElement>(null);
  const figure = useRef<HTMLDivElement>(null);
  const room = useSignal<Size>({ width: 0, height: 0 });
  const scale = imageScale(zoom.value, size, room.value);
  // The point that stays in its place when the scale changes.
  const kept = useRef<{ readonly at: ImagePoint; readonly point: Point } | null>(null);
  // Whether the pointer has dragged the image since it was pressed: its release is then no click.
  const dragged = useRef(false);

  const zoomTo = (next: number, point = middleOf(view.current)): void => {
    const at = pointOf(figure.current, point);
    kept.current = at === null ? null : { at, point };
    zoom.value = next;
  };

  useLayoutEffect(() => {
    const element = view.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      room.value = {
        width: element.clientWidth - 2 * AROUND - beside,
        height: element.clientHeight - 2 * AROUND,
      };
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [beside]);

  useLayoutEffect(() => {
    const element = view.current;
    if (element === null) return undefined;
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const now = imageScale(zoom.peek(), size, room.peek());
      zoomTo(wheelZoom(now, wheelPixels(event), ZOOM_LIMITS.max), { x: event.clientX, y: event.clientY });
    };
    // Preact would add a passive listener, and the browser would zoom the whole window.
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      element.removeEventListener('wheel', onWheel);
    };
  }, [zoom, size.width, size.height]);

  const look = (): void => {
    const [element, drawn] = [view.current, figure.current];
    if (element === null || drawn === null) return;
    const [outer, inner] = [element.getBoundingClientRect(), drawn.getBoundingClientRect()];
    if (inner.width === 0 || inner.height === 0) return;
    const [left, top] = [outer.left - inner.left, outer.top - inner.top];
    const seen = { left, top, right: left + outer.width, bottom: top + outer.height };
    sight.value = imageToShare(seen, inner);
  };

  useLayoutEffect(() => {
    const [element, drawn] = [view.current, figure.current];
    if (element !== null && drawn !== null && kept.current !== null) {
      const { at, point } = kept.current;
      kept.current = null;
      const { left, top, width, height } = drawn.getBoundingClientRect();
      element.scrollLeft += left + at.x * width - point.x;
      element.scrollTop += top + at.y * height - point.y;
    }
    look();
  }, [scale, room.value]);

  /** Scrolls to the loupe once it is drawn at its new place. */
  const keepInSight = (): void => {
    requestAnimationFrame(() => {
      figure.current
        ?.querySelector('.loupe-place')
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    });
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const arrow = event.target === view.current ? ARROWS[event.key] : undefined;
    if (arrow !== undefined) {
      if (onArrow?.(event.key) === true) keepInSight();
      else view.current?.scrollBy(...arrow);
    } else if (event.key === '+' || event.key === '=') zoomTo(nextZoom(scale, 1, ZOOM_LIMITS.max));
    else if (event.key === '-') zoomTo(nextZoom(scale, -1, ZOOM_LIMITS.max));
    else if (event.key === '0') zoom.value = 'fit';
    else return;
    event.preventDefault();
    // VS Code would apply some of these keys to its window.
    event.stopPropagation();
  };

  const isLarger = size.width * scale > room.value.width || size.height * scale > room.value.height;
  return (
    <div class="zoom" onKeyDown={onKeyDown}>
      <div class="zoom-head">
        {head}
        <span class="zoom-tools" role="group" aria-label={t('Zoom')}>
          <Button
            label={t('Zoom out')}
            title={t('Zoom out (-)')}
            onClick={() => {
              zoomTo(nextZoom(scale, -1, ZOOM_LIMITS.max));
            }}
          >
            {'\u2212'}
          </Button>
          <output>{t('{0}%', wholeNumber(Math.round(scale * 100)))}</output>
          <Button
            label={t('Zoom in')}
            title={t('Zoom in (+)')}
            onClick={() => {
              zoomTo(nextZoom(scale, 1, ZOOM_LIMITS.max));
            }}
          >
            +
          </Button>
          <Button
            title={t('Fit the image into the view (0)')}
            onClick={() => {
              zoom.value = 'fit';
            }}
          >
            {t('Fit')}
          </Button>
        </span>
      </div>
      <div
        ref={view}
        class={drawing !== null ? 'zoom-view drawing' : isLarger ? 'zoom-view movable' : 'zoom-view'}
        tabIndex={0}
        role="region"
        aria-label={label}
        onScroll={look}
        onPointerDown={(event) => {
          dragged.current = false;
          const element = view.current;
          if (event.button !== 0 || element === null || isOnButton(event.target)) return;
          if (drawing !== null) {
            const toImage = (point: Point): ImagePoint | null => pointOf(figure.current, point);
            followPointer(element, event, drawn(drawing, event, toImage), dragged);
          } else if (event.pointerType !== 'touch')
            followPointer(element, event, moved(element, event), dragged);
        }}
        onClick={({ clientX, clientY, target }) => {
          if (dragged.current || isOnButton(target)) return;
          const at = pointOf(figure.current, { x: clientX, y: clientY });
          if (at !== null) onPick?.(at);
        }}
        onPointerMove={({ clientX, clientY, buttons }) => {
          const at = buttons === 0 ? pointOf(figure.current, { x: clientX, y: clientY }) : null;
          if (at !== null && at.x >= 0 && at.x <= 1 && at.y >= 0 && at.y <= 1) onPoint?.(at);
        }}
      >
        <div
          ref={figure}
          class={scale >= PIXELS_FROM ? 'zoom-figure pixels' : 'zoom-figure'}
          style={{
            width: `${size.width * scale}px`,
            height: `${size.height * scale}px`,
            marginInlineStart: `${beside}px`,
          }}
        >
          {children(scale)}
        </div>
      </div>
    </div>
  );
}

/** What the pointer and the keys do. */
export function zoomHint(): string {
  return t('Ctrl and the wheel zoom; dragging or the arrow keys move the image.');
}

/** What a pointer that was pressed does until it is released. */
interface Dragging {
  move(event: PointerEvent): void;
  end?(isCanceled: boolean): void;
}

/** Follows the pointer on a view until it is released. `dragged` becomes true if it moves far enough to mean something. */
function followPointer(
  view: HTMLElement,
  { clientX, clientY, pointerId }: PointerEvent,
  dragging: Dragging,
  dragged: { current: boolean },
): void {
  const move = (event: PointerEvent): void => {
    if (!view.hasPointerCapture(pointerId)) {
      if (Math.hypot(event.clientX - clientX, event.clientY - clientY) < DRAG) return;
      view.setPointerCapture(pointerId);
      dragged.current = true;
    }
    dragging.move(event);
  };
  const stop = ({ type }: PointerEvent): void => {
    dragging.end?.(type === 'pointercancel');
    view.removeEventListener('pointermove', move);
    view.removeEventListener('pointerup', stop);
    view.removeEventListener('pointercancel', stop);
  };
  view.addEventListener('pointermove', move);
  view.addEventListener('pointerup', stop);
  view.addEventListener('pointercancel', stop);
}

/** Moves what a view shows with the pointer. */
function moved(view: HTMLElement, { clientX, clientY }: PointerEvent): Dragging {
  const { scrollLeft, scrollTop } = view;
  return {
    move: (event) => {
      view.scrollTo({
        left: scrollLeft - (event.clientX - clientX),
        top: scrollTop - (event.clientY - clientY),
        behavior: 'instant',
      });
    },
  };
}

/** Draws with the pointer, from where it was pressed. */
function drawn(
  drawing: PointerDrawing,
  { clientX, clientY }: PointerEvent,
  toImage: (point: Point) => ImagePoint | null,
): Dragging {
  let hasBegun = false;
  return {
    move: (event) => {
      const from = hasBegun ? null : toImage({ x: clientX, y: clientY });
      hasBegun = true;
      if (from !== null) drawing.begin(from);
      const at = toImage({ x: event.clientX, y: event.clientY });
      if (at !== null) drawing.moveTo(at);
    },
    end: (isCanceled) => {
      if (isCanceled) drawing.cancel();
      else drawing.end();
    },
  };
}

const isOnButton = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button') !== null;

/** A point of the window as one of an image, which may be outside of it; null if the image is not drawn. */
function pointOf(image: HTMLElement | null, { x, y }: Point): ImagePoint | null {
  if (image === null) return null;
  const { left, top, width, height } = image.getBoundingClientRect();
  return width === 0 || height === 0 ? null : { x: (x - left) / width, y: (y - top) / height };
}

function middleOf(element: HTMLElement | null): Point {
  if (element === null) return { x: 0, y: 0 };
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
