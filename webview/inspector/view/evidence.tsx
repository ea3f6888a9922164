import { claimMark, missedPlace } from '../../../src/core/grounding/claimMark.ts';
import { claimSentence, MARK_SIGNS } from '../../../src/core/grounding/claimWords.ts';
import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { asPageTraceError } from '../../../src/core/errors.ts';
import {
  boxAround,
  boxHeight,
  boxWidth,
  type PageBox,
  type ShareBox,
} from '../../../src/core/geometry/box.ts';
import { pageToShare, shareToPage } from '../../../src/core/geometry/conversions.ts';
import { cropOnSent, type SeenImage } from '../../../src/core/grounding/crops.ts';
import type { ClaimStatus, GroundedClaim, PageReference } from '../../../src/core/grounding/model.ts';
import type { Size } from '../../../src/core/geometry/size.ts';
import type { Span } from '../../../src/core/span.ts';
import type { InspectorImage } from '../../../src/protocol/inspector.ts';
import type { IndexedClaim } from '../model/claimIndex.ts';
import type { InspectorModel } from '../model/inspectorModel.ts';
import { PicturesContext } from './images.ts';

/** How much of the page is shown around the place, in points of a page of usual width. */
const AROUND = { x: 60, y: 14 };
/** The largest cut-out, in the same points; a longer place is shown from its beginning. */
const LARGEST = { width: 420, height: 120 };
/** The width of a usual page, in points. A page that is an image file has a point for each pixel, so it is wider. */
const USUAL_WIDTH = 612;
/** The largest crop that is shown, in CSS pixels; a larger one is shown smaller. */
const LARGEST_CROP = { width: 420, height: 240 };
/** How wide a cut-out is shown, in CSS pixels for each of these points, unless the view is narrower. */
const SCALE = 1.2;

interface EvidenceProps {
  readonly model: InspectorModel;
  readonly one: IndexedClaim;
}

/**
 * The place of a claim, and the one that it names if its words are not there, cut out of the page at full resolution,
 * beside the same part of the image that was sent: whether the model could have read it.
 */
export function Evidence({ model, one: { claim } }: EvidenceProps): JSX.Element | null {
  const { images, pages } = useContext(PicturesContext);
  const shown = model.sample.value?.grounding.value;
  if (shown?.kind !== 'grounded') return null;
  const cited = cropOf(model, claim);
  const places = placesOf(claim).flatMap((place) => {
    const { document, page } = place.on;
    const isHere = (one: PageReference): boolean => one.document === document && one.page === page;
    const size = shown.grounding.pages.find(isHere)?.size;
    if (size === undefined) return [];
    const crop = cited !== null && isHere(cited.seen.sent) ? cited : null;
    const cut = crop === null ? cutOut(place.boxes, size) : shareToPage(cropOnSent(crop.seen), size);
    return [{ ...place, size, crop, cut }];
  });
  // What the model was to read: the place that it names, if its words are not there.
  const read = places.at(-1);
  if (read === undefined) return null;
  const { crop } = read;
  const { images: all = [], edition } = model.info.value ?? {};
  const sent = imageOf(all, crop?.seen.sent.image ?? null, read.on);
  return (
    <div class="evidence">
      {places.map(({ on, boxes, isMissed, title, alt, size, cut }) => (
        <Cut
          key={isMissed ? 'named' : 'found'}
          title={title}
          alt={alt}
          load={() => pages(on.document, on.page).then(({ src }) => src)}
          loadKey={`${on.page} ${on.document} ${edition}`}
          cut={cut}
          page={size}
          boxes={boxes}
          status={claim.status}
          isMissed={isMissed}
        />
      ))}
      {sent !== null && (
        <Cut
          title={crop === null ? t('As it was sent: image {0}', sent) : cropTitle(crop)}
          alt={t('The same place in image {0} as it was sent.', crop?.number ?? sent)}
          load={() => images(sent)}
          loadKey={`${sent} ${edition}`}
          cut={read.cut}
          page={read.size}
          boxes={[]}
          status={claim.status}
          isMissed={false}
        />
      )}
    </div>
  );
}

/** A place on a page that is shown for a claim. */
interface ShownPlace {
  readonly on: PageReference;
  readonly boxes: readonly PageBox[];
  /** Whether it is the place that the claim names, which does not have its words. */
  readonly isMissed: boolean;
  readonly title: string;
  readonly alt: string;
}

/** Where the words of a claim stand, and the place that it names if they are not there. */
function placesOf(claim: GroundedClaim): readonly ShownPlace[] {
  const { on, boxes, namedPlace } = claim;
  const missed = missedPlace(claim);
  const places: ShownPlace[] = [];
  if (on !== null) {
    const marked = boxes.length > 0 || missed !== null ? boxes : namedPlace === null ? [] : [namedPlace.box];
    const title = missed === null ? t('Page {0}', on.page) : t('Where it stands: page {0}', on.page);
    const alt = t('The place on page {0}. {1}', on.page, claimSentence(claim));
    if (marked.length > 0) places.push({ on, boxes: marked, isMissed: false, title, alt });
  }
  if (missed !== null) {
    const title =
      missed.cell === undefined
        ? t('The named place: page {0}', missed.on.page)
        : t('The named cell: page {0}', missed.on.page);
    const alt = t('The named place on page {0}. {1}', missed.on.page, claimSentence(claim));
    places.push({ on: missed.on, boxes: [missed.box], isMissed: true, title, alt });
  }
  return places;
}

/** A crop that the model saw, and its number among the images. */
interface NumberedCrop {
  readonly number: number;
  readonly seen: SeenImage;
}

