import { ZOOM_LIMITS } from '../../src/protocol/document.ts';

const STEPS = [
  0.1, 0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5, 6, 8,
] as const;

/** The next step of zoom above (`direction` 1) or below (-1) a factor. */
export function nextZoom(scale: number, direction: 1 | -1, largest: number): number {
  const next =
    direction === 1
      ? STEPS.find((step) => step > scale * 1.005)
      : STEPS.findLast((step) => step < scale * 0.995);
  return Math.min(largest, Math.max(ZOOM_LIMITS.min, next ?? scale));
}

/**
 * The factor after turning a wheel by `delta` (in WheelEvent's pixels) with Ctrl, which is also what a trackpad's pinch
 * sends.
 */
export function wheelZoom(scale: number, delta: number, largest: number): number {
  const bounded = Math.max(-100, Math.min(100, delta));
  return Math.min(largest, Math.max(ZOOM_LIMITS.min, scale * Math.exp(-bounded / 400)));
}

/** How far a wheel was turned down, in pixels: some mice report lines or pages. */
export function wheelPixels({ deltaMode, deltaY }: WheelEvent): number {
  return deltaMode === WheelEvent.DOM_DELTA_PIXEL ? deltaY : deltaY * 33;
}
