import { Buffer } from 'node:buffer';
import type { PageBox } from '../core/geometry/box.ts';
import type { PixelBudget } from '../core/geometry/pixelBudget.ts';
import type { Size } from '../core/geometry/size.ts';
import type { OpenDocument } from './model.ts';

/** The pixels of a page in a report: about 110 dpi for A4, at which small print can be read. */
const REPORT_PIXELS: PixelBudget = { minPixels: 900_000, maxPixels: 1_200_000 };

const QUALITY = 80;

/** A page as reports show it. */
interface DrawnPage {
  /** A data URL of a JPEG image. */
  readonly src: string;
  /** As displayed, in points. */
  readonly size: Size;
  /** The words of its text. */
  readonly words: readonly PageBox[];
}

/**
 * Draws a page as reports show it.
 * @throws PageTraceError the errors of rendering
 */
export async function drawReportPage(
  document: OpenDocument,
  page: number,
  signal?: AbortSignal,
): Promise<DrawnPage> {
  const { width, height } = await document.pageInfo(page);
  const { bytes, mediaType } = await document.render(page, {
    budget: REPORT_PIXELS,
    format: 'jpeg',
    quality: QUALITY,
    ...(signal === undefined ? {} : { signal }),
  });
  // Without its words, labels may cover some of the page.
  const words = await document.text(page).then(
    (text) => text.words.map(({ box }) => box),
    () => [],
  );
  return {
    src: `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`,
    size: { width, height },
    words,
  };
}
