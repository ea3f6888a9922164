/** Vectors, one after the other. */
export interface Vectors {
  readonly dimensions: number;
  readonly values: Float32Array;
}

/** Vectors in half precision, one after the other. */
export interface HalfVectors {
  readonly dimensions: number;
  readonly values: Uint16Array;
}
