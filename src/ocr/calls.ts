import type { ImageBox } from '../core/geometry/box.ts';
import type { OcrFiles, OcrPage } from './model.ts';

/** What a recognition thread gets when it starts. */
export type OcrWorkerData = Pick<OcrFiles, 'core' | 'languages'>;

/** An image, and the parts of it whose text is recognized; null for all of it. */
export interface ImageParts {
  readonly image: Uint8Array;
  readonly parts: readonly ImageBox[] | null;
}

/** The calls of a recognition thread. */
export interface OcrCalls {
  /** Recognizes the text of an image. */
  readonly recognize: { readonly request: ImageParts; readonly value: OcrPage };
}
