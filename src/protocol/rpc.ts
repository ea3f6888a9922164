import type { ErrorReason } from '../core/errors.ts';

/** The carrier under a channel: a webview's postMessage and onmessage, or a pair of arrays in a test. */
export interface Wire {
  send(message: unknown): void;
  /** Returns a function that stops listening. */
  listen(receive: (message: unknown) => void): () => void;
}

/** A failure as it crosses the wire. */
export interface WireError {
  readonly reason: ErrorReason;
  readonly message: string;
  readonly hint?: string;
}
