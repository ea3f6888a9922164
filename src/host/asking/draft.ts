import type * as vscode from 'vscode';
import { readableAt, SMALL_TEXT } from '../../core/geometry/textHeight.ts';
import type { Sampling } from '../../core/records/sampling.ts';
import type { PixelBudget } from '../../core/geometry/pixelBudget.ts';
import { defaultPages } from '../../core/records/defaultPages.ts';
import { formatPageRanges } from '../../core/records/pageRanges.ts';
import { tokenCount } from '../../core/tokenCount.ts';

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

/** All pages of a document. */
export function allPages(pageCount: number): readonly number[] {
  return Array.from({ length: pageCount }, (_, index) => index + 1);
}

/** Whether a document is not sent whole although the person did not choose pages. */
export function isNarrowed({ pageCount, selected, current, pages }: DraftDocument): boolean {
  if (selected.length > 0 || pages.length === pageCount) return false;
  const usual = defaultPages(pageCount, selected, current);
  return pages.length === usual.length && pages.every((page, index) => page === usual[index]);
}

/** `Asks about page 1 of 12`, with the name of the document if there are several. */
export function describeNarrowed(
  { name, pages, pageCount }: Pick<DraftDocument, 'name' | 'pages' | 'pageCount'>,
  isOnly: boolean,
): string {
  const chosen = formatPageRanges(pages);
  if (pages.length === 1)
    return isOnly
      ? `Asks about page ${chosen} of ${pageCount}`
      : `Asks about page ${chosen} of ${pageCount} of ${name}`;
  return isOnly
    ? `Asks about pages ${chosen} of ${pageCount}`
    : `Asks about pages ${chosen} of ${pageCount} of ${name}`;
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

/** A page image of a draft, before it is rendered. */
export interface DraftImage {
  readonly width: number;
  readonly height: number;
  /** Pixels; null without a text layer. */
  readonly textHeight: number | null;
}

/** What the images and the text of a draft come to. */
export interface DraftTokens {
  readonly images: number;
  /** Whether it is known how the model counts images. */
  readonly areImagesExact: boolean;
  /** Images and text, by estimate. */
  readonly total: number;
  /** Null if it is not known. */
  readonly modelLength: number | null;
  readonly maxTokens: number;
}

/**
 * The tokens of a draft on one line: those of its images, and the room that the whole prompt leaves for the answer.
 * @param tokens null for the offline reader, which has no tokens
 */
export function describeTokens(images: number, tokens: DraftTokens | null): string {
  const count = images === 1 ? '1 page image' : `${images} page images`;
  if (tokens === null) return count;
  return [`${count}, ${tokenCount(tokens.images, !tokens.areImagesExact)}`, ...describeRoom(tokens)].join(
    ' · ',
  );
}

function describeRoom({ total, modelLength, maxTokens }: DraftTokens): readonly string[] {
  if (modelLength === null) return [];
  const length = modelLength.toLocaleString('en');
  const room = modelLength - total;
  if (room < 1)
    return [`does not fit: the prompt takes ${tokenCount(total, true)}, the model takes ${length}`];
  if (room < maxTokens)
    return [
      `${tokenCount(room, true)} left of the model's ${length}, less than max_tokens (${maxTokens.toLocaleString('en')})`,
    ];
  return [`${tokenCount(room, true)} left of the model's ${length}`];
}

/**
 * The images of a question on one line: the lowest text in them with the budget at which it would be legible, and the
 * server's limit if there are more images.
 * @param imageLimit the most images that the server accepts; null if it does not report that
 */
export function describeImages(
  images: readonly DraftImage[],
  count: number,
  imageLimit: number | null,
): string {
  const tooMany =
    imageLimit !== null && count > imageLimit
      ? [`${count} images: the server takes at most ${imageLimit}`]
      : [];
  return [...tooMany, describeHeight(images)].join(' · ');
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
