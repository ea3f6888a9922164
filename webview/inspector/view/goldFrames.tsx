import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { boxHeight, boxWidth, type ShareBox } from '../../../src/core/geometry/box.ts';
import { wholeNumber } from '../../../src/core/displayLocale.ts';
import type { NamedPage } from '../../../src/protocol/goldBoxes.ts';
import type { GoldBoxes } from '../model/goldBoxes.ts';

export interface GoldFramesProps {
  readonly gold: GoldBoxes;
  readonly page: NamedPage;
}

/** The gold boxes on a page, as a picture; the same information is in words next to it. */
export function GoldFrames({ gold, page }: GoldFramesProps): JSX.Element | null {
  const boxes = gold.on(page);
  if (boxes.length === 0) return null;
  return (
    <span class="gold-layer" aria-hidden="true">
      {boxes.map((box, index) => (
        <span key={index} class="gold-box" style={placeOf(box.box)}>
          <span class="gold-name">{goldName(gold.numberOf(box))}</span>
        </span>
      ))}
    </span>
  );
}

/** The number of gold boxes on a page: `gold boxes: 2`; empty if there are none. */
export function goldFact(gold: GoldBoxes, page: NamedPage): string {
  const { length } = gold.on(page);
  return length === 0 ? '' : t('gold boxes: {0}', wholeNumber(length));
}

/** The name of a gold box by its number. */
export const goldName = (number: number): string => t('Gold {0}', wholeNumber(number));

/** Where a gold box is drawn over its page. */
export function placeOf(box: ShareBox): Record<string, string> {
  const at = (share: number): string => `${share * 100}%`;
  return { left: at(box.left), top: at(box.top), width: at(boxWidth(box)), height: at(boxHeight(box)) };
}
