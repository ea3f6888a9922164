import { Buffer } from 'node:buffer';
import type { Vectors } from './vectors.ts';

/** maxSim.wat as WebAssembly. */
const WASM = [
  'AGFzbQEAAAABCgFgBX9/f39/AX0DAgEABQMBAAEHEwIGbWVtb3J5AgAGbWF4U2ltAAAK5QEB4gEDA30EfwJ7A0BDAACA/yEGIAIh',
  'CANA/QwAAAAAAAAAAAAAAAAAAAAAIQz9DAAAAAAAAAAAAAAAAAAAAAAhDSAAIQkgACAEaiELIAghCgNAIAwgCf0ABAAgCv0ABAD9',
  '5gH95AEhDCANIAn9AAQQIAr9AAQQ/eYB/eQBIQ0gCUEgaiEJIApBIGohCiAJIAtJDQALIAwgDf3kASEMIAz9HwAgDP0fAZIgDP0f',
  'AiAM/R8DkpIhByAGIAeXIQYgCCAEaiEIIAggA0kNAAsgBSAGkiEFIAAgBGohACAAIAFJDQALIAUL',
].join('');

/** Numbers of a vector that are multiplied at once. */
const LANES = 8;

const PAGE_BYTES = 65_536;

/** The functions of maxSim.wat, where their parameters are described. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly maxSim: (
    question: number,
    questionEnd: number,
    page: number,
    pageEnd: number,
    bytes: number,
  ) => number;
}

/**
 * How well pages fit one question: the sum over its vectors of their greatest product with a vector of the page
 * (ColBERT's late interaction).
 */
export class MaxSim {
  readonly #exports: Exports;
  readonly #dimensions: number;
  readonly #stride: number;
  readonly #questionEnd: number;

  /** @param question at least one vector */
  constructor(question: Vectors) {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(WASM, 'base64')));
    this.#exports = exports as Exports;
    this.#dimensions = question.dimensions;
    this.#stride = Math.ceil(question.dimensions / LANES) * LANES;
    this.#questionEnd = this.#place(question, 0);
  }

  /** @param page at least one vector, of the dimensions of the question's */
  score(page: Vectors): number {
    const end = this.#place(page, this.#questionEnd);
    return this.#exports.maxSim(0, this.#questionEnd, this.#questionEnd, end, this.#stride * 4);
  }

  /** Copies vectors into the memory, where each is padded with zeros; returns where they end, in bytes. */
  #place({ values }: Vectors, start: number): number {
    const { memory } = this.#exports;
    const count = values.length / this.#dimensions;
    const end = start + count * this.#stride * 4;
    const missing = end - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
    const target = new Float32Array(memory.buffer, start, count * this.#stride);
    if (this.#stride === this.#dimensions) target.set(values);
    else
      for (let vector = 0; vector < count; vector += 1) {
        const from = vector * this.#dimensions;
        // What is beyond the dimensions stays 0 in the question, so that it does not matter in a page.
        target.set(values.subarray(from, from + this.#dimensions), vector * this.#stride);
      }
    return end;
  }
}
