declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  /** Instantiates Tesseract's WebAssembly. */
  const createCore: (options: Readonly<Record<string, unknown>>) => Promise<unknown>;
  export { createCore as default };
}

declare module 'tesseract.js/src/worker-script/index.js' {
  /** What tesseract.js's worker script needs from its environment. */
  interface Adapter {
    readonly getCore: (
      lstmOnly: boolean,
      corePath: string,
    ) => Promise<(options: Readonly<Record<string, unknown>>) => Promise<unknown>>;
    readonly gunzip: (bytes: Uint8Array) => Uint8Array;
    readonly fetch: (url: string) => Promise<Response>;
    readonly readCache: (path: string) => Promise<Uint8Array>;
    readonly writeCache: (path: string, bytes: Uint8Array) => Promise<void>;
    readonly deleteCache: (path: string) => Promise<void>;
    readonly checkCache: (path: string) => Promise<boolean>;
  }
  export function setAdapter(adapter: Adapter): void;
  export function dispatchHandlers(packet: unknown, send: (answer: unknown) => void): void;
}
