import { t } from '@vscode/l10n';
import { useComputed, useSignal, type ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useContext, useEffect, useRef } from 'preact/hooks';
import { holdsPoint, intersection, type ShareBox } from '../../../src/core/geometry/box.ts';
import { pageToShare } from '../../../src/core/geometry/conversions.ts';
import type { Size } from '../../../src/core/geometry/size.ts';
import { wholeNumber } from '../../../src/core/displayLocale.ts';
import {
  chooseFrames,
  claimsFramedAt,
  nextOfClaims,
  type ClaimFrame,
} from '../../../src/protocol/claimFrames.ts';
import type { PageClaim, PageWord } from '../../../src/protocol/document.ts';
import type { DrawnGoldBox } from '../../../src/protocol/goldBoxes.ts';
import type { InspectorImage } from '../../../src/protocol/inspector.ts';
import { Button } from '../../shared/controls.tsx';
import { FramesOverPage } from '../../shared/framesOverPage.tsx';
import { boxesPhrase, type DrawnBox } from '../model/boxes.ts';
import type { ImageZoom } from '../model/imageZoom.ts';
import type { InspectorModel } from '../model/inspectorModel.ts';
import { loupeRegion, moveLoupe, type ImagePoint } from '../model/loupe.ts';
import { pageOf } from '../model/unsentPages.ts';
import { BoxNames } from './boxOverlay.tsx';
import { EnlargedContent, EnlargedDialog } from './enlargedDialog.tsx';
import { goldFact } from './goldFrames.tsx';
import { drawingHint, GoldLayer, GoldTools } from './goldLayer.tsx';
import { AllClaims, claimsFact, currentBox, Frames, ImageFacts, otherBoxes } from './imageStrip.tsx';
import { imageKey, PicturesContext, type ImageSource } from './images.ts';
import { Loupe } from './loupe.tsx';
import { useLoaded } from './useLoaded.ts';
import { ZoomedImage, zoomHint } from './zoomedImage.tsx';

/** `; IoU with the reference: model 0.83, tool 0.41`, as far as the reward reports it. */
function overlapPhrase(model: InspectorModel): string {
  const reported = model.sample.value?.explained.value?.score?.reported ?? {};
  const { model_iou: byModel, tool_iou: byTool } = reported;
  const said = [
    byModel != null && t('model {0}', byModel.toFixed(2)),
    byTool != null && t('tool {0}', byTool.toFixed(2)),
  ].filter((phrase) => phrase !== false);
  return said.length === 0 ? '' : `; ${t('IoU with the reference: {0}', said.join(', '))}`;
}

interface EnlargedImageProps {
  readonly model: InspectorModel;
  readonly image: InspectorImage;
  readonly source: ImageSource;
}

/** The exact image, enlarged. */
export function EnlargedImage({ model, image, source }: EnlargedImageProps): JSX.Element {
  const loaded = useLoaded(() => source(image.image), imageKey(image, model.info.value?.edition));
  return (
    <EnlargedDialog
      model={model}
      label={t('Image {0}, page {1} of {2}', image.image, image.page, image.document)}
      bar={
        <>
          <span>
            <b>{t('Image {0}', image.image)}</b>, {t('page {0} of {1}', image.page, image.document)}
          </span>
          <EnlargedFacts model={model} image={image} />
          <button
            type="button"
            class="link"
            onClick={() => {
              model.post({ type: 'showPage', image: image.image });
            }}
          >
            {t('Show the page')}
          </button>
        </>
      }
    >
      <EnlargedContent loaded={loaded}>
        {(src) => <Picture model={model} image={image} src={src} />}
      </EnlargedContent>
    </EnlargedDialog>
  );
}

function EnlargedFacts({ model, image }: Omit<EnlargedImageProps, 'source'>): JSX.Element {
  const boxes = model.boxesOn(image);
  const claims = model.claims.onImages.on(image);
  const gold = goldFact(model.gold, pageOf(image));
  return (
    <div class="enlarged-facts">
      <ImageFacts image={image} />
      {claims !== null && claims.counts.total > 0 && <p>{claimsFact(claims)}</p>}
      {gold !== '' && <p>{gold}</p>}
      {boxes.length > 0 && (
        <p>
          {t('boxes: {0}', boxesPhrase(boxes))}
          {overlapPhrase(model)}
        </p>
      )}
    </div>
  );
}

