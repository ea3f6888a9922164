import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { boxHeight, boxWidth, type ShareBox } from '../../../src/core/geometry/box.ts';
import type { Size } from '../../../src/core/geometry/size.ts';
import { wholeNumber } from '../../../src/core/displayLocale.ts';
import type { DrawnGoldBox } from '../../../src/protocol/goldBoxes.ts';
import { Button } from '../../shared/controls.tsx';
import type { GoldBoxes } from '../model/goldBoxes.ts';
import type { InspectorModel } from '../model/inspectorModel.ts';
import type { ImagePoint } from '../model/loupe.ts';

interface GoldFramesProps {
  readonly gold: GoldBoxes;
  readonly image: number;
}

/** The gold boxes on an image, as a picture; the same information is in words next to it. */
export function GoldFrames({ gold, image }: GoldFramesProps): JSX.Element | null {
  const boxes = gold.on(image);
  if (boxes.length === 0) return null;
  return (
    <span class="gold-layer" aria-hidden="true">
      {boxes.map(({ box }, index) => (
        <span key={index} class="gold-box" style={placeOf(box)}>
          <span class="gold-name">{nameOf(index)}</span>
        </span>
      ))}
    </span>
  );
}

/** How far an arrow key moves an edge of a box, in CSS pixels. */
const STEP = 4;

interface GoldLayerProps extends GoldFramesProps {
  /** How large the image is drawn, in CSS pixels. */
  readonly screen: Size;
  /** A box that was just added and gets the focus. */
  readonly fresh: { current: DrawnGoldBox | null };
}

/** The gold boxes on an image that is shown larger, and while the person draws, the one that is being drawn. */
export function GoldLayer({ gold, image, screen, fresh }: GoldLayerProps): JSX.Element | null {
  if (!gold.isDrawing.value) return <GoldFrames gold={gold} image={image} />;
  const draft = gold.draft.value;
  const step = { x: STEP / screen.width, y: STEP / screen.height };
  return (
    <div class="gold-layer">
      {gold.on(image).map((box, index) => (
        <EditedBox key={index} gold={gold} box={box} number={index + 1} step={step} fresh={fresh} />
      ))}
      {draft?.image === image && <div class="gold-box draft" style={placeOf(draft.box)} />}
    </div>
  );
}

interface EditedBoxProps {
  readonly gold: GoldBoxes;
  readonly box: DrawnGoldBox;
  readonly number: number;
  readonly step: ImagePoint;
  readonly fresh: { current: DrawnGoldBox | null };
}

/** A gold box that keys move, enlarge and remove. */
function EditedBox({ gold, box, number, step, fresh }: EditedBoxProps): JSX.Element {
  const element = useRef<HTMLDivElement | null>(null);
  useLayoutEffect(() => {
    if (fresh.current === box) element.current?.focus();
    if (element.current === document.activeElement)
      element.current?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  }, [box]);
  /** Focuses what shows the image before the box is gone, so that keys still work. */
  const leave = (): void => {
    element.current?.closest<HTMLElement>('.zoom-view')?.focus({ preventScroll: true });
  };
  return (
    <div
      ref={element}
      class="gold-box"
      style={placeOf(box.box)}
      role="group"
      tabIndex={0}
      aria-label={boxPhrase(box.box, number)}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return;
        if (!gold.press(box, event.key, event.shiftKey, step)) return;
        event.preventDefault();
        event.stopPropagation();
        if (gold.on(box.image).length < number) leave();
      }}
    >
      <span class="gold-name" aria-hidden="true">
        {nameOf(number - 1)}
      </span>
      <button
        type="button"
        class="gold-remove"
        aria-label={t('Remove gold box {0}', wholeNumber(number))}
        title={t('Remove')}
        onClick={() => {
          leave();
          gold.remove(box);
        }}
      >
        {'\u00d7'}
      </button>
    </div>
  );
}

interface GoldToolsProps {
  readonly model: InspectorModel;
  /** Whether boxes can be drawn on it: it shows the page as it is now. */
  readonly canDraw: boolean;
  /** Adds a box in the middle of what is in sight. */
  readonly onAdd: () => void;
}

/** Draws gold boxes, and takes them into a data set. */
export function GoldTools({ model, canDraw, onAdd }: GoldToolsProps): JSX.Element {
  const { gold } = model;
  const isDrawing = gold.isDrawing.value;
  return (
    <>
      <Button
        pressed={isDrawing}
        disabled={!canDraw}
        title={
          canDraw
            ? t('Draw boxes around the places that show the answer, for a data set')
            : t('The page has changed since it was sent, so no box can be drawn on it.')
        }
        onClick={() => {
          gold.isDrawing.value = !isDrawing;
        }}
      >
        {t('Draw Gold Box')}
      </Button>
      {isDrawing && (
        <Button
          disabled={!gold.hasRoom}
          title={t('Add a box in the middle of what is shown')}
          onClick={onAdd}
        >
          {t('Add Box')}
        </Button>
      )}
      {gold.boxes.value.length > 0 && (
        <Button
          title={t('Add the question to a data set, with the gold boxes on all pages')}
          onClick={() => {
            model.command('addToDataset');
          }}
        >
          {t('Add to Data Set…')}
        </Button>
      )}
    </>
  );
}

/** The number of gold boxes on an image: `gold boxes: 2`; empty if there are none. */
export function goldFact(gold: GoldBoxes, image: number): string {
  const { length } = gold.on(image);
  return length === 0 ? '' : t('gold boxes: {0}', wholeNumber(length));
}

const nameOf = (index: number): string => t('Gold {0}', wholeNumber(index + 1));

function boxPhrase(box: ShareBox, number: number): string {
  const [left, top, width, height] = [box.left, box.top, boxWidth(box), boxHeight(box)].map(percent);
  return t(
    'Gold box {0}: {1} from the left and {2} from the top, {3} wide and {4} high',
    wholeNumber(number),
    left ?? '',
    top ?? '',
    width ?? '',
    height ?? '',
  );
}

const percent = (share: number): string => t('{0}%', wholeNumber(Math.round(share * 100)));

function placeOf(box: ShareBox): Record<string, string> {
  const at = (share: number): string => `${share * 100}%`;
  return { left: at(box.left), top: at(box.top), width: at(boxWidth(box)), height: at(boxHeight(box)) };
}
