import * as v from 'valibot';
import type { ShareBox } from '../core/geometry/box.ts';

/** A page of a document, whether it was sent or not. */
export interface NamedPage {
  /** The document as the record names it. */
  readonly document: string;
  /** From 1. */
  readonly page: number;
}

/** A place with the answer that the person drew on a page, in shares of the page's sides. */
export interface DrawnGoldBox extends NamedPage {
  readonly box: ShareBox;
}

/** A gold box that has all of its page: the page has the answer, and no place on it is known. */
export const WHOLE_PAGE: ShareBox = { left: 0, top: 0, right: 1, bottom: 1 };

/** Whether a box has all of its page. */
export function isWholePage({ left, top, right, bottom }: ShareBox): boolean {
  return left === 0 && top === 0 && right === 1 && bottom === 1;
}

/** The most gold boxes that are drawn for one trajectory. */
export const MOST_GOLD_BOXES = 200;

const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

/** A page as a message names it. */
export const namedPage = {
  document: v.pipe(v.string(), v.maxLength(10_000)),
  page: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)),
};

export const drawnGoldBox = v.object({
  ...namedPage,
  box: v.pipe(
    v.object({ left: share, top: share, right: share, bottom: share }),
    v.check(({ left, top, right, bottom }) => left < right && top < bottom),
  ),
});

/** All gold boxes of a trajectory, as an inspector sends them. */
export const goldBoxesSchema = v.pipe(v.array(drawnGoldBox), v.maxLength(MOST_GOLD_BOXES));
