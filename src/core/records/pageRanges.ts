import { t } from '@vscode/l10n';
import { pagesPhrase } from '../countPhrases.ts';
import { PageTraceError } from '../errors.ts';

/**
 * Reads page ranges as people type them: `1-3, 7`, `all`, `5-` (to the end), `-2` (from the first). Pages count from 1.
 * @returns the pages, without duplicates, in the order in which they are named
 * @throws PageTraceError `bad-input` for text that is not a range, or a range that goes backward (usually a typing
 * mistake, which would silently reverse the images); `page-out-of-range` for pages that the document does not have
 */
export function parsePageRanges(text: string, pageCount: number): readonly number[] {
  const trimmed = text.trim();
  if (/^all$/i.test(trimmed)) return Array.from({ length: pageCount }, (_, index) => index + 1);
  const pages = new Set<number>();
  const joined = trimmed
    .split(/[-\u2013]/)
    .map((side) => side.trim())
    .join('-');
  for (const part of joined.split(/[,;\s]+/)) {
    if (part === '') continue;
    const match = /^(\d*)(?:(-)(\d*))?$/.exec(part);
    if (!match || (match[1] === '' && (match[3] ?? '') === '')) {
      throw new PageTraceError('bad-input', t('"{0}" is not a page or a range of pages.', part), {
        hint: t('Write pages like 1-3, 7 (counted from 1), or all.'),
      });
    }
    const first = match[1] ? Number(match[1]) : 1;
    const last = match[2] ? (match[3] ? Number(match[3]) : pageCount) : first;
    if (match[3] && first > last) {
      throw new PageTraceError('bad-input', t('{0} goes backward; write {1}-{2}.', part, last, first), {
        hint: t('For that order, list the pages one by one, like {0}, {1}.', first, first - 1),
      });
    }
    if (first < 1) {
      throw new PageTraceError('bad-input', t('Pages are counted from 1, so there is no page 0.'), {
        hint: t('Choose pages from 1 to {0}.', pageCount),
      });
    }
    if (first > pageCount || last > pageCount) {
      throw new PageTraceError(
        'page-out-of-range',
        t(
          'Page {0} does not exist because the document has only {1}.',
          Math.max(first, last),
          pagesPhrase(pageCount),
        ),
        { hint: t('Choose pages from 1 to {0}.', pageCount) },
      );
    }
    for (let page = first; page <= last; page++) pages.add(page);
  }
  if (pages.size === 0) {
    throw new PageTraceError('bad-input', t('No page is chosen.'), {
      hint: t('Write pages like 1-3, 7, or all.'),
    });
  }
  return [...pages];
}

/** Pages as a person writes them: `1-3, 7`. Keeps the given order; three or more consecutive pages become a range. */
export function formatPageRanges(pages: readonly number[]): string {
  const parts: string[] = [];
  for (let at = 0; at < pages.length;) {
    let end = at;
    while (end + 1 < pages.length && pages[end + 1] === (pages[end] ?? 0) + 1) end++;
    if (end - at >= 2) {
      parts.push(`${pages[at] ?? ''}-${pages[end] ?? ''}`);
      at = end + 1;
    } else {
      parts.push(String(pages[at]));
      at++;
    }
  }
  return parts.join(', ');
}
