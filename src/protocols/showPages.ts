import { t } from '@vscode/l10n';
import type { AskedDocument } from '../asking/model.ts';
import type { ShareBox } from '../core/geometry/box.ts';
import { drawnPageSize } from '../core/geometry/imageSize.ts';
import type { PixelBudget } from '../core/geometry/pixelBudget.ts';
import { PageTraceError } from '../core/errors.ts';
import { exactBudget, rawSizeOf } from './crops.ts';
import type { PageOfDocuments, ShownImage } from './model.ts';

/** Shows a page, or a part of it, as an image within the budget of the conversation. */
export type ShowPage = (
  page: PageOfDocuments,
  region: ShareBox | null,
  signal: AbortSignal,
) => Promise<ShownImage>;

/**
 * Shows the pages of documents. Parts are cut out at full resolution: of a file of an image in its own pixels, and of a
 * PDF as it is drawn, which has the size of the papers' page images.
 */
export function showPages(
  documents: readonly Pick<AskedDocument, 'document'>[],
  budget: PixelBudget,
): ShowPage {
  return async (page, region, signal) => {
    const document = documents[page.document]?.document;
    if (document === undefined)
      throw new PageTraceError('internal', t('There is no document {0}.', page.document + 1));
    const info = await document.pageInfo(page.page);
    const whole = document.kind === 'pdf' ? drawnPageSize(info) : info;
    const raw = region === null ? { width: whole.width, height: whole.height } : rawSizeOf(region, whole);
    const { bytes, mediaType, width, height, textHeight } = await document.render(page.page, {
      format: 'jpeg',
      signal,
      ...(region === null ? { budget } : { budget: exactBudget(raw, budget), region, enlarges: true }),
    });
    return { ...page, region, raw, sent: { bytes, mediaType, width, height }, textHeight };
  };
}
