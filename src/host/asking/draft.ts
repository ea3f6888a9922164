import type * as vscode from 'vscode';
import { readableAt, SMALL_TEXT } from '../../core/geometry/textHeight.ts';
import type { Sampling } from '../../core/records/sampling.ts';
import type { PixelBudget } from '../../core/geometry/pixelBudget.ts';
import { formatPageRanges } from '../../core/records/pageRanges.ts';

/** A document of a question, before its pages are finally chosen. */
export interface DraftDocument {
  readonly uri: vscode.Uri;
  readonly name: string;
  readonly pageCount: number;
  /** Pages selected in the document view; empty if there are none. */
  readonly selected: readonly number[];
  /** The page that the document view shows; null if it is not open there. */
  readonly current: number | null;
  readonly pages: readonly number[];
}

/** What a person has composed so far. */
export interface Draft {
  readonly question: string;
  readonly documents: readonly DraftDocument[];
  readonly promptName: string;
  readonly samples: number;
  /** Sampling that the person chose, which overrides that of the prompt and the settings. */
  readonly sampling: Partial<Sampling>;
  readonly model: string | null;
  /** The budget that the question was asked with before; null for that of the prompt, or otherwise of the settings. */
  readonly pixels: PixelBudget | null;
}

/** Documents with more pages are not sent whole by default. */
const SEND_WHOLE = 10;

/**
 * The default pages of a question: the selected ones; otherwise all of a short document; otherwise the page in view;
 * otherwise the first ten.
 */
export function defaultPages(
  pageCount: number,
  selected: readonly number[],
  current: number | null,
): readonly number[] {
  if (selected.length > 0) return selected;
  if (pageCount > SEND_WHOLE && current !== null) return [current];
  return Array.from({ length: Math.min(pageCount, SEND_WHOLE) }, (_, index) => index + 1);
}

/** What a question is about, on one line: documents and pages, then the server. */
export function describeDraft(
  draft: Pick<Draft, 'promptName' | 'samples'> & {
    readonly documents: readonly Pick<DraftDocument, 'name' | 'pages' | 'pageCount'>[];
  },
  server: string,
): string {
  const documents = draft.documents.map(
    ({ name, pages, pageCount }) =>
      `${name}, ${pages.length === pageCount && pageCount > 1 ? `all ${pageCount} pages` : `page${pages.length === 1 ? '' : 's'} ${formatPageRanges(pages)}`}`,
  );
  const samples = draft.samples > 1 ? [`${draft.samples} samples`] : [];
  return [documents.join('; '), server, draft.promptName, ...samples].join(' · ');
}

/** A page image of a draft. */
export interface DraftImage {
  readonly width: number;
  readonly height: number;
  /** Null if it is not known how the model counts. */
  readonly tokens: number | null;
  /** Pixels; null without a text layer. */
  readonly textHeight: number | null;
}

/**
 * The images of a question on one line: their tokens, the lowest text in them with the budget at which it would be
 * legible, and the server's limit if there are more images.
 * @param imageLimit the most images that the server accepts; null if it does not report that
 */
export function describeImages(images: readonly DraftImage[], imageLimit: number | null): string {
  const tokens = images.reduce<number | null>(
    (sum, image) => (sum === null || image.tokens === null ? null : sum + image.tokens),
    0,
  );
  const tooMany =
    imageLimit !== null && images.length > imageLimit
      ? [`${images.length} images: the server takes at most ${imageLimit}`]
      : [];
  return [
    ...(tokens === null || tokens === 0 ? [] : [`${tokens.toLocaleString('en')} image tokens`]),
    describeHeight(images),
    ...tooMany,
  ].join(' · ');
}

function describeHeight(images: readonly DraftImage[]): string {
  let lowest: (DraftImage & { readonly textHeight: number }) | null = null;
  for (const image of images) {
    const { textHeight } = image;
    if (textHeight !== null && (lowest === null || textHeight < lowest.textHeight))
      lowest = { ...image, textHeight };
  }
  if (lowest === null) return 'text height unknown';
  const budget = readableAt(lowest.textHeight, lowest.width, lowest.height);
  // Rounding must not raise the height above the limit at which the warning appears.
  const height =
    lowest.textHeight < SMALL_TEXT ? lowest.textHeight.toFixed(1) : Math.round(lowest.textHeight);
  const text = `text ${height} px high`;
  return budget === null ? text : `${text}: hard to read, 12 px at ${budget.toLocaleString('en')} pixels`;
}