interface PictureProps {
  readonly model: InspectorModel;
  readonly image: InspectorImage;
  readonly src: string;
}

/** Room beside an image for the names of boxes, in CSS pixels. */
const BESIDE = 38;

/** The image with its boxes and claims, and the loupe. */
function Picture({ model, image, src }: PictureProps): JSX.Element {
  const natural = useSignal<Size>({ width: 1, height: 1 });
  const { width, height } = image;
  const size = width === null || height === null ? natural.value : { width, height };
  const zoom = useSignal<ImageZoom>('fit');
  const sight = useSignal<ShareBox>({ left: 0, top: 0, right: 1, bottom: 1 });
  const at = useSignal<ImagePoint>({ x: 0.5, y: 0.5 });
  const loupe = useSignal<Size>({ width: 0, height: 0 });
  const boxes = model.boxesOn(image);
  const current = currentBox(model, boxes);
  const claims = model.claims.onImages.on(image);
  const otherFrames = otherBoxes(boxes, claims);
  const { loupeShown, gold } = model;
  const isDrawing = gold.isDrawing.value;
  const fresh = useRef<DrawnGoldBox | null>(null);
  const page = pageOf(image);
  const selectBox = ({ span }: DrawnBox): void => {
    if (span !== null) model.select(span, 'link', true);
  };
  useSelectedPlace(model, image, at);
  return (
    <>
      <ZoomedImage
        size={size}
        zoom={zoom}
        beside={boxes.length > 0 ? BESIDE : 0}
        label={t('The image that was sent')}
        head={
          <>
            {claims !== null && <AllClaims model={model} />}
            <Button
              pressed={loupeShown.value}
              title={t('Compare the page at full resolution with what was sent')}
              onClick={() => {
                loupeShown.value = !loupeShown.peek();
              }}
            >
              {t('Loupe')}
            </Button>
            <GoldTools
              model={model}
              page={page}
              canDraw={!image.isEarlier}
              hasOthers
              sight={sight}
              fresh={fresh}
            />
            <p class="zoom-hint">{hint(isDrawing, loupeShown.value)}</p>
          </>
        }
        sight={sight}
        drawing={isDrawing ? gold.drawingOn(page) : null}
        onPoint={(point) => {
          if (loupeShown.peek()) at.value = point;
        }}
        onPick={({ x, y }) => {
          if (isDrawing) return;
          const { width: across, height: down } = claims?.size ?? size;
          const framed = claimsFramedAt(claims?.frames ?? NO_FRAMES, x * across, y * down);
          const claim = nextOfClaims(framed, model.claims.onImages.selected.peek().claim);
          const box = otherFrames.find(
            (one) => one.span !== null && holdsPoint(one, x * size.width, y * size.height),
          );
          if (claim !== undefined) selectClaim(model, claim);
          else if (box !== undefined) selectBox(box);
        }}
        onArrow={(key) => {
          const moved = loupeShown.peek()
            ? moveLoupe(at.peek(), key, loupeRegion(at.peek(), loupe.peek(), size), size)
            : null;
          if (moved !== null) at.value = moved;
          return moved !== null;
        }}
      >
        {(scale) => (
          <>
            <img
              src={src}
              alt={t('Page {0} of {1}', image.page, image.document)}
              draggable={false}
              onLoad={({ currentTarget }) => {
                natural.value = { width: currentTarget.naturalWidth, height: currentTarget.naturalHeight };
              }}
            />
            <Frames image={image} boxes={otherFrames} current={current} />
            {loupeShown.value && <LoupePlace at={at} window={loupe} size={size} />}
            <ImageFrames
              key={image.isEarlier}
              model={model}
              image={image}
              size={size}
              scale={scale}
              sight={sight}
            />
            <GoldLayer
              gold={gold}
              page={page}
              screen={{ width: size.width * scale, height: size.height * scale }}
              fresh={fresh}
            />
            <BoxNames
              boxes={boxes}
              height={size.height}
              scale={scale}
              current={current}
              onChoose={selectBox}
            />
          </>
        )}
      </ZoomedImage>
      {loupeShown.value && (
        <Loupe key={model.info.value?.edition} image={image} size={size} src={src} at={at} window={loupe} />
      )}
    </>
  );
}

