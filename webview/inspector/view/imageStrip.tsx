import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { tokenCount } from '../../../src/core/tokenCount.ts';
import { READ_FROM_NAMES } from '../../../src/core/records/readFrom.ts';
import { SMALL_TEXT } from '../../../src/core/geometry/textHeight.ts';
import type { InspectorImage } from '../../../src/protocol/inspector.ts';
import { countsPhrase } from '../../../src/core/grounding/claimCounts.ts';
import { wholeNumber } from '../../../src/core/displayLocale.ts';
import { boxesPhrase, type DrawnBox } from '../model/boxes.ts';
import type { InspectorInfo, InspectorModel } from '../model/inspectorModel.ts';
import { pageOf, unsentPages } from '../model/unsentPages.ts';
import { Button } from '../../shared/controls.tsx';
import { chooseFrames } from '../../../src/protocol/claimFrames.ts';
import { FramesOnly } from '../../shared/framesOverPage.tsx';
import type { ImageClaims } from '../model/claimsOnImages.ts';
import { BoxFrames } from './boxOverlay.tsx';
import { goldFact, GoldFrames } from './goldFrames.tsx';
import { imageKey, type ImageSource } from './images.ts';
import { shapeStyle, UnsentShot } from './unsentShot.tsx';
import { useLoaded } from './useLoaded.ts';
import { useNear } from './useNear.ts';
import { useStripEnds } from './useStripEnds.ts';

interface ImageStripProps {
  readonly model: InspectorModel;
  readonly info: InspectorInfo;
  readonly source: ImageSource;
}

/** The most page images that stand side by side; more are rows of a list with their count. */
const MOST_BESIDE = 12;

/**
 * The page images of the request, always in view; those that the current step names are marked. After them are the pages
 * with the answer that were not sent.
 */
export function ImageStrip({ model, info, source }: ImageStripProps): JSX.Element | null {
  const { images } = info;
  const drawn = model.gold.boxes.value;
  const unsent = useMemo(() => unsentPages(info, drawn), [info, drawn]);
  const step = model.currentStep.value;
  const strip = useRef<HTMLUListElement | null>(null);
  const named = images.findIndex(({ image }) => step?.images.includes(image) === true);
  // The images that the newly selected step names are scrolled into view; the page does not scroll.
  useLayoutEffect(() => {
    const shot = strip.current?.children[named];
    if (strip.current !== null && shot !== undefined) scrollWithin(strip.current, shot);
  }, [model.sampleIndex.value, step?.index, named]);
  const isLong = images.length > MOST_BESIDE;
  useStripEnds(strip, isLong ? null : unsent);
  if (images.length + unsent.length === 0) return null;
  const label = step === null ? '' : step.kind === 'tool' ? t('this step') : step.name;
  const list = (
    <ul
      ref={strip}
      class={isLong ? 'strip rows' : 'strip'}
      aria-label={t('Page images of the request')}
      tabIndex={0}
    >
      {images.map((image) => (
        <Shot
          key={image.image}
          model={model}
          image={image}
          source={source}
          named={step?.images.includes(image.image) === true ? label : ''}
        />
      ))}
      {unsent.map((page) => (
        <UnsentShot key={`${page.page} ${page.document}`} model={model} page={page} edition={info.edition} />
      ))}
    </ul>
  );
  const hasClaims = images.some((image) => model.claims.onImages.on(image) !== null);
  return (
    <>
      {isLong ? (
        <div class="long-strip">
          <p class="strip-count">{t('{0} page images', wholeNumber(images.length))}</p>
          {list}
        </div>
      ) : (
        list
      )}
      {hasClaims && <AllClaims model={model} />}
    </>
  );
}

/** Draws the claims of all steps over the images, or only those of the selected step. */
export function AllClaims({ model }: { readonly model: InspectorModel }): JSX.Element {
  const { allDrawn } = model.claims.onImages;
  return (
    <Button
      pressed={allDrawn.value}
      title={t('Show the claims of all steps on the images, or only those of the selected step')}
      onClick={() => {
        allDrawn.value = !allDrawn.peek();
      }}
    >
      {t('All claims')}
    </Button>
  );
}

/** Scrolls `box` just far enough to show all of `part`, without animation if the person prefers reduced motion. */
function scrollWithin(box: Element, part: Element): void {
  const outer = box.getBoundingClientRect();
  const inner = part.getBoundingClientRect();
  box.scrollBy({
    left: distance(outer.left, outer.right, inner.left, inner.right),
    top: distance(outer.top, outer.bottom, inner.top, inner.bottom),
    behavior: prefersReducedMotion() ? 'instant' : 'smooth',
  });
}

/** How far to scroll along one axis so that the part is inside; its beginning, if it is longer than the box. */
function distance(boxStart: number, boxEnd: number, start: number, end: number): number {
  return Math.min(start - boxStart, Math.max(0, end - boxEnd));
}

/** Whether the person has set the system or VS Code to reduced motion. */
function prefersReducedMotion(): boolean {
  return (
    document.body.classList.contains('vscode-reduce-motion') ||
    window.matchMedia('(prefers-reduced-motion: reduce)').matches
  );
}

interface ShotProps {
  readonly model: InspectorModel;
  readonly image: InspectorImage;
  readonly source: ImageSource;
  /** Where the image is named; empty if it is not. */
  readonly named: string;
}

