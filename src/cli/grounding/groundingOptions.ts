import { ocrOptions } from './textRecognition.ts';

/** The options that say on which documents samples are grounded. */
export const groundingOptions = {
  document: { type: 'string', multiple: true },
  documents: { type: 'string', multiple: true },
  pages: { type: 'string' },
  password: { type: 'string' },
  ...ocrOptions,
} as const;

/** The values of these options. */
export interface GroundingValues {
  readonly document?: string[] | undefined;
  readonly documents?: string[] | undefined;
  readonly pages?: string | undefined;
  readonly password?: string | undefined;
  readonly ocr?: boolean | undefined;
  readonly 'ocr-language'?: string | undefined;
  readonly 'ocr-data'?: string | undefined;
}