/** What the pointer and the keys do. */
function hint(isDrawing: boolean, isLoupeShown: boolean): string {
  if (isDrawing) return drawingHint();
  return isLoupeShown ? t('The pointer or the arrow keys move the loupe.') : zoomHint();
}

/** Moves the loupe to the claim or box that is selected, if it is on the image. */
function useSelectedPlace(model: InspectorModel, image: InspectorImage, at: { value: ImagePoint }): void {
  const selection = model.selection.value;
  useEffect(() => {
    const { claim } = model.claims.onImages.selected.peek();
    const claims = model.claims.onImages.on(image);
    const frame = claims?.frames.find((one) => one.claims.some((other) => other.claim === claim));
    const [first] = frame?.boxes ?? [];
    if (claims !== null && first !== undefined) at.value = middleOf(pageToShare(first, claims.size));
  }, [selection]);
}

const middleOf = ({ left, top, right, bottom }: ShareBox): ImagePoint => ({
  x: (left + right) / 2,
  y: (top + bottom) / 2,
});

/** Selects a claim in all views, and its step with it. */
function selectClaim(model: InspectorModel, { claim }: PageClaim): void {
  const chosen = model.claims.index.peek().claims.find(({ index }) => index === claim);
  if (chosen !== undefined) model.select(chosen.claim.span, 'link', true);
}

interface ImageFramesProps {
  readonly model: InspectorModel;
  readonly image: InspectorImage;
  readonly size: Size;
  readonly scale: number;
  readonly sight: ReadonlySignal<ShareBox>;
}

const NO_FRAMES: readonly ClaimFrame[] = [];
const NO_WORDS: readonly PageWord[] = [];

/** The frames of claims on the image, as over the document's page: at most as many of them in sight. */
function ImageFrames({ model, image, size, scale, sight }: ImageFramesProps): JSX.Element | null {
  const { onImages } = model.claims;
  const last = useRef(NO_FRAMES);
  const frames = useComputed(() => {
    const claims = onImages.on(image);
    const { left, top, right, bottom } = sight.value;
    const inSight = (claims?.frames ?? []).filter(({ boxes }) =>
      boxes.some(
        (box) =>
          claims !== null &&
          intersection<'share'>(pageToShare(box, claims.size), { left, top, right, bottom }) !== null,
      ),
    );
    const next = chooseFrames(inSight, onImages.selected.value);
    // The same frames are not drawn again while the image moves.
    const past = last.current;
    const isSame = past.length === next.length && past.every((frame, index) => frame === next[index]);
    if (!isSame) last.current = next;
    return last.current;
  }).value;
  const { words: readWords } = useContext(PicturesContext);
  // Without its words, labels may cover some of the page.
  const words = useLoaded(
    () => readWords(image.path, image.page),
    frames.length === 0 ? null : `${image.page} ${image.path} ${model.info.value?.edition}`,
  );
  const claims = onImages.on(image);
  if (claims === null || frames.length === 0) return null;
  return (
    <div class="claim-layer">
      <FramesOverPage
        frames={frames}
        size={claims.size}
        screen={{ width: size.width * scale, height: size.height * scale }}
        words={words.value ?? NO_WORDS}
        selected={onImages.selected.value}
        label={t('Claims on image {0}', wholeNumber(image.image))}
        onSelect={(claim) => {
          selectClaim(model, claim);
        }}
      />
    </div>
  );
}

interface LoupePlaceProps {
  readonly at: ReadonlySignal<ImagePoint>;
  readonly window: ReadonlySignal<Size>;
  readonly size: Size;
}

/** Where the loupe is on the image. */
function LoupePlace({ at, window, size }: LoupePlaceProps): JSX.Element {
  const region = loupeRegion(at.value, window.value, size);
  const percent = (pixels: number, whole: number): string => `${(pixels / whole) * 100}%`;
  return (
    <div
      class="loupe-place"
      style={{
        left: percent(region.left, size.width),
        top: percent(region.top, size.height),
        width: percent(region.right - region.left, size.width),
        height: percent(region.bottom - region.top, size.height),
      }}
    />
  );
}
