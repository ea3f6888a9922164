import { effect, signal } from '@preact/signals';
import type { MatchPosition } from '../model/find.ts';
import type { Finder } from '../model/finder.ts';
import type { Scrolling } from '../model/scrolling.ts';
import type { PageLayer, ShownPage } from './pageLayer.ts';
import type { TextLayer } from './textLayer.ts';

/** What the highlights need. */
export interface MatchHighlightsDeps {
  readonly finder: Pick<Finder, 'state' | 'position'>;
  /** Must be drawn before the highlights. */
  readonly text: TextLayer;
  readonly scrolling: Pick<Scrolling, 'goTo' | 'bringIntoView'>;
  /** Marks ranges on the screen: the other matches, and the current one. */
  readonly highlight: (others: readonly Range[], current: readonly Range[]) => void;
}

/** Marks the matches of the search in the text of the pages on the screen. */
export class MatchHighlights implements PageLayer {
  readonly #deps: MatchHighlightsDeps;
  /** Increases when pages appear on the screen or leave it. */
  readonly #version = signal(0);
  readonly #stop: () => void;
  /** A match to be shown when its page is on the screen. */
  #awaited: MatchPosition | null = null;

  constructor(deps: MatchHighlightsDeps) {
    this.#deps = deps;
    const { finder, text, highlight } = deps;
    this.#stop = effect(() => {
      const { matches } = finder.state.value;
      const position = finder.position.value;
      if (this.#version.value === 0) return;
      const { others, current } = text.highlights(matches, position);
      highlight(others, current);
    });
  }

  draw({ page }: ShownPage): void {
    this.#version.value += 1;
    if (this.#awaited?.page === page && this.#show(this.#awaited)) this.#awaited = null;
  }

  release(): void {
    this.#version.value += 1;
  }

  /** Scrolls to a match: immediately if its page is on the screen, otherwise as soon as it is. */
  reveal(position: MatchPosition): void {
    this.#awaited = null;
    if (this.#show(position)) return;
    this.#awaited = position;
    this.#deps.scrolling.goTo(position.page);
  }

  dispose(): void {
    this.#stop();
  }

  #show(position: MatchPosition): boolean {
    const { finder, text, scrolling } = this.#deps;
    const [first] = text.rangesOf(finder.state.peek().matches, position);
    if (first === undefined) return false;
    scrolling.bringIntoView(first.getBoundingClientRect());
    return true;
  }
}
