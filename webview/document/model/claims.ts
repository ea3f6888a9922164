import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { PageBox } from '../../../src/core/geometry/box.ts';
import {
  MAX_CLAIM_TEXT,
  MAX_MENTIONS,
  type ClaimMove,
  type DocumentClaims,
  type FromDocument,
  type PageClaim,
  type ToDocument,
} from '../../../src/protocol/document.ts';
import {
  chooseFrames,
  claimFrames,
  nextOfClaims,
  type ClaimFrame,
} from '../../../src/protocol/claimFrames.ts';
import { ReceivedList } from '../../../src/protocol/sentList.ts';
import { claimsAbout, stepsOf, wordAt, type PagePoint, type SpeakingStep } from './mentions.ts';
import type { ReadPageWords } from './pageWords.ts';
import type { Band } from './pagesInSight.ts';

/** The frames by page, from 1. */
export type FramesByPage = ReadonlyMap<number, readonly ClaimFrame[]>;

/** The most characters that are shown of a word. */
export const LONGEST_WORD = 60;

/** How a word was selected. */
export interface WordSelection {
  /** Whether it is in the upper half of the view. */
  readonly isHigh: boolean;
  /** Whether it was selected by a command, so that a list of steps gets the focus. */
  readonly byCommand: boolean;
}

/** A word that the person selected, or a place without known words, and the steps that speak of it. */
export interface Mention extends WordSelection {
  /** What the claims say there if the word is not known; null if nothing was selected. */
  readonly text: string | null;
  readonly steps: readonly SpeakingStep[];
}

/** The claims over the pages, as the extension has them, and which of them are drawn. */
export interface Claims {
  /** Null while no trajectory is shown over the pages. */
  readonly shown: ReadonlySignal<DocumentClaims | null>;
  readonly selected: ReadonlySignal<PageClaim | null>;
  /** Where the selected claim is on this document; null if it has no place there. */
  readonly place: ReadonlySignal<PageClaim['place']>;
  /** Whether the claims of all steps are drawn, not only those of the selected step. */
  readonly allDrawn: Signal<boolean>;
  readonly legendShown: Signal<boolean>;
  /** The frames of every claim on this document. */
  readonly frames: ReadonlySignal<FramesByPage>;
  /** The frames to draw, on the pages in sight only. */
  readonly drawn: ReadonlySignal<FramesByPage>;
  /** How many frames in sight are not drawn because there are too many. */
  readonly hidden: ReadonlySignal<number>;
  /** The word that was selected last; null once another claim than those that speak of it is selected. */
  readonly mention: ReadonlySignal<Mention | null>;
  /** Selects a claim as the person's choice, by its index in the grounding. */
  readonly select: (claim: number | null) => void;
  /** Selects the claim of a step that speaks of the word, or the one after it if that is selected. */
  readonly selectSpeaking: (step: SpeakingStep) => void;
  /** Forgets the word that was selected last. */
  readonly forgetWord: () => void;
  /** Asks the extension for another claim. */
  readonly move: (to: ClaimMove) => void;
  /** Selects the claims that speak of what is at a point of a page: the first, and the next one each time again. */
  readonly selectAt: (point: PagePoint, how: WordSelection) => Promise<void>;
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
  const received = new ReceivedList<PageClaim>();
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
  const selectAmong = (claims: readonly PageClaim[]): void => {
    const next = nextOfClaims(claims, selectedIndex.peek());
    if (next !== undefined) select(next.claim);
  };

  /** Sets the word that was selected last, and tells the extension which claims speak of it, if that changes. */
  const setMention = (next: Mention | null): void => {
    const claims = claimsOf(next);
    const isTold = claims.length === 0 && claimsOf(mention.peek()).length === 0;
    mention.value = next;
    if (!isTold) send({ type: 'selectWord', claims: claims.slice(0, MAX_MENTIONS) });
  };

  return {
    shown,
    selected,
    place: computed(() => (selected.value === null ? null : placeOf(selected.value))),
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
        setMention(null);
        select(claim);
      });
    },
    selectSpeaking({ claims }) {
      selectAmong(claims);
    },
    forgetWord() {
      setMention(null);
    },
    move(to) {
      send({ type: 'moveToClaim', to });
    },
    async selectAt(point, how) {
      if (shown.peek() === null) return;
      const word = wordAt(await words(point.page).catch(() => []), point.x, point.y)?.text ?? null;
      const claims = claimsAbout(all.peek(), point, word);
      if (word === null && claims.length === 0) return;
      const [first] = claims;
      const text = word ?? (first?.words === '' ? first.said : (first?.words ?? ''));
      batch(() => {
        selectAmong(claims);
        setMention({ ...how, text: text.slice(0, MAX_CLAIM_TEXT), steps: stepsOf(claims) });
      });
    },
    askForWord() {
      setMention({ text: null, steps: [], isHigh: true, byCommand: true });
    },
    receive(message) {
      batch(() => {
        if (message.type !== 'selectClaim') {
          if (message.type === 'claims') {
            received.take(message.shown?.claims ?? null);
            shown.value = message.shown;
          } else {
            const claims = received.change(message.changes.claims);
            if (claims === null) {
              send({ type: 'claimsNeeded' });
              return;
            }
            shown.value = { ...message.changes.rest, claims };
          }
          selectedIndex.value = message.selected;
          setMention(null);
          return;
        }
        const spoken = claimsOf(mention.peek());
        const isSpoken = message.claim !== null && spoken.includes(message.claim);
        if (message.claim !== selectedIndex.peek() && !isSpoken) setMention(null);
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

/** The claims that speak of a word, by their indices in the grounding. */
function claimsOf(mention: Mention | null): number[] {
  return mention?.steps.flatMap(({ claims }) => claims.map(({ claim }) => claim)) ?? [];
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
