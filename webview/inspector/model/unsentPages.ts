import type { NamedPage } from '../../../src/protocol/goldBoxes.ts';
import type { InspectorImage, InspectorState } from '../../../src/protocol/inspector.ts';
import { isSamePage } from './goldBoxes.ts';

type Shown = Pick<InspectorState, 'documents' | 'images' | 'pageChoice'>;

/** What is shown enlarged: an image by its number, or a page of a document as it is now. */
export type Enlarged = number | EnlargedPage;

/** A page that is shown enlarged. */
export interface EnlargedPage extends NamedPage {
  /** Whether the person wants to draw on it. */
  readonly isDrawn?: boolean;
  /** Whether the document may have no such page, so that its first one is shown instead. */
  readonly isGuess?: boolean;
}

/** A page that was not sent. */
export interface UnsentPage extends NamedPage {
  /** The name of its document, for a person. */
  readonly name: string;
  /** Whether it is known to have the answer. */
  readonly isMissed: boolean;
}

/** The page that an image shows. */
export function pageOf({ path, page }: Pick<InspectorImage, 'path' | 'page'>): NamedPage {
  return { document: path, page };
}

/** The image that shows a page, if it was sent. */
export function imageOf({ images }: Pick<Shown, 'images'>, page: NamedPage): InspectorImage | undefined {
  return images.find((image) => isSamePage(pageOf(image), page));
}

/** The name of the document of a page, for a person. */
export function documentNameOf({ documents }: Pick<Shown, 'documents'>, { document }: NamedPage): string {
  return documents.find(({ path }) => path === document)?.name ?? document;
}

/** The page at a place in the documents of a trajectory; null if there is no such document. */
export function pageAt(
  { documents }: Pick<Shown, 'documents'>,
  { document, page }: { readonly document: number; readonly page: number },
): NamedPage | null {
  const path = documents[document]?.path;
  return path === undefined ? null : { document: path, page };
}

/** The pages with the answer that were not sent. */
function missedPages(shown: Shown): readonly NamedPage[] {
  return (shown.pageChoice?.choice.gold ?? []).flatMap((place) => {
    const page = pageAt(shown, place);
    return page === null || imageOf(shown, page) !== undefined ? [] : [page];
  });
}

/** Whether a page is known to have the answer and was not sent. */
export function isMissed(shown: Shown, page: NamedPage): boolean {
  return missedPages(shown).some((missed) => isSamePage(missed, page));
}

/** The pages that were not sent and have the answer: those that are known, and those on which the person drew. */
export function unsentPages(shown: Shown, drawn: readonly NamedPage[]): readonly UnsentPage[] {
  const pages: UnsentPage[] = [];
  const add = (page: NamedPage, missed: boolean): void => {
    if (imageOf(shown, page) !== undefined || pages.some((other) => isSamePage(other, page))) return;
    const { document, page: number } = page;
    pages.push({ document, page: number, name: documentNameOf(shown, page), isMissed: missed });
  };
  for (const page of missedPages(shown)) add(page, true);
  for (const page of drawn) add(page, false);
  return pages;
}

/** A page to draw on if the person wants another one than those that were sent; null if there is no document. */
export function otherPage(shown: Shown): EnlargedPage | null {
  const [missed] = missedPages(shown);
  if (missed !== undefined) return { ...missed, isDrawn: true };
  const document = shown.images[0]?.path ?? shown.documents[0]?.path;
  if (document === undefined) return null;
  let page = 1;
  while (imageOf(shown, { document, page }) !== undefined) page += 1;
  return { document, page, isDrawn: true, isGuess: true };
}
