/** Emscripten's factory of libjpeg-turbo; the package ships no types. */
declare module '@cornerstonejs/codec-libjpeg-turbo-8bit/wasmjs' {
  const factory: (options: { wasmBinary: Uint8Array }) => Promise<unknown>;
  export { factory as default };
}

/** The image decoders of pdf.js on their own; the package ships no types for this file. */
declare module 'pdfjs-dist/legacy/image_decoders/pdf.image_decoders.mjs' {
  class JpegImage {
    readonly width: number;
    readonly height: number;
    readonly numComponents: number;
    parse(bytes: Uint8Array): void;
    getData(options: {
      width: number;
      height: number;
      forceRGB: boolean;
      isSourcePDF: boolean;
    }): Uint8ClampedArray;
  }
  const VerbosityLevel: { readonly ERRORS: number };
  function setVerbosityLevel(level: number): void;
  export { JpegImage, setVerbosityLevel, VerbosityLevel };
}
