import { useLayoutEffect } from 'preact/hooks';
import type { Explained } from '../model/explain.ts';
import type { ParsedText } from '../model/parsedText.ts';
import type { Selection } from '../model/selectionSender.ts';

/** An element to scroll to, and where in the view it should be. */
interface ScrollTarget {
  readonly element: Element;
  readonly block: ScrollLogicalPosition;
}

/** What all chunks of a response depend on. */
interface ChunkedResponse {
  readonly parsed: ParsedText;
  readonly explained: Explained | null;
  readonly selection: Selection | null;
  /** What is selected; null if nothing is, or nothing that the view should scroll to. */
  readonly selected: () => ScrollTarget | null;
}

/** What one chunk depends on. */
interface ChunkContent {
  /** Where it begins or ends; another place is another content. */
  readonly place: string | number;
  /** Whether arriving text may still change it. */
  readonly grows: boolean;
  /** What is selected in it; empty if nothing is. */
  readonly selected: string | number;
  /** What else changes how it is drawn. */
  readonly look: string;
}

/**
 * Scrolls a view that draws a response in chunks to what is selected, once for each selection; returns the stamps of its
 * chunks for `ChunkedList`.
 */
export function useChunkStamps(response: ChunkedResponse): (chunk: ChunkContent) => string {
  const { parsed, explained, selection, selected } = response;
  useLayoutEffect(() => {
    const target = selection === null ? null : selected();
    target?.element.scrollIntoView({ block: target.block });
  }, [selection]);
  return (chunk) =>
    [
      chunk.place,
      chunk.grows ? parsed.version : '',
      chunk.selected,
      explained?.serial ?? '',
      chunk.look,
    ].join('|');
}
