import type { Span } from '../../../span.ts';

/** A prompt rendered for one number of images. */
export interface Rendering {
  readonly numImages: number;
  readonly text: string;
  /** The place in the prompt file that a span of the rendered text comes from. */
  place(span: Span): Span;
  /** Whether a span of the rendered text occurs in the prompt file verbatim. */
  isWritten(span: Span): boolean;
}
