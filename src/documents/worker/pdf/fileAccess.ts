import type { ByteSource } from '../files/byteSource.ts';
import type { Pdfium } from './pdfium.ts';

/** PDFium addresses a file with 32 bits. */
export const MAX_FILE_SIZE = 2 ** 32 - 1;

/** PDFium's FPDF_FILEACCESS structure for a source that it reads on demand. */
export interface FileAccess {
  /** For FPDF_LoadCustomDocument; valid until `free`, which must follow FPDF_CloseDocument. */
  readonly pointer: number;
  /** The operating system's message when a read failed; null if none has failed. */
  readonly readError: () => string | null;
  free(): void;
}

/** struct FPDF_FILEACCESS { unsigned long m_FileLen; int (*m_GetBlock)(void*, unsigned long, unsigned char*, unsigned long); void* m_Param; } */
const STRUCT_BYTES = 12;

/** Lets PDFium read from `source`, which must be no larger than MAX_FILE_SIZE. */
export function giveAccess(pdfium: Pdfium, source: ByteSource): FileAccess {
  const { wasmExports, addFunction, removeFunction } = pdfium.pdfium;
  let failure: string | null = null;
  const getBlock = addFunction((...[, position = 0, buffer = 0, size = 0]) => {
    const start = buffer >>> 0;
    const length = size >>> 0;
    try {
      const target = pdfium.pdfium.HEAPU8.subarray(start, start + length);
      if (source.read(target, position >>> 0) === length) return 1;
      failure = 'The file is shorter than it was when it was opened.';
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
    }
    return 0;
  }, 'iiiii');
  const pointer = wasmExports.malloc(STRUCT_BYTES);
  const heap = pdfium.pdfium.HEAP32;
  heap[pointer >> 2] = source.size | 0;
  heap[(pointer >> 2) + 1] = getBlock;
  heap[(pointer >> 2) + 2] = 0;
  return {
    pointer,
    readError: () => failure,
    free() {
      wasmExports.free(pointer);
      removeFunction(getBlock);
    },
  };
}
