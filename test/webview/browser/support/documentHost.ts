import {
  documentMethods,
  fromDocument,
  type DocumentMethods,
  type DocumentState,
  type FromDocument,
  type ToDocument,
} from '../../../../src/protocol/document.ts';
import { serveRpc } from '../../../../src/protocol/rpc.ts';
import * as v from 'valibot';

/** The extension's side of the document view inside a test page; the bytes of the file come from the test's server. */
export interface DocumentHost {
  /** Messages of the view, in order, all of them valid. */
  readonly sent: FromDocument[];
  /** Messages of the view that the protocol does not know. */
  readonly invalid: unknown[];
  /** Lengths of the ranges that were asked for. */
  readonly ranges: number[];
  /** Passwords that a person types, in order; when none is left, the input is canceled. */
  readonly passwords: string[];
  /** Heights of text by page; 10 px unless told. */
  readonly heights: Record<number, { height: number | null; readableAt: number | null }>;
  /** Words and sizes of pages; none unless told. */
  readonly words: Record<number, DocumentMethods['words']['value']>;
  send(message: ToDocument): void;
  /** Opens a file of the test's server by its name. */
  open(file: string, state?: Partial<DocumentState>): Promise<void>;
  /** Tells the view that the file has changed; the new one has its own name on the server. */
  change(file: string): Promise<void>;
}

declare global {
  interface Window {
    host: DocumentHost;
    /** What the view kept with setState. */
    kept: unknown;
  }
}

const files: string[] = [''];
const receivers = new Set<(message: unknown) => void>();
const assets = {
  worker: new URL('/pdfjs/legacy/build/pdf.worker.min.mjs', location.href).href,
  cMapUrl: new URL('/pdfjs/cmaps/', location.href).href,
  standardFontDataUrl: new URL('/pdfjs/standard_fonts/', location.href).href,
  wasmUrl: new URL('/pdfjs/wasm/', location.href).href,
  iccUrl: new URL('/pdfjs/iccs/', location.href).href,
};

async function sizeOf(file: string): Promise<number> {
  const response = await fetch(`/file/${file}`, { method: 'HEAD' });
  return Number(response.headers.get('content-length'));
}

const host: DocumentHost = {
  sent: [],
  invalid: [],
  ranges: [],
  passwords: [],
  heights: {},
  words: {},
  send(message) {
    window.postMessage(message);
  },
  async open(file, state = {}) {
    files.push(file);
    const size = await sizeOf(file);
    host.send({
      type: 'open',
      assets,
      state: {
        name: file,
        size,
        version: files.length - 1,
        page: 1,
        top: 1,
        offset: 0,
        zoom: 'width',
        selection: [],
        budget: { minPixels: 200_704, maxPixels: 401_408 },
        ...state,
      },
    });
  },
  async change(file) {
    files.push(file);
    host.send({ type: 'changed', size: await sizeOf(file), version: files.length - 1 });
  },
};
window.host = host;

Object.assign(window, {
  acquireVsCodeApi: () => ({
    postMessage(message: unknown) {
      // VS Code delivers a copy of each message.
      const copy: unknown = structuredClone(message);
      for (const receive of receivers) receive(copy);
    },
    getState: () => window.kept,
    setState: (state: unknown) => {
      window.kept = state;
    },
  }),
});

serveRpc<DocumentMethods>(
  {
    send: (message) => {
      window.postMessage(message);
    },
    listen: (receive) => {
      receivers.add(receive);
      return () => receivers.delete(receive);
    },
  },
  documentMethods,
  {
    async range({ version, begin, end }) {
      host.ranges.push(end - begin);
      const response = await fetch(`/file/${files[version] ?? ''}`, {
        headers: { range: `bytes=${begin}-${end - 1}` },
      });
      return { bytes: new Uint8Array(await response.arrayBuffer()) };
    },
    textHeight: ({ page }) => host.heights[page] ?? { height: 10, readableAt: null },
    words: ({ page }) => host.words[page] ?? { size: { width: 612, height: 792 }, words: [] },
    password: () => ({ password: host.passwords.shift() ?? null }),
  },
  {
    plain: (message) => {
      const checked = v.safeParse(fromDocument, message);
      if (checked.success) host.sent.push(checked.output);
      else host.invalid.push(message);
    },
  },
);
