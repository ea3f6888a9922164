import { useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { PagePoint } from '../model/mentions.ts';
import type { Surface } from '../surface.ts';

/** How far the pointer may move between press and release for a click, in CSS pixels. */
const STILL = 4;

/** Leads from a click on a page, or from the selected text, to the claims that speak of it. */
export function useClaimClicks({ viewer }: Surface): void {
  useEffect(() => {
    let pressed: PointerEvent | null = null;
    const onDown = (event: PointerEvent): void => {
      pressed = event;
    };
    const onClick = (event: MouseEvent): void => {
      const from = pressed;
      if (viewer.claims.shown.peek() === null || from === null || event.detail !== 1) return;
      const hasMoved = Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > STILL;
      const isSelecting = document.getSelection()?.isCollapsed === false;
      if (hasMoved || isSelecting || event.shiftKey || !(event.target instanceof Element)) return;
      if (event.target.closest('button') !== null) return;
      void selectAt(viewer, event.target.closest('.page'), event.clientX, event.clientY, false);
    };
    document.addEventListener('pointerdown', onDown);
    document.addEventListener('click', onClick);
    return () => {
      document.removeEventListener('pointerdown', onDown);
      document.removeEventListener('click', onClick);
    };
  }, [viewer]);

  useSignalEffect(() => {
    if (viewer.selectionRequest.value === 0) return;
    const selection = document.getSelection();
    const range = selection?.isCollapsed === false ? selection.getRangeAt(0) : null;
    const [first] = range?.getClientRects() ?? [];
    const element = range?.startContainer.parentElement?.closest('.page') ?? null;
    if (first === undefined || element === null) viewer.claims.askForWord();
    else void selectAt(viewer, element, first.left + first.width / 2, first.top + first.height / 2, true);
  });
}

async function selectAt(
  viewer: Surface['viewer'],
  element: Element | null,
  clientX: number,
  clientY: number,
  byCommand: boolean,
): Promise<void> {
  const point = await pagePoint(viewer, element, clientX, clientY);
  const isHigh = clientY < window.innerHeight / 2;
  if (point !== null) await viewer.claims.selectAt(point, { isHigh, byCommand });
}

async function pagePoint(
  viewer: Surface['viewer'],
  element: Element | null,
  clientX: number,
  clientY: number,
): Promise<PagePoint | null> {
  const opened = viewer.document.peek();
  const page = Number(element?.getAttribute('data-page') ?? Number.NaN);
  if (opened === null || element === null || !Number.isInteger(page)) return null;
  const frame = element.getBoundingClientRect();
  const size = await opened.points(page);
  return {
    page,
    x: ((clientX - frame.left) / frame.width) * size.width,
    y: ((clientY - frame.top) / frame.height) * size.height,
  };
}
