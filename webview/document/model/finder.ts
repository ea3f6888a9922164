import { batch, computed, signal, type ReadonlySignal } from '@preact/signals';
import {
  compileQuery,
  joinItems,
  neighbor,
  search,
  searchOrder,
  tally,
  type Match,
  type MatchPosition,
  type Matches,
} from './find.ts';
import type { ViewedDocument } from './viewedDocument.ts';

/** How many characters of joined text are kept between searches; pages beyond that are read again. */
const MAX_KEPT_CHARACTERS = 32_000_000;

export interface FinderState {
  readonly matches: Matches;
  readonly total: number;
  /** Which match is the current one, from 1; 0 if there is none. */
  readonly ordinal: number;
  /** Pages searched so far. */
  readonly searched: number;
  readonly searching: boolean;
}

/** Search in all pages of the document: progressive, and given up as soon as the query changes. */
export interface Finder {
  readonly shown: ReadonlySignal<boolean>;
  /** Increases each time the search field is requested, even if it is already shown. */
  readonly focusRequest: ReadonlySignal<number>;
  readonly text: ReadonlySignal<string>;
  readonly matchCase: ReadonlySignal<boolean>;
  readonly state: ReadonlySignal<FinderState>;
  readonly position: ReadonlySignal<MatchPosition | null>;
  readonly open: () => void;
  readonly close: () => void;
  readonly setText: (text: string) => void;
  readonly setMatchCase: (on: boolean) => void;
  /** Goes to the next (1) or the previous (-1) match. */
  readonly step: (direction: 1 | -1) => void;
  /** Searches again, because the document has changed. */
  readonly restart: () => void;
}

export interface FinderDeps {
  readonly document: ReadonlySignal<ViewedDocument | null>;
  /** The page in view, where a search begins. */
  readonly page: ReadonlySignal<number>;
  /** Shows a match. */
  readonly reveal: (position: MatchPosition) => void;
}

export function createFinder({ document, page, reveal }: FinderDeps): Finder {
  const shown = signal(false);
  const focusRequest = signal(0);
  const text = signal('');
  const matchCase = signal(false);
  const matches = signal<Matches>(new Map());
  const position = signal<MatchPosition | null>(null);
  const searched = signal(0);
  const searching = signal(false);
  const state = computed<FinderState>(() => ({
    matches: matches.value,
    ...tally(matches.value, position.value),
    searched: searched.value,
    searching: searching.value,
  }));

  let running: AbortController | null = null;
  let kept = new Map<number, string>();
  let keptCharacters = 0;
  let keptOf: ViewedDocument | null = null;

  const readPageText = async (of: ViewedDocument, number: number): Promise<string> => {
    const known = kept.get(number);
    if (known !== undefined) return known;
    const joined = joinItems(await of.text(number)).text;
    if (keptOf === of && keptCharacters + joined.length <= MAX_KEPT_CHARACTERS) {
      kept.set(number, joined);
      keptCharacters += joined.length;
    }
    return joined;
  };

  const settle = (to: MatchPosition | null): void => {
    position.value = to;
    if (to !== null) reveal(to);
  };

  const restart = (): void => {
    running?.abort();
    running = null;
    const of = document.peek();
    if (of !== keptOf) {
      kept = new Map();
      keptCharacters = 0;
      keptOf = of;
    }
    const pattern = compileQuery({ text: text.peek(), matchCase: matchCase.peek() });
    batch(() => {
      matches.value = new Map();
      position.value = null;
      searched.value = 0;
      searching.value = shown.peek() && of !== null && pattern !== null;
    });
    if (!searching.peek() || of === null || pattern === null) return;
    const controller = new AbortController();
    running = controller;
    const onPage = (on: number, some: readonly Match[]): void => {
      batch(() => {
        searched.value += 1;
        if (some.length === 0) return;
        matches.value = new Map(matches.peek()).set(on, some);
        if (position.peek() === null) settle({ page: on, index: 0 });
      });
    };
    void search(pattern, {
      pages: searchOrder(page.peek(), of.pageCount),
      signal: controller.signal,
      text: (number) => readPageText(of, number),
      onPage,
    }).finally(() => {
      if (running !== controller) return;
      running = null;
      searching.value = false;
    });
  };

  return {
    shown,
    focusRequest,
    text,
    matchCase,
    state,
    position,
    open() {
      const was = shown.peek();
      shown.value = true;
      focusRequest.value += 1;
      if (!was) restart();
    },
    close() {
      shown.value = false;
      restart();
    },
    setText(wanted) {
      if (wanted === text.peek()) return;
      text.value = wanted;
      restart();
    },
    setMatchCase(on) {
      matchCase.value = on;
      restart();
    },
    step(direction) {
      settle(neighbor(matches.peek(), position.peek(), page.peek(), direction));
    },
    restart,
  };
}
