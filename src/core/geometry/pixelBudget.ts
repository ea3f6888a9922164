/** Limits on the area of a page image that is sent, in pixels. */
export interface PixelBudget {
  readonly minPixels: number;
  readonly maxPixels: number;
}

/** The papers' budget: 256 to 512 times 28 x 28. */
export const PAPER_BUDGET: PixelBudget = { minPixels: 200_704, maxPixels: 401_408 };
