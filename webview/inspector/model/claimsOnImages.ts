import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { Size } from '../../../src/core/geometry/size.ts';
import type { Grounding } from '../../../src/core/grounding/model.ts';
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
              frames: ofPage,
              framedBoxes: new Set(boxes),
            },
          ];
        }),
      );
    });
  }

  /** The claims on an image; null if there are none. */
  on({ path, page }: Pick<InspectorImage, 'path' | 'page'>): ImageClaims | null {
    const found = this.#pages.value.get(keyOf(path, page));
    return found === undefined || found.claims.length === 0 ? null : found;
  }
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
