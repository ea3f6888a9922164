import * as v from 'valibot';
import type { ShareBox } from '../core/geometry/box.ts';

/** A place with the answer that the person drew on a page image of the request, in shares of the image's sides. */
export interface DrawnGoldBox {
  /** k: the k-th image of the request, from 1. */
  readonly image: number;
  readonly box: ShareBox;
}

/** The most gold boxes that are drawn for one trajectory. */
export const MOST_GOLD_BOXES = 200;

const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

/** All gold boxes of a trajectory, as an inspector sends them. */
export const goldBoxesSchema = v.pipe(
  v.array(
    v.object({
      image: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9999)),
      box: v.pipe(
        v.object({ left: share, top: share, right: share, bottom: share }),
        v.check(({ left, top, right, bottom }) => left < right && top < bottom),
      ),
    }),
  ),
  v.maxLength(MOST_GOLD_BOXES),
);
