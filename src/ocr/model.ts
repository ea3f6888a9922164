import type { ImageBox } from '../core/geometry/box.ts';

export interface OcrWord {
  readonly text: string;
  readonly box: ImageBox;
  /** Tesseract's own confidence, 0 to 100. */
  readonly confidence: number;
}

/** A line as Tesseract segmented it: its words joined by single spaces stand so in {@link OcrPage.text}. */
export interface OcrLine {
  readonly words: readonly OcrWord[];
  readonly box: ImageBox;
  /** Position of the paragraph among the page's paragraphs. */
  readonly paragraph: number;
}

/** Everything that was read in one image. */
export interface OcrPage {
  /** Tesseract's text of the whole image. */
  readonly text: string;
  readonly lines: readonly OcrLine[];
}

/** Where the files lie that reading needs; none of them is ever fetched from a network. */
export interface OcrFiles {
  /** The script of a reading thread (the bundled server is its own). */
  readonly worker: string;
  /** tesseract-core-simd-lstm.wasm */
  readonly core: string;
  /** The folder that holds eng.traineddata.gz. */
  readonly languages: string;
}
