import type { ErrorReason } from '../../core/errors.ts';
import type { OutlineItem, PageImage, PageInfo, PageText, RenderOptions } from '../model.ts';

/** Where the worker reads a document from. Bytes are shared, so that a replacement worker has them too. */
export type WorkerSource =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'bytes'; readonly name: string; readonly bytes: SharedArrayBuffer };

/** What the worker is given when it starts. */
export interface WorkerData {
  /** The strings of the display language, by the English ones. */
  readonly strings: Record<string, string>;
}

/** What is known once a document is open. */
export interface OpenedDocument {
  readonly kind: 'pdf' | 'images';
  readonly pageCount: number;
  /** The files whose bytes make up the document: a single one, or a folder's images in order; none for bytes. */
  readonly files: readonly string[];
  /** Sentences about what was left out. */
  readonly notices?: readonly string[];
}

/** How a page is to be drawn: RenderOptions without its signal, which cannot be sent. */
export type DrawOptions = Omit<RenderOptions, 'signal'>;

/** The calls of the worker; `document` is a number that the other thread assigned. */
export interface WorkerCalls {
  open: {
    request: {
      readonly document: number;
      readonly source: WorkerSource;
      readonly password: string | null;
      readonly maxImagePixels: number;
    };
    value: OpenedDocument;
  };
  pageInfo: { request: { readonly document: number; readonly page: number }; value: PageInfo };
  outline: { request: { readonly document: number }; value: readonly OutlineItem[] };
  text: { request: { readonly document: number; readonly page: number }; value: PageText };
  render: {
    request: { readonly document: number; readonly page: number; readonly options: DrawOptions };
    value: PageImage;
  };
  close: { request: { readonly document: number }; value: null };
}

export type CallName = keyof WorkerCalls;

export type WorkerRequest = {
  [Name in CallName]: {
    readonly id: number;
    readonly call: Name;
    readonly request: WorkerCalls[Name]['request'];
  };
}[CallName];

/** A PageTraceError as it is sent from the worker: an Error would lose its reason in transit. */
export interface WorkerFault {
  readonly reason: ErrorReason;
  readonly message: string;
  readonly hint: string | undefined;
  readonly said: string | undefined;
}

export type WorkerReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'log'; readonly line: string }
  | { readonly kind: 'value'; readonly id: number; readonly value: unknown; readonly heapBytes: number }
  | { readonly kind: 'fault'; readonly id: number; readonly fault: WorkerFault; readonly heapBytes: number }
  /** The engine's memory can no longer be trusted: the worker has to be replaced. */
  | { readonly kind: 'broken'; readonly id: number; readonly said: string };
