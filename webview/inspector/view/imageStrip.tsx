import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { tokenCount } from '../../../src/core/tokenCount.ts';
import { asPageTraceError } from '../../../src/core/errors.ts';
import { READ_FROM_NAMES } from '../../../src/core/records/readFrom.ts';
import { SMALL_TEXT } from '../../../src/core/geometry/textHeight.ts';
import type { InspectorImage } from '../../../src/protocol/inspector.ts';
import { wholeNumber } from '../../../src/core/displayLocale.ts';
import { boxesPhrase, type DrawnBox } from '../model/boxes.ts';
import type { InspectorModel } from '../model/inspectorModel.ts';
import { BoxFrames, BoxNames } from './boxOverlay.tsx';

/** Returns the data URL of an image of the request; each is requested once. */
export type ImageSource = (image: number) => Promise<string>;

interface ImageStripProps {
  readonly model: InspectorModel;
  readonly images: readonly InspectorImage[];
  readonly source: ImageSource;
}

/** The most page images that stand side by side; more are rows of a list with their count. */
const MOST_BESIDE = 12;

/** The page images of the request, always in view; those that the current step names are marked. */
export function ImageStrip({ model, images, source }: ImageStripProps): JSX.Element | null {
  const step = model.currentStep.value;
  const strip = useRef<HTMLUListElement | null>(null);
  const named = images.findIndex(({ image }) => step?.images.includes(image) === true);
  // The images that the newly selected step names are scrolled into view; the page does not scroll.
  useLayoutEffect(() => {
    const shot = strip.current?.children[named];
    if (strip.current !== null && shot !== undefined) scrollWithin(strip.current, shot);
  }, [model.sampleIndex.value, step?.index, named]);
  if (images.length === 0) return null;
  const label = step === null ? '' : step.kind === 'tool' ? t('this step') : step.name;
  const isLong = images.length > MOST_BESIDE;
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
    </ul>
  );
  if (!isLong) return list;
  return (
    <div class="long-strip">
      <p class="strip-count">{t('{0} page images', wholeNumber(images.length))}</p>
      {list}
    </div>
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
  const boxes = model.boxesOn(image);
  const element = useRef<HTMLLIElement | null>(null);
  const button = useRef<HTMLButtonElement | null>(null);
  const [near, setNear] = useState(false);
  const { pointedImage } = model;
  const pointed = pointedImage.value?.image === image.image ? pointedImage.value.time : null;
  useEffect(() => {
    if (element.current === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setNear(true);
    });
    observer.observe(element.current);
    return () => {
      observer.disconnect();
    };
  }, []);
  useLayoutEffect(() => {
    if (pointed === null) return;
    element.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    button.current?.focus();
  }, [pointed]);
  const loaded = useImage(source, near ? image : null);
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
        {loaded.src === null ? (
          <span class="thumb-empty">{loaded.failed && '!'}</span>
        ) : (
          <img src={loaded.src} alt="" />
        )}
        <Frames image={image} boxes={boxes} current={currentBox(model, boxes)} />
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
        {loaded.failed !== null && <p class="warned">{loaded.failed}</p>}
      </div>
    </li>
  );
}

interface FramesProps {
  readonly image: InspectorImage;
  readonly boxes: readonly DrawnBox[];
  readonly current: DrawnBox | null;
}

function Frames({ image: { width, height }, boxes, current }: FramesProps): JSX.Element | null {
  if (width === null || height === null) return null;
  return <BoxFrames boxes={boxes} width={width} height={height} current={current} />;
}

/** The box at the selection. */
function currentBox(model: InspectorModel, boxes: readonly DrawnBox[]): DrawnBox | null {
  const at = model.selection.value?.span.start ?? -1;
  return boxes.find(({ span }) => span !== null && span.start <= at && at < span.end) ?? null;
}

function ImageFacts({ image }: { readonly image: InspectorImage }): JSX.Element {
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

interface Loaded {
  readonly src: string | null;
  readonly failed: string | null;
}

const NOTHING: Loaded = { src: null, failed: null };

function useImage(source: ImageSource, image: InspectorImage | null): Loaded {
  const [loaded, setLoaded] = useState<Loaded>(NOTHING);
  const key =
    image === null ? '' : `${image.image} ${image.document} ${image.page} ${image.width} ${image.height}`;
  useEffect(() => {
    if (image === null) return undefined;
    let wanted = true;
    source(image.image).then(
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
  }, [key]);
  return loaded;
}

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

/** The exact image, enlarged, over everything else. Escape or a click outside of it closes it. */
export function Enlarged({ model, images, source }: ImageStripProps): JSX.Element | null {
  const shown = images.find(({ image }) => image === model.enlarged.value) ?? null;
  const dialog = useRef<HTMLDialogElement | null>(null);
  const loaded = useImage(source, shown);
  const open = shown !== null;
  useEffect(() => {
    if (open) dialog.current?.showModal();
  }, [open]);
  if (shown === null) return null;
  const boxes = model.boxesOn(shown);
  const current = currentBox(model, boxes);
  const close = (): void => {
    dialog.current?.close();
    model.enlarged.value = null;
  };
  return (
    <dialog
      ref={dialog}
      class="enlarged"
      aria-label={t('Image {0}, page {1} of {2}', shown.image, shown.page, shown.document)}
      onClose={close}
      onClick={(event) => {
        if (event.target === event.currentTarget) close();
      }}
    >
      <div class="enlarged-bar">
        <span>
          <b>{t('Image {0}', shown.image)}</b>, {t('page {0} of {1}', shown.page, shown.document)}
        </span>
        <div class="enlarged-facts">
          <ImageFacts image={shown} />
          {boxes.length > 0 && (
            <p>
              {t('boxes: {0}', boxesPhrase(boxes))}
              {overlapPhrase(model)}
            </p>
          )}
        </div>
        <button
          type="button"
          class="link"
          onClick={() => {
            model.post({ type: 'showPage', image: shown.image });
          }}
        >
          {t('Show the page')}
        </button>
        <button type="button" class="link" onClick={close}>
          {t('Close')}
        </button>
      </div>
      <div class="enlarged-image" tabIndex={0} role="region" aria-label={t('The image in its own size')}>
        {loaded.src !== null && (
          <div class={boxes.length > 0 ? 'enlarged-figure boxed' : 'enlarged-figure'}>
            <img src={loaded.src} alt={t('Page {0} of {1}', shown.page, shown.document)} />
            <Frames image={shown} boxes={boxes} current={current} />
            <BoxNames
              boxes={boxes}
              height={shown.height ?? 0}
              current={current}
              onChoose={({ span }) => {
                if (span !== null) model.select(span, 'link', true);
              }}
            />
          </div>
        )}
        {loaded.failed !== null && <p class="warned">{loaded.failed}</p>}
      </div>
    </dialog>
  );
}
