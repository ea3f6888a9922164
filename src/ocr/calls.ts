import type { OcrFiles, OcrPage } from './model.ts';

/** What a recognition thread gets when it starts. */
export type OcrWorkerData = Pick<OcrFiles, 'core' | 'languages'>;

/** The calls of a recognition thread. */
export interface OcrCalls {
  /** Recognizes the text of an image. */
  readonly recognize: { readonly request: Uint8Array; readonly value: OcrPage };
}
