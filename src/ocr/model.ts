import type { ImageBox, PageBox } from '../core/geometry/box.ts';

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

/** The data of a language. */
export interface LanguageFile {
  /** Tesseract's code of the language. */
  readonly code: string;
  /** Its gzipped `traineddata` file. */
  readonly file: string;
}

/** The files that text recognition needs. It never fetches any of them itself. */
export interface OcrFiles {
  /** The script of a recognition thread: src/ocr/worker.ts, or its bundle ocr-worker.js. */
  readonly worker: string;
  /** tesseract-core-simd-lstm.wasm */
  readonly core: string;
  /** The languages that text is recognized in, the most likely first. */
  readonly languages: readonly LanguageFile[];
}

/** What is recognized of a document. */
export interface PagePart {
  /** Hash of the document. */
  readonly hash: string;
  readonly page: number;
  /** The parts of the page whose text is recognized; null for all of it. */
  readonly pictures: readonly PageBox[] | null;
}
