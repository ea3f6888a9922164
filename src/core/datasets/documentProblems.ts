import { t } from '@vscode/l10n';
import type { DatasetItem, ItemProblem } from './model.ts';

/** What is known of a document of a data set: its number of pages, or why it cannot be opened. */
export type KnownDocument =
  | { readonly pageCount: number }
  /** There is no file at its path. */
  | { readonly fault: 'missing' }
  /** A sentence. */
  | { readonly fault: 'unreadable'; readonly message: string };

/**
 * What is wrong with the documents of a question and with its pages in them.
 * @param known what is known of each document; null if nothing is
 */
export function documentProblems(
  item: DatasetItem,
  known: readonly (KnownDocument | null)[],
): readonly ItemProblem[] {
  return item.documents.flatMap(({ path, pages }, at): readonly ItemProblem[] => {
    const about = known[at] ?? null;
    if (about === null) return [];
    const place = documentPath(item, at);
    if ('fault' in about) {
      const missing = about.fault === 'missing';
      return [
        {
          code: missing ? 'file-missing' : 'file-unreadable',
          severity: 'error',
          message: missing
            ? t('{0} does not exist. Paths are relative to the folder of the data set.', path)
            : about.message,
          path: place,
        },
      ];
    }
    const { pageCount } = about;
    return [
      ...(pages ?? []).map((page, index) => ({ page, path: [...pagesPath(item, place), index] })),
      ...(item.goldPages ?? []).flatMap(({ document, page }, index) =>
        document === at ? [{ page, path: ['gold_pages', index] }] : [],
      ),
      ...item.goldBoxes.flatMap(({ document, page }, index) =>
        document === at ? [{ page, path: ['gold_boxes', index, 'page'] }] : [],
      ),
    ]
      .filter(({ page }) => page > pageCount)
      .map((each): ItemProblem => ({
        code: 'page-out-of-range',
        severity: 'error',
        message: t('{0} has no page {1}: it has {2}.', path, each.page, pageCount),
        path: each.path,
      }));
  });
}

/** Where the record names a document; the whole record in the forms of papers. */
function documentPath({ record }: DatasetItem, at: number): ItemProblem['path'] {
  if (record['document'] !== undefined) return ['document'];
  const key = ['documents', 'images'].find((each) => Array.isArray(record[each]));
  return key === undefined ? [] : [key, at];
}

/** Where the record has the pages of a document. */
const pagesPath = ({ record }: DatasetItem, document: ItemProblem['path']): ItemProblem['path'] =>
  record['document'] === undefined ? [...document, 'pages'] : ['pages'];
