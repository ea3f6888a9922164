import { t } from '@vscode/l10n';
import { useSignal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useContext, useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { boxHeight, boxWidth, type ImageBox, type ShareBox } from '../../../src/core/geometry/box.ts';
import { asPageTraceError } from '../../../src/core/errors.ts';
import { shareToImage } from '../../../src/core/geometry/conversions.ts';
import type { Size } from '../../../src/core/geometry/size.ts';
import type { InspectorImage } from '../../../src/protocol/inspector.ts';
import { hasRegion, LOUPE_SCALE, loupeRegion, partAround, type ImagePoint } from '../model/loupe.ts';
import { PicturesContext, type PartSource } from './images.ts';

interface LoupeProps {
  readonly image: InspectorImage;
  /** Of the image as it was sent, in pixels. */
  readonly size: Size;
  /** The address of the image as it was sent. */
  readonly src: string;
  readonly at: ReadonlySignal<ImagePoint>;
  /** The size of one of its windows, in CSS pixels. */
  readonly window: Signal<Size>;
}

/**
 * A place of the page at full resolution, beside the same place of the image that was sent: whether the model could have
 * read it.
 */
export function Loupe({ image, size, src, at, window }: LoupeProps): JSX.Element {
  const { parts, partDelay } = useContext(PicturesContext);
  const region = loupeRegion(at.value, window.value, size);
  const drawn = usePart({ parts, delay: partDelay, image, size, region });
  return (
    <div class="loupe" role="group" aria-label={t('Loupe')}>
      <LoupeWindow
        label={t('The place on page {0} at full resolution.', image.page)}
        caption={t('Page {0} at full resolution', image.page)}
        failed={drawn.failed}
        measured={window}
      >
        {drawn.part === null ? (
          <p class="dim">{t('Loading…')}</p>
        ) : (
          <img src={drawn.part.src} alt="" style={placeOf(shareToImage(drawn.part.region, size), region)} />
        )}
      </LoupeWindow>
      <LoupeWindow
        label={t('The same place in image {0} as it was sent.', image.image)}
        caption={t('As it was sent: image {0}', image.image)}
        failed={null}
        measured={null}
      >
        <img
          src={src}
          alt=""
          class="pixels"
          style={placeOf({ left: 0, top: 0, right: size.width, bottom: size.height }, region)}
        />
      </LoupeWindow>
    </div>
  );
}

interface LoupeWindowProps {
  readonly label: string;
  readonly caption: string;
  /** Why nothing is shown; null if something is. */
  readonly failed: string | null;
  /** Gets the size of the window; null if another window of the same size does. */
  readonly measured: Signal<Size> | null;
  readonly children: ComponentChildren;
}

function LoupeWindow({ label, caption, failed, measured, children }: LoupeWindowProps): JSX.Element {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null || measured === null) return undefined;
    const observer = new ResizeObserver(() => {
      measured.value = { width: current.clientWidth, height: current.clientHeight };
    });
    observer.observe(current);
    return () => {
      observer.disconnect();
    };
  }, [measured]);
  return (
    <figure>
      <div ref={element} class="loupe-window" role="img" aria-label={failed ?? label}>
        {failed === null ? children : <p class="loupe-failed">{failed}</p>}
      </div>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}

/** Where a part of the image lies in a window that shows `region`, both in pixels of the image. */
function placeOf(part: ImageBox, region: ImageBox): Record<string, string> {
  const length = (pixels: number): string => `${pixels * LOUPE_SCALE}px`;
  return {
    width: length(boxWidth(part)),
    height: length(boxHeight(part)),
    transform: `translate(${length(part.left - region.left)}, ${length(part.top - region.top)})`,
  };
}

/** A part of a page at full resolution, in shares of the page's sides. */
interface DrawnPart {
  readonly region: ShareBox;
  readonly src: string;
}

interface PartRequest {
  readonly parts: PartSource;
  /** How long the region must stay the same before its part is requested, in milliseconds. */
  readonly delay: number;
  readonly image: InspectorImage;
  readonly size: Size;
  readonly region: ImageBox;
}

interface PartState {
  readonly part: DrawnPart | null;
  readonly failed: string | null;
}

/**
 * The part of the page that was drawn last, and a request for another one if it does not have the region. Only one part
 * is kept, and a request that is no longer needed is canceled.
 */
function usePart({ parts, delay, image, size, region }: PartRequest): PartState {
  const state = useSignal<PartState>({ part: null, failed: null });
  const { part } = state.value;
  const isDrawn = part !== null && hasRegion(part.region, region, size);
  // What has failed once, such as a document that is gone, is not tried at every move.
  const isWanted = !isDrawn && state.value.failed === null && boxWidth(region) > 0;
  const asked = isWanted ? partAround(region, size) : null;
  const key = asked === null ? '' : Object.values(asked).join(' ');
  useEffect(() => {
    if (asked === null) return undefined;
    const unwanted = new AbortController();
    const timer = setTimeout(() => {
      parts(image.path, image.page, asked, unwanted.signal).then(
        ({ src }) => {
          if (!unwanted.signal.aborted) state.value = { part: { region: asked, src }, failed: null };
        },
        (error: unknown) => {
          if (!unwanted.signal.aborted) state.value = { part: null, failed: asPageTraceError(error).message };
        },
      );
    }, delay);
    return () => {
      clearTimeout(timer);
      unwanted.abort();
    };
  }, [key, image.path, image.page]);
  return state.value;
}
