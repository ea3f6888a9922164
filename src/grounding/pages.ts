import type { GroundingRequest, PageRecognizer } from './model.ts';
import { openOrError, type KnownPage } from './readPages.ts';

/**
 * The pages that the images of a request show, each once. Images of documents that are not at hand are left out.
 * @param recognizer recognizes the text of pages without a text layer; null if that is not wanted
 */
export function sentPages(
  { images, documents }: GroundingRequest,
  recognizer: PageRecognizer | null,
): readonly KnownPage[] {
  const byName = new Map(documents.map((document) => [document.name, document]));
  const pages = images.flatMap(({ document, page }): KnownPage[] => {
    const from = byName.get(document);
    return from === undefined
      ? []
      : [{ key: keyOf(from, page, recognizer), document, page, from, recognizer }];
  });
  return [...new Map(pages.map((page) => [page.key, page])).values()];
}

/**
 * Pages of the documents that were not sent: the first ones, up to `most`, and how many there are in all. A document
 * that cannot be opened has none. Their text is not recognized, which would take seconds a page.
 * @throws PageTraceError `cancelled`
 */
export async function unsentPages(
  { documents }: GroundingRequest,
  sent: readonly KnownPage[],
  most: number,
): Promise<{ readonly pages: readonly KnownPage[]; readonly total: number }> {
  const isSent = new Set(sent.map(({ document, page }) => JSON.stringify([document, page])));
  const pages: KnownPage[] = [];
  let total = 0;
  for (const from of documents) {
    const document = await openOrError(from);
    if ('error' in document) continue;
    await document.close();
    for (let page = 1; page <= document.pageCount; page += 1) {
      if (isSent.has(JSON.stringify([from.name, page]))) continue;
      total += 1;
      if (pages.length < most) {
        pages.push({ key: keyOf(from, page, null), document: from.name, page, from, recognizer: null });
      }
    }
  }
  return { pages, total };
}

function keyOf(
  { name, hash }: { readonly name: string; readonly hash: string },
  page: number,
  recognizer: PageRecognizer | null,
): string {
  return JSON.stringify([hash, page, recognizer?.name ?? null, name]);
}
