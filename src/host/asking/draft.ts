import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import { imagesPhrase, pageImagesPhrase, samplesPhrase } from '../../core/countPhrases.ts';
import { wholeNumber } from '../../core/displayLocale.ts';
import { readableAt, SMALL_TEXT } from '../../core/geometry/textHeight.ts';
import type { Sampling } from '../../core/records/sampling.ts';
import type { PixelBudget } from '../../core/geometry/pixelBudget.ts';
import type { PageChoice } from '../../core/records/pageChoice.ts';
import { defaultPages } from '../../core/records/defaultPages.ts';
import { formatPageRanges } from '../../core/records/pageRanges.ts';
import { tokenCount } from '../../core/tokenCount.ts';
import type { Protocol } from '../../protocols/model.ts';

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

/** What is asked for of a conversation: all of it, all of it with a stop before each turn, or one turn. */
export type Turns = 'whole' | 'steps' | 'first';

/** The conversation that the prompt of a draft begins. */
export interface DraftConversation {
  readonly protocol: Protocol;
  readonly turns: Turns;
  /** What the other tool says; null if that is not known, or if there is none. */
  readonly toolWords: string | null;
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
  /** Only for a prompt that begins a conversation. */
  readonly conversation?: DraftConversation | undefined;
  /** If the pages are those that fit a question: that question, and how each fits. */
  readonly fitting?: { readonly question: string; readonly choice: PageChoice } | undefined;
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
      ? t('Asks about page {0} of {1}', chosen, pageCount)
      : t('Asks about page {0} of {1} in {2}', chosen, pageCount, name);
  return isOnly
    ? t('Asks about pages {0} of {1}', chosen, pageCount)
    : t('Asks about pages {0} of {1} in {2}', chosen, pageCount, name);
}

/** What a question is about, on one line: documents and pages, then the server. */
export function describeDraft(
  draft: Pick<Draft, 'promptName' | 'samples' | 'conversation'> & {
    readonly documents: readonly Pick<DraftDocument, 'name' | 'pages' | 'pageCount'>[];
  },
  server: string,
): string {
  const isSearching = isSearched(draft);
  const documents = draft.documents.map((each) => (isSearching ? each.name : describePages(each))).join('; ');
  const conversation = conversationOf(draft);
  const samples = draft.samples > 1 && conversation === null ? [samplesPhrase(draft.samples)] : [];
  const steps = conversation?.turns === 'steps' ? [describeSteps(conversation, draft.promptName)] : [];
  return [documents, server, draft.promptName, ...samples, ...steps].join(' · ');
}

/** That a conversation is had step by step, and its protocol unless the prompt has the same name. */
function describeSteps({ protocol: { name } }: DraftConversation, prompt: string): string {
  return name === prompt ? t('step by step') : t('step by step: {0}', name);
}

/** The conversation that a draft asks for; null if it asks for a single turn. */
export function conversationOf({ conversation }: Pick<Draft, 'conversation'>): DraftConversation | null {
  return conversation === undefined || conversation.turns === 'first' ? null : conversation;
}

/** Whether the model searches for pages, so that none is sent with the question. */
export function isSearched(draft: Pick<Draft, 'conversation'>): boolean {
  return conversationOf(draft)?.protocol.isSearching === true;
}

/** A draft as it can be asked: without a model, no conversation can be had. */
export function askable(draft: Draft, hasModel: boolean): Draft {
  const { conversation } = draft;
  // Who asks step by step is told that a server is needed.
  if (hasModel || conversation?.turns !== 'whole') return draft;
  return { ...draft, conversation: { ...conversation, turns: 'first' } };
}

/** `report.pdf, pages 1-3`, or `report.pdf, all 3 pages`. */
function describePages({
  name,
  pages,
  pageCount,
}: Pick<DraftDocument, 'name' | 'pages' | 'pageCount'>): string {
  if (pages.length === pageCount && pageCount > 1) return t('{0}, all {1} pages', name, pageCount);
  if (pages.length === 0) return t('{0}, no page', name);
  const chosen = formatPageRanges(pages);
  return pages.length === 1 ? t('{0}, page {1}', name, chosen) : t('{0}, pages {1}', name, chosen);
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
  const count = pageImagesPhrase(images);
  if (tokens === null) return count;
  return [`${count}, ${tokenCount(tokens.images, !tokens.areImagesExact)}`, ...describeRoom(tokens)].join(
    ' · ',
  );
}

function describeRoom({ total, modelLength, maxTokens }: DraftTokens): readonly string[] {
  if (modelLength === null) return [];
  const length = wholeNumber(modelLength);
  const room = modelLength - total;
  if (room < 1)
    return [t('does not fit: the prompt has {0}, the model accepts {1}', tokenCount(total, true), length)];
  if (room < maxTokens)
    return [
      t(
        "{0} left of the model's {1}, less than max_tokens ({2})",
        tokenCount(room, true),
        length,
        wholeNumber(maxTokens),
      ),
    ];
  return [t("{0} left of the model's {1}", tokenCount(room, true), length)];
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
      ? [t('{0}: the server accepts at most {1}', imagesPhrase(count), imageLimit)]
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
  if (lowest === null) return t('text height unknown');
  const budget = readableAt(lowest.textHeight, lowest.width, lowest.height);
  // Rounding must not raise the height above the limit at which the warning appears.
  const height =
    lowest.textHeight < SMALL_TEXT ? lowest.textHeight.toFixed(1) : Math.round(lowest.textHeight);
  return budget === null
    ? t('text {0} px high', height)
    : t('text {0} px high: hard to read, 12 px at {1} pixels', height, wholeNumber(budget));
}
