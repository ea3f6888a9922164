import type { ImageBox } from '../core/geometry/box.ts';

/** A word that was recognized in a page image. */
export interface OcrWord {
  readonly text: string;
  readonly box: ImageBox;
  /** Tesseract's own confidence, 0 to 100. */
  readonly confidence: number;
}

/** A line as Tesseract segmented it. Its words, joined by single spaces, are part of {@link OcrPage.text}. */
export interface OcrLine {
  readonly words: readonly OcrWord[];
  readonly box: ImageBox;
  /** Index of the paragraph among the page's paragraphs. */
  readonly paragraph: number;
}

/** Everything that was recognized in one image. */
export interface OcrPage {
  /** Tesseract's text of the whole image. */
  readonly text: string;
  readonly lines: readonly OcrLine[];
}

/** The paths of the files that text recognition needs. None of them is ever fetched from a network. */
export interface OcrFiles {
  /** The script of a recognition thread: src/ocr/worker.ts, or its bundle ocr-worker.js. */
  readonly worker: string;
  /** tesseract-core-simd-lstm.wasm */
  readonly core: string;
  /** The folder that holds eng.traineddata.gz. */
  readonly languages: string;
}
