import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import { plotOf, smallPlot, type Plot } from '../../../../src/core/charts/plot.ts';
import { chartSummary, chartTitle, pointPhrase } from '../../../../src/core/charts/chartWords.ts';
import type { Chart } from '../../../../src/core/charts/model.ts';
import { useThemeColors } from './chartColors.ts';
import { growingRange, plotData, plotShape, uplotOptions } from './uplotOptions.ts';

interface ChartCanvasProps {
  readonly chart: Chart;
  /** CSS pixels. */
  readonly height: number;
  readonly isSmall?: boolean;
  /** Changes when the chart is about other rows, so that its axis may become shorter. */
  readonly about: string;
  /** Called with the points or bars that the person has chosen, both included. */
  readonly onChoose: (from: number, to: number) => void;
}

/**
 * A drawn chart. A click or a drag chooses points; so do the arrow keys, Shift and the arrow keys, and Enter. What stands
 * at the chosen point is written below it.
 */
export function ChartCanvas({
  chart,
  height,
  isSmall = false,
  about,
  onChoose,
}: ChartCanvasProps): JSX.Element {
  const whole = useMemo(() => plotOf(chart), [chart]);
  const plot = useMemo(() => (whole !== null && isSmall ? smallPlot(whole) : whole), [whole, isSmall]);
  const element = useRef<HTMLDivElement | null>(null);
  const [pointed, setAt] = useState<number | null>(null);
  const [anchor, setAnchor] = useState<number | null>(null);
  const width = useWidth(element);
  const isDragged = useRef(false);
  const onDrag = (from: number, to: number): void => {
    isDragged.current = true;
    onChoose(from, to);
  };
  useDrawing({ element, plot, width, height, isSmall, about, onCursor: setAt, onChoose: onDrag });
  if (plot === null) return isSmall ? <></> : <p class="chart-nothing dim">{chartSummary(chart)}</p>;
  const count = plot.kind === 'bars' ? plot.values.length : plot.x.length;
  // Another filter may have left fewer points than there were.
  const at = pointed === null ? null : Math.min(pointed, count - 1);
  const move = (event: KeyboardEvent): void => {
    const next = nextPoint(event.key, at, count);
    if (next !== null) {
      setAnchor(event.shiftKey ? (anchor ?? at ?? next) : null);
      setAt(next);
    } else if ((event.key === 'Enter' || event.key === ' ') && at !== null) onChoose(anchor ?? at, at);
    else if (event.key === 'Escape') {
      setAt(null);
      setAnchor(null);
    } else return;
    event.preventDefault();
  };
  const says =
    at === null
      ? chartSummary(chart)
      : anchor !== null && anchor !== at
        ? t('{0} to {1}', pointPhrase(chart, Math.min(anchor, at)), pointPhrase(chart, Math.max(anchor, at)))
        : pointPhrase(chart, at);
  return (
    <div
      class="chart-canvas"
      role="slider"
      tabIndex={0}
      aria-label={chartTitle(chart)}
      aria-valuemin={0}
      aria-valuemax={Math.max(count - 1, 0)}
      aria-valuenow={at ?? 0}
      aria-valuetext={says}
      title={isSmall ? says : undefined}
      onKeyDown={move}
      onPointerLeave={() => {
        setAt(null);
      }}
      onPointerDown={() => {
        isDragged.current = false;
      }}
      onClick={(event) => {
        // A drag ends with a click, too.
        if (at === null || isDragged.current) return;
        if (event.target instanceof HTMLElement && event.target.closest('.u-over') !== null) onChoose(at, at);
      }}
      onBlur={() => {
        setAt(null);
        setAnchor(null);
      }}
    >
      <div ref={element} class="chart-plot" style={{ height: `${height}px` }} aria-hidden="true" />
      {!isSmall && <p class="chart-says dim">{says}</p>}
    </div>
  );
}

interface DrawingProps {
  readonly element: { readonly current: HTMLDivElement | null };
  readonly plot: Plot | null;
  readonly width: number;
  readonly height: number;
  readonly isSmall: boolean;
  readonly about: string;
  readonly onCursor: (index: number) => void;
  readonly onChoose: (from: number, to: number) => void;
}

/** Draws a plot, again when its size, its form or the theme changes; other numbers only move what is drawn. */
function useDrawing({
  element,
  plot,
  width,
  height,
  isSmall,
  about,
  onCursor,
  onChoose,
}: DrawingProps): void {
  const colors = useThemeColors();
  const drawn = useRef<uPlot | null>(null);
  const range = useRef<{ readonly about: string; readonly low: number; readonly high: number } | null>(null);
  const choose = useRef(onChoose);
  choose.current = onChoose;
  if (plot !== null) {
    const before = range.current?.about === about ? range.current : null;
    range.current = { about, ...growingRange(plot, before) };
  }
  const shape = plot === null ? null : plotShape(plot);
  useLayoutEffect(() => {
    const target = element.current;
    if (target === null || plot === null || width === 0) return undefined;
    const chart = new uPlot(
      uplotOptions(plot, {
        width,
        height,
        isSmall,
        colors,
        font: `11px ${getComputedStyle(target).fontFamily}`,
        range: () => range.current ?? { low: 0, high: 1 },
        onCursor,
        onChoose: (from, to) => {
          choose.current(from, to);
        },
      }),
      plotData(plot),
      target,
    );
    drawn.current = chart;
    return () => {
      drawn.current = null;
      chart.destroy();
    };
  }, [shape, width, height, isSmall, colors, about]);
  useLayoutEffect(() => {
    if (plot !== null) drawn.current?.setData(plotData(plot));
  }, [plot]);
}

/** The width of an element in CSS pixels, as it changes; 0 before it is known, and where nothing can be drawn. */
function useWidth(element: { readonly current: HTMLDivElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const target = element.current;
    if (target === null || document.createElement('canvas').getContext('2d') === null) return undefined;
    const observer = new ResizeObserver(() => {
      setWidth(Math.floor(target.clientWidth));
    });
    observer.observe(target);
    setWidth(Math.floor(target.clientWidth));
    return () => {
      observer.disconnect();
    };
  }, []);
  return width;
}

/** The point that a key goes to; null for any other key. */
function nextPoint(key: string, at: number | null, count: number): number | null {
  if (count === 0) return null;
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return at === null ? 0 : Math.min(at + 1, count - 1);
    case 'ArrowLeft':
    case 'ArrowDown':
      return at === null ? count - 1 : Math.max(at - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
