import type { PixelBudget } from '../core/geometry/pixelBudget.ts';
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
  Extract<DialectName, 'lang2act' | 'action-rl' | 'evisrag' | 'think-answer'> | 'plain';

/** The task of the reader: the page images in the order of the request, the question, and the form of the answer. */
export interface ReadingTask {
  readonly images: readonly Uint8Array[];
  readonly question: string;
  readonly form: AnswerForm;
}

/** Answers a task with the text of a trajectory. Aborting the signal ends the work. */
export type Answerer = (task: ReadingTask, signal: AbortSignal) => Promise<string>;
