import { effect, signal, type ReadonlySignal } from '@preact/signals';
import type { MatchPosition, TextItem } from './find.ts';
import { createFinder, type Finder } from './finder.ts';
import { TextLayers } from './textLayers.ts';
import { createViewer } from './viewer.ts';
import type { Viewer, ViewerDeps } from './viewerModel.ts';

/** The view, its search and the text on its screen, tied together. */
export interface Surface {
  readonly viewer: Viewer;
  readonly finder: Finder;
  readonly layers: TextLayers;
  /** Takes the text of a page that has come on the screen. */
  readonly texted: (page: number, items: readonly TextItem[], elements: readonly HTMLElement[]) => void;
  /** The page has left the screen. */
  readonly untexted: (page: number) => void;
  readonly dispose: () => void;
}

export interface SurfaceDeps extends ViewerDeps {
  /** Marks ranges on the screen: the matches, and the current one. */
  readonly highlight: (others: readonly Range[], current: readonly Range[]) => void;
}

export function createSurface(deps: SurfaceDeps): Surface {
  const viewer = createViewer(deps);
  const layers = new TextLayers();
  const layersVersion = signal(0);
  let awaited: MatchPosition | null = null;

  const show = (
    position: MatchPosition,
    { matches }: { matches: Finder['state']['value']['matches'] },
  ): boolean => {
    const ranges = layers.rangesOf(matches, position);
    const [first] = ranges;
    if (first === undefined) return false;
    viewer.bringIntoView(first.getBoundingClientRect());
    return true;
  };

  const reveal = (position: MatchPosition): void => {
    awaited = null;
    if (show(position, finder.state.peek())) return;
    awaited = position;
    viewer.goTo(position.page);
  };
  const finder = createFinder({ document: viewer.document, page: viewer.page, reveal });

  const stopSearches = onChange(viewer.document, () => {
    layers.clear();
    finder.restart();
  });
  const stopHighlights = effect(() => {
    const { matches } = finder.state.value;
    const position = finder.position.value;
    // The layers are no signal themselves: their version is what is followed.
    if (layersVersion.value === 0) return;
    const { others, current } = layers.highlights(matches, position);
    deps.highlight(others, current);
  });

  return {
    viewer,
    finder,
    layers,
    texted(page, items, elements) {
      layers.set(page, items, elements);
      layersVersion.value += 1;
      if (awaited?.page === page && show(awaited, finder.state.peek())) awaited = null;
    },
    untexted(page) {
      layers.delete(page);
      layersVersion.value += 1;
    },
    dispose() {
      stopSearches();
      stopHighlights();
      viewer.dispose();
    },
  };
}

/** Calls `changed` for every value of a signal after the present one. */
function onChange<T>(of: ReadonlySignal<T>, changed: () => void): () => void {
  let first = true;
  return of.subscribe(() => {
    if (first) first = false;
    else changed();
  });
}
