import { init, type Methods } from '@embedpdf/pdfium';

/**
 * The part of Emscripten's runtime that is used. The heap views are replaced when the memory grows, so they must not be
 * stored.
 */
interface PdfiumRuntime {
  readonly HEAPU8: Uint8Array;
  readonly HEAPU16: Uint16Array;
  readonly HEAP32: Int32Array;
  readonly HEAPF32: Float32Array;
  readonly HEAPF64: Float64Array;
  readonly wasmExports: {
    readonly malloc: (size: number) => number;
    readonly free: (pointer: number) => void;
  };
  /**
   * Makes a function callable from WebAssembly; the signature has one letter for the result and each argument (v, i).
   * If the same function is passed twice, it has one pointer and the first signature.
   */
  readonly addFunction: (callback: (...values: number[]) => unknown, signature: string) => number;
  readonly removeFunction: (pointer: number) => void;
}

/** PDFium's C functions under their own names, and the memory they work in. */
export type Pdfium = Methods & { readonly pdfium: PdfiumRuntime };

/**
 * Starts PDFium.
 * @param wasmBinary the bytes of pdfium.wasm
 * @param log takes what PDFium's runtime prints
 */
export async function startPdfium(wasmBinary: Uint8Array, log: (line: string) => void): Promise<Pdfium> {
  const overrides = { wasmBinary, print: log, printErr: log };
  const pdfium = (await init(overrides)) as unknown as Pdfium;
  pdfium.PDFiumExt_Init();
  return pdfium;
}

/**
 * Allocates memory of the engine while `use` runs.
 * @param bytes how many; the pointer is aligned to 8
 */
export function withMemory<Result>(pdfium: Pdfium, bytes: number, use: (pointer: number) => Result): Result {
  const { malloc, free } = pdfium.pdfium.wasmExports;
  const pointer = malloc(bytes);
  if (pointer === 0) throw new EngineMemoryError();
  try {
    return use(pointer);
  } finally {
    free(pointer);
  }
}

/** The engine has too little memory for the request. */
export class EngineMemoryError extends Error {
  override readonly name = 'EngineMemoryError';
  constructor() {
    super('PDFium has no memory left.');
  }
}

/**
 * Reads a UTF-16 string from one of PDFium's functions that fill a buffer and return its length in bytes, including the
 * terminator, whether or not it fits.
 */
export function readUtf16(pdfium: Pdfium, fill: (buffer: number, length: number) => number): string {
  const length = fill(0, 0);
  if (length <= 2) return '';
  return withMemory(pdfium, length, (buffer) => {
    fill(buffer, length);
    return new TextDecoder('utf-16le').decode(pdfium.pdfium.HEAPU8.slice(buffer, buffer + length - 2));
  });
}
