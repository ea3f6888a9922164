import path from 'node:path';
import { t } from '@vscode/l10n';
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
        ? t('Only page {0} of {1} was sent.', ranges, pageCount)
        : t('Only pages {0} of {1} were sent.', ranges, pageCount);
    return pages.length === 1
      ? t('Only page {0} of {1} of {2} was sent.', ranges, pageCount, name)
      : t('Only pages {0} of {1} of {2} were sent.', ranges, pageCount, name);
  });
}
