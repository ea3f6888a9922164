import type { Span } from '../../../span.ts';

/** A prompt rendered for one number of images. */
export interface Rendering {
  readonly numImages: number;
  readonly text: string;
  /** Where in the prompt file a span of the rendered text comes from. */
  place(span: Span): Span;
  /** Whether a span of the rendered text stands in the prompt file as it is, letter by letter. */
  isWritten(span: Span): boolean;
}
