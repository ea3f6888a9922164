declare const unitOfBox: unique symbol;

/**
 * What a box is measured in: points (1/72 inch) of an upright page, pixels of one image, or shares of a page's or an
 * image's width and height (0 to 1). The origin is always the top left corner, and y grows downward.
 */
export type BoxUnit = 'point' | 'pixel' | 'share';

/**
 * An upright rectangle: `left <= right`, `top <= bottom`. Its unit is part of its type alone: two boxes of different
 * units cannot be mixed up, and a box is plain data at run time.
 */
export interface Box<Unit extends BoxUnit> {
  readonly [unitOfBox]?: Unit;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A box in points of a page as a person sees it: rotated upright and cut to its crop box. */
export type PageBox = Box<'point'>;

/** A box in pixels of one image. */
export type ImageBox = Box<'pixel'>;

/** A box in shares of the width and height of what it lies in. */
export type ShareBox = Box<'share'>;
