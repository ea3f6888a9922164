import type { ReadonlySignal } from '@preact/signals';
import { ClaimLayer } from './layers/claimLayer.tsx';
import { MatchHighlights, type MatchHighlightsDeps } from './layers/matchHighlights.ts';
import type { PageLayer } from './layers/pageLayer.ts';
import { TextLayer } from './layers/textLayer.ts';
import { createFinder, type Finder } from './model/finder.ts';
import { createViewer, type Viewer, type ViewerDeps } from './model/viewer.ts';

/** The view, its search, and the layers over its pages, connected with each other. */
export interface Surface {
  readonly viewer: Viewer;
  readonly finder: Finder;
  readonly text: TextLayer;
  /** All layers over the pages, in the order in which they are drawn. */
  readonly layers: readonly PageLayer[];
  readonly dispose: () => void;
}

/** What a viewer needs, and how matches are marked. */
export interface SurfaceDeps extends ViewerDeps, Pick<MatchHighlightsDeps, 'highlight'> {}

/** Creates a document view without a document. */
export function createSurface(deps: SurfaceDeps): Surface {
  const viewer = createViewer(deps);
  const { document, page } = viewer;
  const text = new TextLayer(document);
  const finder = createFinder({
    document,
    page,
    reveal: (position) => {
      highlights.reveal(position);
    },
  });
  const highlights = new MatchHighlights({ finder, text, scrolling: viewer, highlight: deps.highlight });
  const stopSearches = onChange(document, finder.restart);

  return {
    viewer,
    finder,
    text,
    layers: [text, highlights, new ClaimLayer(viewer)],
    dispose() {
      stopSearches();
      highlights.dispose();
      viewer.dispose();
    },
  };
}

/** Calls `changed` for every value of a signal after the current one. */
function onChange<T>(of: ReadonlySignal<T>, changed: () => void): () => void {
  let isFirst = true;
  return of.subscribe(() => {
    if (isFirst) isFirst = false;
    else changed();
  });
}