function Shot({ model, image, source, named }: ShotProps): JSX.Element {
  const claims = model.claims.onImages.on(image);
  const boxes = model.boxesOn(image);
  const element = useRef<HTMLLIElement | null>(null);
  const button = useRef<HTMLButtonElement | null>(null);
  const near = useNear(element);
  const { pointedImage } = model;
  const pointed = pointedImage.value?.image === image.image ? pointedImage.value.time : null;
  useLayoutEffect(() => {
    if (pointed === null) return;
    element.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    button.current?.focus();
  }, [pointed]);
  const edition = model.info.value?.edition;
  const gold = goldFact(model.gold, pageOf(image));
  const loaded = useLoaded(() => source(image.image), near ? imageKey(image, edition) : null);
  return (
    <li ref={element} class={named === '' ? 'shot' : 'shot named'}>
      <button
        ref={button}
        type="button"
        class="thumb"
        aria-label={t('Enlarge image {0}', image.image)}
        title={t('Enlarge')}
        onClick={() => {
          model.enlarged.value = image.image;
        }}
      >
        <span class="thumb-picture" style={shapeStyle(image)}>
          {loaded.value === null ? (
            <span class="thumb-empty">{loaded.failed && '!'}</span>
          ) : (
            <img src={loaded.value} alt="" />
          )}
          <Frames image={image} boxes={otherBoxes(boxes, claims)} current={currentBox(model, boxes)} />
          {claims !== null && <SmallFrames model={model} claims={claims} />}
          <GoldFrames gold={model.gold} page={pageOf(image)} />
        </span>
      </button>
      <div class="shot-words">
        <p>
          <b>{t('Image {0}', image.image)}</b>,{' '}
          <button
            type="button"
            class="link"
            title={t('Show page {0} of {1}', image.page, image.document)}
            onClick={() => {
              model.post({ type: 'showPage', image: image.image });
            }}
          >
            {t('page {0}', wholeNumber(image.page))}
          </button>
          {named !== '' && <span class="named-by">{named}</span>}
        </p>
        <ImageFacts image={image} />
        {boxes.length > 0 && <p class="facts">{t('boxes: {0}', boxesPhrase(boxes))}</p>}
        {claims !== null && claims.counts.total > 0 && <p class="facts">{claimsFact(claims)}</p>}
        {gold !== '' && <p class="facts">{gold}</p>}
        {loaded.failed !== null && <p class="warned">{loaded.failed}</p>}
      </div>
    </li>
  );
}

/** The claims on an image by status: `claims: 1 differs, 2 found`. */
export function claimsFact({ counts }: ImageClaims): string {
  return t('claims: {0}', countsPhrase(counts));
}

interface SmallFramesProps {
  readonly model: InspectorModel;
  readonly claims: ImageClaims;
}

/** The frames of claims over a small picture; the words next to it have their number. */
function SmallFrames({ model, claims: { frames, size } }: SmallFramesProps): JSX.Element {
  const selected = model.claims.onImages.selected.value;
  return (
    <span class="claim-layer" aria-hidden="true">
      <FramesOnly frames={chooseFrames(frames, selected)} size={size} selected={selected} />
    </span>
  );
}

/** The boxes that have no frame as claims. */
export function otherBoxes(boxes: readonly DrawnBox[], claims: ImageClaims | null): readonly DrawnBox[] {
  return claims === null
    ? boxes
    : boxes.filter(({ span }) => span === null || !claims.framedBoxes.has(span.start));
}

interface FramesProps {
  readonly image: InspectorImage;
  readonly boxes: readonly DrawnBox[];
  readonly current: DrawnBox | null;
}

export function Frames({ image: { width, height }, boxes, current }: FramesProps): JSX.Element | null {
  if (width === null || height === null) return null;
  return <BoxFrames boxes={boxes} width={width} height={height} current={current} />;
}

/** The box at the selection. */
export function currentBox(model: InspectorModel, boxes: readonly DrawnBox[]): DrawnBox | null {
  const at = model.selection.value?.span.start ?? -1;
  return boxes.find(({ span }) => span !== null && span.start <= at && at < span.end) ?? null;
}

export function ImageFacts({ image }: { readonly image: InspectorImage }): JSX.Element {
  const { width, height, tokens, tokensEstimated, readFrom } = image;
  const facts = [
    width === null || height === null ? '' : t('{0} × {1} px', width, height),
    tokens === null ? '' : tokenCount(tokens, tokensEstimated),
    readFrom === undefined ? '' : READ_FROM_NAMES[readFrom],
  ]
    .filter((fact) => fact !== '')
    .join(', ');
  return (
    <>
      {facts !== '' && <p class="facts">{facts}</p>}
      <TextHeight image={image} />
    </>
  );
}

function TextHeight({ image: { textHeight, readableAt } }: { readonly image: InspectorImage }): JSX.Element {
  if (textHeight === null) return <p>{t('text height unknown')}</p>;
  const height = textHeight < 10 ? textHeight.toFixed(1).replace(/\.0$/, '') : textHeight.toFixed(0);
  const isLow = textHeight < SMALL_TEXT;
  return (
    <p class={isLow ? 'warned' : ''} title={isLow ? lowTextTitle(readableAt) : ''}>
      {isLow && <span aria-hidden="true">⚠ </span>}
      {t('text {0} px high', height)}
    </p>
  );
}

function lowTextTitle(readableAt: number | null): string {
  return readableAt === null
    ? t('Models read text this small poorly.')
    : t(
        'Models read text this small poorly. It would be 12 px high with {0} pixels per page image.',
        wholeNumber(readableAt),
      );
}
