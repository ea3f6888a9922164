import path from 'node:path';
import { formatPageRanges } from '../core/records/pageRanges.ts';
import type { AskedQuestionRecord } from './model.ts';

/** A sentence for each document of which only some pages were sent without the person choosing them. */
export function unsentPages({
  info,
  sentDocuments = [],
}: Pick<AskedQuestionRecord, 'info' | 'sentDocuments'>): readonly string[] {
  return sentDocuments.flatMap(({ pageCount, isNarrowed }, document) => {
    if (!isNarrowed) return [];
    const pages = info.images.filter((image) => image.document === document).map(({ page }) => page);
    const ranges = formatPageRanges(pages);
    const name = path.posix.basename(info.documents[document]?.path ?? '');
    if (sentDocuments.length === 1)
      return pages.length === 1
        ? `Only page ${ranges} of ${pageCount} was sent.`
        : `Only pages ${ranges} of ${pageCount} were sent.`;
    return pages.length === 1
      ? `Only page ${ranges} of ${pageCount} of ${name} was sent.`
      : `Only pages ${ranges} of ${pageCount} of ${name} were sent.`;
  });
}
