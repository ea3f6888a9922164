/** Pixels in memory, row by row without gaps: red, green, blue, and with four channels a byte that is not read. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
  readonly data: Uint8Array | Uint8ClampedArray;
}
