import { t } from '@vscode/l10n';
import type { ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { boxHeight, boxWidth, type ShareBox } from '../../../src/core/geometry/box.ts';
import type { Size } from '../../../src/core/geometry/size.ts';
import { wholeNumber } from '../../../src/core/displayLocale.ts';
import type { DrawnGoldBox, NamedPage } from '../../../src/protocol/goldBoxes.ts';
import { Button } from '../../shared/controls.tsx';
import { isSamePage, type GoldBoxes } from '../model/goldBoxes.ts';
import type { InspectorModel } from '../model/inspectorModel.ts';
import type { ImagePoint } from '../model/loupe.ts';
import { otherPage } from '../model/unsentPages.ts';
import { GoldFrames, goldName, placeOf, type GoldFramesProps } from './goldFrames.tsx';

/** How far an arrow key moves an edge of a box, in CSS pixels. */
const STEP = 4;

interface GoldLayerProps extends GoldFramesProps {
  /** How large the image is drawn, in CSS pixels. */
  readonly screen: Size;
  /** A box that was just added and gets the focus. */
  readonly fresh: { current: DrawnGoldBox | null };
}

/** The gold boxes on a page that is shown larger, and while the person draws, the one that is being drawn. */
export function GoldLayer({ gold, page, screen, fresh }: GoldLayerProps): JSX.Element | null {
  if (!gold.isDrawing.value) return <GoldFrames gold={gold} page={page} />;
  const draft = gold.draft.value;
  const step = { x: STEP / screen.width, y: STEP / screen.height };
  return (
    <div class="gold-layer">
      {gold.on(page).map((box, index) => (
        <EditedBox key={index} gold={gold} box={box} number={gold.numberOf(box)} step={step} fresh={fresh} />
      ))}
      {draft !== null && isSamePage(draft, page) && <div class="gold-box draft" style={placeOf(draft.box)} />}
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
        const { length } = gold.boxes.peek();
        if (!gold.press(box, event.key, event.shiftKey, step)) return;
        event.preventDefault();
        event.stopPropagation();
        if (gold.boxes.peek().length < length) leave();
      }}
    >
      <span class="gold-name" aria-hidden="true">
        {goldName(number)}
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
  readonly page: NamedPage;
  /** Whether boxes can be drawn on it: it shows the page as it is now. */
  readonly canDraw: boolean;
  /** Whether another page can be chosen from here. */
  readonly hasOthers: boolean;
  /** The part of the page in sight. */
  readonly sight: ReadonlySignal<ShareBox>;
  /** The box that is to get the focus. */
  readonly fresh: { current: DrawnGoldBox | null };
}

/** Draws gold boxes, and takes them into a data set. */
export function GoldTools({ model, page, canDraw, hasOthers, sight, fresh }: GoldToolsProps): JSX.Element {
  const { gold } = model;
  const isDrawing = gold.isDrawing.value;
  const info = model.info.value;
  const other = hasOthers && info !== null ? otherPage(info) : null;
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
        <>
          <Button
            disabled={!gold.hasRoom}
            title={t('Add a box in the middle of what is shown')}
            onClick={() => {
              fresh.current = gold.add(page, sight.peek());
            }}
          >
            {t('Add Box')}
          </Button>
          <Button
            disabled={!gold.hasRoom}
            title={t('Mark the page as one with the answer, without a place on it')}
            onClick={() => {
              fresh.current = gold.addWhole(page);
            }}
          >
            {t('Whole Page')}
          </Button>
          {other !== null && (
            <Button
              title={t('Draw on a page that was not sent')}
              onClick={() => {
                model.enlarged.value = other;
              }}
            >
              {t('Other Page')}
            </Button>
          )}
        </>
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

/** What the pointer and the keys do while boxes are drawn. */
export function drawingHint(): string {
  return t(
    'Drag to draw a box. The arrow keys move a box that has the focus, with Shift they change its size, and Delete removes it.',
  );
}

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
