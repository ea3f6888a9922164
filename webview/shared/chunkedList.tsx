import type { ComponentChildren, JSX } from 'preact';
import { memo } from './memo.ts';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';

/** How far outside of the visible area chunks are kept drawn, in CSS pixels. */
const MARGIN = 800;

interface ChunkedListProps {
  readonly count: number;
  /** The estimated height of a chunk that was never drawn, in CSS pixels. */
  readonly estimate: (index: number) => number;
  /**
   * A chunk that stays drawn wherever the list is scrolled, with its neighbors, so that the list can scroll to it by
   * its actual height; null for none.
   */
  readonly pinned: number | null;
  /** Changes when a chunk must be drawn again. */
  readonly stamp: (index: number) => string;
  readonly render: (index: number) => ComponentChildren;
  /** Further attributes of a chunk's element. */
  readonly attributes?: (index: number) => Record<string, string | number>;
  /** Changes when the chunks are replaced. */
  readonly edition: number | string;
}

/**
 * A long list that is drawn in chunks of any height, each only while it is near the visible area; the others are empty
 * boxes with the height that they had.
 */
export function ChunkedList(props: ChunkedListProps): JSX.Element {
  const watcher = useMemo(() => new Watcher(), [props.edition]);
  useEffect(
    () => () => {
      watcher.dispose();
    },
    [watcher],
  );
  const chunks: JSX.Element[] = [];
  for (let index = 0; index < props.count; index++) {
    chunks.push(
      <Chunk
        key={`${props.edition}:${index}`}
        index={index}
        watcher={watcher}
        estimate={props.estimate}
        pinned={props.pinned !== null && Math.abs(props.pinned - index) <= 1}
        stamp={props.stamp(index)}
        render={props.render}
        attributes={props.attributes}
      />,
    );
  }
  return <>{chunks}</>;
}

interface ChunkProps {
  readonly index: number;
  readonly watcher: Watcher;
  readonly estimate: (index: number) => number;
  readonly pinned: boolean;
  readonly stamp: string;
  readonly render: (index: number) => ComponentChildren;
  readonly attributes: ((index: number) => Record<string, string | number>) | undefined;
}

const Chunk = memo(
  function Chunk(props: ChunkProps): JSX.Element {
    const [near, setNear] = useState(props.index === 0);
    const height = useRef<number | null>(null);
    const element = useRef<HTMLDivElement | null>(null);
    useEffect(() => {
      if (element.current === null) return undefined;
      return props.watcher.watch(element.current, (isNear, measured) => {
        if (!isNear && measured > 0) height.current = measured;
        setNear(isNear);
      });
    }, [props.watcher]);
    const drawn = near || props.pinned;
    const placeholder = drawn ? undefined : `${height.current ?? props.estimate(props.index)}px`;
    return (
      <div
        ref={element}
        role="none"
        class="chunk"
        style={{ height: placeholder }}
        {...props.attributes?.(props.index)}
      >
        {drawn ? props.render(props.index) : null}
      </div>
    );
  },
  (before, after) =>
    before.index === after.index &&
    before.watcher === after.watcher &&
    before.pinned === after.pinned &&
    before.stamp === after.stamp,
);

type NearListener = (near: boolean, height: number) => void;

/** Tells elements when they come near the visible area and when they leave it. */
class Watcher {
  readonly #listeners = new WeakMap<Element, NearListener>();
  readonly #observer: IntersectionObserver;

  constructor() {
    // An option that is newer than the types: the margin of scrolling elements between the chunk and the viewport.
    const options: IntersectionObserverInit & { scrollMargin: string } = {
      rootMargin: `${MARGIN}px 0px`,
      scrollMargin: `${MARGIN}px 0px`,
    };
    this.#observer = new IntersectionObserver((entries) => {
      for (const entry of entries)
        this.#listeners.get(entry.target)?.(entry.isIntersecting, entry.boundingClientRect.height);
    }, options);
  }

  watch(element: Element, listener: NearListener): () => void {
    this.#listeners.set(element, listener);
    this.#observer.observe(element);
    return () => {
      this.#observer.unobserve(element);
    };
  }

  dispose(): void {
    this.#observer.disconnect();
  }
}
