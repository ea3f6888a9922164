import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { PageBox } from '../../../src/core/geometry/box.ts';
import {
  MAX_CLAIM_TEXT,
  type ClaimMove,
  type DocumentClaims,
  type FromDocument,
  type PageClaim,
  type ToDocument,
} from '../../../src/protocol/document.ts';
import { changeClaims } from '../../../src/protocol/claimChanges.ts';
import {
  chooseFrames,
  claimFrames,
  nextOfClaims,
  type ClaimFrame,
} from '../../../src/protocol/claimFrames.ts';
import { claimsAt, claimsSaying, wordAt } from './mentions.ts';
import type { ReadPageWords } from './pageWords.ts';
import type { Band } from './pagesInSight.ts';

/** The frames by page, from 1. */
export type FramesByPage = ReadonlyMap<number, readonly ClaimFrame[]>;

/** A word that the person selected, and the claims that speak of it; its text is empty if nothing was selected. */
export interface Mention {
  readonly text: string;
  readonly claims: readonly PageClaim[];
}

/** The claims over the pages, as the extension has them, and which of them are drawn. */
export interface Claims {
  /** Null while no trajectory is shown over the pages. */
  readonly shown: ReadonlySignal<DocumentClaims | null>;
  readonly selected: ReadonlySignal<PageClaim | null>;
  /** Whether the claims of all steps are drawn, not only those of the selected step. */
  readonly allDrawn: Signal<boolean>;
  readonly legendShown: Signal<boolean>;
  /** The frames of every claim on this document. */
  readonly frames: ReadonlySignal<FramesByPage>;
  /** The frames to draw, on the pages in sight only. */
  readonly drawn: ReadonlySignal<FramesByPage>;
  /** How many frames in sight are not drawn because there are too many. */
  readonly hidden: ReadonlySignal<number>;
  /** The word that was selected last; null once another claim is selected. */
  readonly mention: ReadonlySignal<Mention | null>;
  /** Selects a claim as the person's choice, by its index in the grounding. */
  readonly select: (claim: number | null) => void;
  /** Asks the extension for another claim. */
  readonly move: (to: ClaimMove) => void;
  /**
   * Selects what is at a point of a page, in points: the claims whose boxes are there, one after the other; otherwise
   * those that say the word there.
   */
  readonly selectAt: (page: number, x: number, y: number) => Promise<void>;
  /** Says that a word must be selected first. */
  readonly askForWord: () => void;
  readonly receive: (
    message: Extract<ToDocument, { type: 'claims' | 'claimChanges' | 'selectClaim' }>,
  ) => void;
}

/** What the claims need. */
export interface ClaimsDeps {
  readonly send: (message: FromDocument) => void;
  readonly words: ReadPageWords;
  /** The parts of pages in sight. */
  readonly inSight: ReadonlySignal<readonly Band[]>;
  /** Scrolls to a box of a page, in points. */
  readonly reveal: (page: number, box: PageBox) => void;
}

/** Creates the state of a view without claims. */
export function createClaims({ send, words, inSight, reveal }: ClaimsDeps): Claims {
  const shown = signal<DocumentClaims | null>(null);
  const selectedIndex = signal<number | null>(null);
  const allDrawn = signal(true);
  const mention = signal<Mention | null>(null);
  const all = computed(() => shown.value?.claims ?? []);
  const selected = computed(() => all.value.find(({ claim }) => claim === selectedIndex.value) ?? null);
  const frames = computed(() => claimFrames(all.value, selectedIndex.value));
  const wanted = computed((): FramesByPage => {
    if (allDrawn.value) return frames.value;
    const step = selected.value?.step;
    return claimFrames(
      all.value.filter((claim) => claim.step === step),
      selectedIndex.value,
    );
  });
  const inView = computed(() =>
    inSight.value.map((band) => ({
      page: band.page,
      frames: (wanted.value.get(band.page) ?? []).filter(({ boxes }) =>
        boxes.some(({ top, bottom }) => bottom >= band.top && top <= band.bottom),
      ),
    })),
  );
  let last: FramesByPage = new Map();
  const drawn = computed((): FramesByPage => {
    const sighted = inView.value.flatMap((page) => page.frames);
    const chosen = new Set(chooseFrames(sighted, selected.value));
    // A page whose frames are the same is not drawn again.
    last = new Map(
      inView.value.map(({ page, frames: some }) => {
        const next = some.filter((frame) => chosen.has(frame));
        const past = last.get(page);
        const isSame = past?.length === next.length && past.every((frame, index) => frame === next[index]);
        return [page, isSame ? past : next];
      }),
    );
    return last;
  });

  const select = (claim: number | null): void => {
    selectedIndex.value = claim;
    send({ type: 'selectClaim', claim });
  };

  /** Selects the first of some claims, or the one after the selected one if that is among them. */
  const selectAmong = (claims: readonly PageClaim[], text: string): void => {
    batch(() => {
      const next = nextOfClaims(claims, selectedIndex.peek());
      if (next !== undefined) select(next.claim);
      mention.value = { text, claims };
    });
  };

  return {
    shown,
    selected,
    allDrawn,
    legendShown: signal(false),
    frames,
    drawn,
    hidden: computed(
      () => boxCount(inView.value.map((page) => page.frames)) - boxCount(drawn.value.values()),
    ),
    mention,
    select(claim) {
      batch(() => {
        mention.value = null;
        select(claim);
      });
    },
    move(to) {
      send({ type: 'moveToClaim', to });
    },
    async selectAt(page, x, y) {
      if (shown.peek() === null) return;
      const boxed = claimsAt(all.peek(), page, x, y);
      const word = wordAt(await words(page).catch(() => []), x, y);
      if (boxed.length > 0) {
        selectAmong(boxed, word?.text ?? boxed[0]?.words ?? '');
        return;
      }
      if (word === undefined) return;
      const saying = claimsSaying(all.peek(), word.text);
      const text = word.text.slice(0, MAX_CLAIM_TEXT);
      selectAmong(saying, text);
      const claims = saying.map(({ claim }) => claim);
      send({ type: 'selectWord', page, box: word.box, text, claims });
    },
    askForWord() {
      mention.value = { text: '', claims: [] };
    },
    receive(message) {
      batch(() => {
        if (message.type !== 'selectClaim') {
          if (message.type === 'claims') shown.value = message.shown;
          else if (shown.value !== null) shown.value = changeClaims(shown.value, message.changes);
          selectedIndex.value = message.selected;
          mention.value = null;
          return;
        }
        if (message.claim !== selectedIndex.peek()) mention.value = null;
        selectedIndex.value = message.claim;
      });
      const claim = selected.peek();
      if (message.type !== 'selectClaim' || !message.reveal || claim === null) return;
      const ofStep = all.peek().filter(({ step }) => step === claim.step);
      const target = placeOf(claim) ?? ofStep.map(placeOf).find((place) => place !== null);
      if (target != null) reveal(target.page, target.box);
    },
  };
}

/** Where a claim is on this document: its first box, or the place that it names if it has no box. */
function placeOf({ page, boxes: [first], place }: PageClaim): PageClaim['place'] {
  return page !== null && first !== undefined ? { page, box: first } : place;
}

function boxCount(frames: Iterable<readonly ClaimFrame[]>): number {
  let count = 0;
  for (const some of frames) for (const { boxes } of some) count += boxes.length;
  return count;
}