/** The crop that is cut out at a box, or the one that a claim cites; null if it is about a whole image. */
function cropOf(model: InspectorModel, { box, span, cited }: GroundedClaim): NumberedCrop | null {
  const images = model.info.value?.images ?? [];
  const seen = model.sample.value?.seenImages(images);
  const made = box === null ? undefined : seen?.boxCrops.get(span.start);
  const number = made ?? cited?.image ?? 0;
  const one = seen?.images.get(number);
  const isSent = images.some(({ image }) => image === number);
  return one === undefined || isSent ? null : { number, seen: one };
}

/** What a crop is, and its size if that is known. */
function cropTitle({ number, seen: { sent, crop, hasSize } }: NumberedCrop): string {
  if (!hasSize) return t('As it was sent: image {0}, a crop of image {1}', number, sent.image);
  const { width, height } = crop.image;
  return t(
    'As it was sent: image {0}, a crop of image {1}, {2} × {3} px',
    number,
    sent.image,
    Math.round(width),
    Math.round(height),
  );
}

/**
 * The number of the image that shows a page as it is in the document now; null if none does.
 * @param number the one that is meant; null for the first
 */
function imageOf(
  images: readonly InspectorImage[],
  number: number | null,
  { document, page }: PageReference,
): number | null {
  const found = images.find((image) =>
    number === null ? image.page === page && image.path === document : image.image === number,
  );
  return found === undefined || found.isEarlier ? null : found.image;
}

/** The part of a page around `boxes`, in points. */
function cutOut(boxes: readonly PageBox[], page: Size): PageBox {
  const around = boxAround(boxes);
  const point = pointOf(page);
  const left = Math.max(0, around.left - AROUND.x * point);
  const top = Math.max(0, around.top - AROUND.y * point);
  return {
    left,
    top,
    right: Math.min(page.width, around.right + AROUND.x * point, left + LARGEST.width * point),
    bottom: Math.min(page.height, around.bottom + AROUND.y * point, top + LARGEST.height * point),
  };
}

/** How many points of the page are one of a page of usual width; at least 1. */
function pointOf(page: Size): number {
  return Math.max(1, page.width / USUAL_WIDTH);
}

/** What the pages say of the claim that is selected in a step, and its place. */
export function StepEvidence({
  model,
  span,
}: {
  readonly model: InspectorModel;
  readonly span: Span;
}): JSX.Element | null {
  const one = model.claims.current.value;
  if (one === null || one.claim.span.end <= span.start || one.claim.span.start >= span.end) return null;
  return (
    <>
      <p class="claim-sentence">
        <span aria-hidden="true">{MARK_SIGNS[claimMark(one.claim)]} </span>
        {claimSentence(one.claim)}
      </p>
      <Evidence model={model} one={one} />
    </>
  );
}

interface CutProps {
  readonly title: string;
  readonly alt: string;
  readonly load: () => Promise<string>;
  /** Changes when another image is to be loaded. */
  readonly loadKey: string;
  readonly cut: PageBox;
  readonly page: Size;
  readonly boxes: readonly PageBox[];
  readonly status: ClaimStatus;
  /** Whether it is a place that does not have the words of the claim. */
  readonly isMissed: boolean;
}

function Cut({ title, alt, load, loadKey, cut, page, boxes, status, isMissed }: CutProps): JSX.Element {
  const [loaded, setLoaded] = useState<{ readonly src: string | null; readonly failed: string | null }>({
    src: null,
    failed: null,
  });
  useEffect(() => {
    let wanted = true;
    setLoaded({ src: null, failed: null });
    load().then(
      (src) => {
        if (wanted) setLoaded({ src, failed: null });
      },
      (error: unknown) => {
        if (wanted) setLoaded({ src: null, failed: asPageTraceError(error).message });
      },
    );
    return () => {
      wanted = false;
    };
  }, [loadKey]);
  const scale = Math.min(
    SCALE / pointOf(page),
    LARGEST_CROP.height / boxHeight(cut),
    (LARGEST_CROP.width * SCALE) / boxWidth(cut),
  );
  const width = boxWidth(cut) * scale;
  const part = pageToShare(cut, page);
  return (
    <figure class="cut">
      {loaded.failed !== null && <p class="cut-failed warned">{loaded.failed}</p>}
      {loaded.failed === null && (
        <div
          class="cut-window"
          role="img"
          aria-label={alt}
          style={{ width: `${width}px`, aspectRatio: `${boxWidth(cut)} / ${boxHeight(cut)}` }}
        >
          {loaded.src !== null && <img src={loaded.src} alt="" style={placeOf(part)} />}
          {boxes.map((box, index) => (
            <span
              key={index}
              class={`cut-box ${status}${isMissed ? ' missed' : ''}`}
              style={within(box, cut)}
            />
          ))}
        </div>
      )}
      <figcaption>{title}</figcaption>
    </figure>
  );
}

/** Where the image of a whole page lies so that `part` of it fills its window. */
function placeOf(part: ShareBox): Record<string, string> {
  const width = boxWidth(part);
  const height = boxHeight(part);
  return {
    width: percent(1 / width),
    height: percent(1 / height),
    left: percent(-part.left / width),
    top: percent(-part.top / height),
  };
}

/** Where a box lies in its window. */
function within(box: PageBox, cut: PageBox): Record<string, string> {
  return {
    left: percent((box.left - cut.left) / boxWidth(cut)),
    top: percent((box.top - cut.top) / boxHeight(cut)),
    width: percent(boxWidth(box) / boxWidth(cut)),
    height: percent(boxHeight(box) / boxHeight(cut)),
  };
}

const percent = (share: number): string => `${share * 100}%`;
