import { imagePageRaster, pdfPageRaster } from '../../core/geometry/imageSize.ts';
import type { PixelBudget } from '../../core/geometry/pixelBudget.ts';
import { medianTextHeight, readableAt, textHeightInImage } from '../../core/geometry/textHeight.ts';
import type { OpenDocument } from '../../documents/model.ts';

/**
 * The height of a page's text in the image that would be sent now, in pixels, and the budget at which it is legible.
 */
export interface PageTextHeight {
  readonly height: number | null;
  readonly readableAt: number | null;
}

/**
 * How high the text of a page is in the image that is sent at a pixel budget; nulls if the page has no text.
 * @throws PageTraceError the error of reading the page
 */
export async function textHeightInSentImage(
  document: OpenDocument,
  page: number,
  budget: PixelBudget,
): Promise<PageTextHeight> {
  const info = await document.pageInfo(page);
  const text = medianTextHeight((await document.text(page)).words);
  if (text === null) return { height: null, readableAt: null };
  const { image } = (document.kind === 'pdf' ? pdfPageRaster : imagePageRaster)(info, { budget });
  const height = textHeightInImage(text, info, image);
  return { height, readableAt: readableAt(height, image.width, image.height) };
}
