import type { PixelBudget } from '../core/geometry/pixelBudget.ts';
import type { LayoutWord } from '../core/layout/model.ts';
import type { DialectName } from '../core/trajectory/model.ts';

/** The reader's name and the id of its only model. */
export const OFFLINE_MODEL = 'Offline reader (OCR, no model)';

/** The languages that it reads, as a person would name them. */
export const OFFLINE_LANGUAGES: readonly string[] = ['English'];

/**
 * The pixel budget of page images for the reader. Below its minimum, Tesseract cannot read small print: of 100 words of
 * 10 pt text, it finds 93 to 97 within this budget and 6 to 36 within the papers' budget. Smaller images are enlarged to
 * the minimum.
 */
export const OFFLINE_BUDGET: PixelBudget = { minPixels: 802_816, maxPixels: 1_605_632 };

/** The form that a prompt requests: a dialect, or none if no tag is requested. */
export type AnswerForm =
  | Extract<DialectName, 'lang2act' | 'action-rl' | 'evisrag' | 'think-answer'>
  | 'plain';

/** A page of a task. */
export interface PageToRead {
  /** The page image as it was sent: JPEG, PNG, or WebP. */
  readonly image: Uint8Array;
  /** The words of the page's text layer, with boxes in any unit; null if the text of the image must be recognized. */
  readonly words: readonly LayoutWord[] | null;
}

/** The task of the reader: the pages in the order of the request, the question, and the form of the answer. */
export interface ReadingTask {
  readonly pages: readonly PageToRead[];
  readonly question: string;
  readonly form: AnswerForm;
}

/** What the reader reports while it works: what it is doing, for a person, and the trajectory as it becomes known. */
export type ReadingEvent =
  | { readonly type: 'status'; readonly status: string }
  | { readonly type: 'text'; readonly text: string };

/** Answers a task. The texts of its events together are the trajectory. Aborting the signal ends the work. */
export type Answerer = (task: ReadingTask, signal: AbortSignal) => AsyncIterable<ReadingEvent>;
