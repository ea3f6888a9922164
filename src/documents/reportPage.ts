import { Buffer } from 'node:buffer';
import type { PixelBudget } from '../core/geometry/pixelBudget.ts';
import type { Size } from '../core/geometry/size.ts';
import type { OpenDocument } from './model.ts';

/** The pixels of a page in a report: about 110 dpi for A4, at which small print can be read. */
const REPORT_PIXELS: PixelBudget = { minPixels: 900_000, maxPixels: 1_200_000 };

const QUALITY = 80;

/**
 * A page as reports show it: a data URL of a JPEG image, and the size of the page as displayed, in points.
 * @throws PageTraceError the errors of rendering
 */
export async function drawReportPage(
  document: OpenDocument,
  page: number,
  signal?: AbortSignal,
): Promise<{ readonly src: string; readonly size: Size }> {
  const { width, height } = await document.pageInfo(page);
  const { bytes, mediaType } = await document.render(page, {
    budget: REPORT_PIXELS,
    format: 'jpeg',
    quality: QUALITY,
    ...(signal === undefined ? {} : { signal }),
  });
  return {
    src: `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`,
    size: { width, height },
  };
}
