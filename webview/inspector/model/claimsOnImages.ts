import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { countClaims, type ClaimCounts } from '../../../src/core/grounding/claimCounts.ts';
import type { Size } from '../../../src/core/geometry/size.ts';
import { needsNoPage } from '../../../src/core/grounding/claimMark.ts';
import type { GroundedClaim, Grounding } from '../../../src/core/grounding/model.ts';
import type { PageClaim } from '../../../src/protocol/document.ts';
import type { InspectorImage } from '../../../src/protocol/inspector.ts';
import { pageClaims } from '../../../src/protocol/pageClaims.ts';
import { claimFrames, type ClaimFrame, type SelectedClaim } from '../../../src/protocol/claimFrames.ts';

/** The claims whose words or named places are on the page of an image. */
export interface ImageClaims {
  /** Of the page as displayed, in points. */
  readonly size: Size;
  /** All of them, in text order. */
  readonly claims: readonly PageClaim[];
  /** How many there are; each claim counts on one page at most. */
  readonly counts: ClaimCounts;
  /** The frames to draw: of the selected step's claims, or of all. */
  readonly frames: readonly ClaimFrame[];
  /** Where the boxes and points begin in the text that are among these frames. */
  readonly framedBoxes: ReadonlySet<number>;
}

export interface ClaimsOnImagesDeps {
  /** Null while it is not known what the pages say. */
  readonly grounding: ReadonlySignal<Grounding | null>;
  readonly selected: ReadonlySignal<SelectedClaim>;
}

/** The claims of the sample in view over the images of the request, with the same frames as over the document's pages. */
export class ClaimsOnImages {
  /** Whether the claims of all steps are drawn, not only those of the selected step. */
  readonly allDrawn = signal(false);
  readonly selected: ReadonlySignal<SelectedClaim>;
  /** By document and page. */
  readonly #pages: ReadonlySignal<ReadonlyMap<string, ImageClaims>>;

  constructor({ grounding, selected }: ClaimsOnImagesDeps) {
    this.selected = selected;
    const byDocument = computed(() => claimsByDocument(grounding.value));
    const counted = computed(() => countedByPage(grounding.value?.claims ?? []));
    this.#pages = computed(() => {
      const { claim, step } = selected.value;
      // Without a selected step there is nothing else to draw.
      const isDrawn = (one: PageClaim): boolean =>
        this.allDrawn.value || step === null || one.step === step || one.claim === claim;
      const frames = new Map(
        [...byDocument.value].map(([path, claims]) => [path, claimFrames(claims.filter(isDrawn), claim)]),
      );
      const { pages = [], claims: all = [] } = grounding.value ?? {};
      return new Map(
        pages.map(({ document, page, size }): [string, ImageClaims] => {
          const claims = byDocument.value.get(document) ?? [];
          const ofPage = frames.get(document)?.get(page) ?? [];
          const boxes = ofPage
            .flatMap((frame) => (frame.shape === 'corners' ? frame.claims : []))
            .map((one) => all[one.claim]?.span.start ?? -1);
          return [
            keyOf(document, page),
            {
              size,
              claims: claims.filter((one) => one.page === page || one.place?.page === page),
              counts: countClaims(counted.value.get(keyOf(document, page)) ?? []),
              frames: ofPage,
              framedBoxes: new Set(boxes),
            },
          ];
        }),
      );
    });
  }

  /** The claims on an image; null if there are none. They have no place on an image of an earlier document. */
  on({ path, page, isEarlier }: Pick<InspectorImage, 'path' | 'page' | 'isEarlier'>): ImageClaims | null {
    if (isEarlier) return null;
    const found = this.#pages.value.get(keyOf(path, page));
    return found === undefined || found.claims.length === 0 ? null : found;
  }
}

/** The claims that count on each page. */
function countedByPage(claims: readonly GroundedClaim[]): ReadonlyMap<string, readonly GroundedClaim[]> {
  const pages = new Map<string, GroundedClaim[]>();
  for (const claim of claims) {
    const key = countedOn(claim);
    if (key === null) continue;
    const ofPage = pages.get(key) ?? [];
    pages.set(key, ofPage);
    ofPage.push(claim);
  }
  return pages;
}

/**
 * The page on which a claim counts: the sent page that its words are on, otherwise the one with the place that it names;
 * null if there is none.
 */
function countedOn(claim: GroundedClaim): string | null {
  const { on, sent, namedPlace } = claim;
  if (needsNoPage(claim)) return null;
  if (on !== null && sent) return keyOf(on.document, on.page);
  return namedPlace === null ? null : keyOf(namedPlace.on.document, namedPlace.on.page);
}

const keyOf = (document: string, page: number): string => `${page} ${document}`;

/** The claims that are on each document, in text order. */
function claimsByDocument(grounding: Grounding | null): ReadonlyMap<string, readonly PageClaim[]> {
  const paths = new Set(grounding?.pages.map(({ document }) => document));
  return new Map(
    [...paths].map((path) => [
      path,
      grounding === null
        ? []
        : pageClaims(grounding, (document) => document === path).filter(
            ({ page, place }) => page !== null || place !== null,
          ),
    ]),
  );
}
