import type { Size } from '../../core/geometry/size.ts';
import { withoutPadding } from './raster.ts';
import type { Raster } from './raster.ts';

/**
 * The place in the file's own pixels of the pixel at column x, row y of the displayed image, by EXIF orientation (Exif
 * 2.3, tag 0x0112). `w` and `h` are the largest column and row of the stored image.
 */
const STORED_AT: Readonly<
  Record<number, (x: number, y: number, w: number, h: number) => readonly [number, number]>
> = {
  2: (x, y, w) => [w - x, y],
  3: (x, y, w, h) => [w - x, h - y],
  4: (x, y, _w, h) => [x, h - y],
  5: (x, y) => [y, x],
  6: (x, y, _w, h) => [y, h - x],
  7: (x, y, w, h) => [w - y, h - x],
  8: (x, y, w) => [w - y, x],
};

/** From this orientation on, width and height are swapped. */
const FIRST_TURNED = 5;

/** The size of an image as displayed, from its stored size and its EXIF orientation (1 to 8). */
export function orientedSize({ width, height }: Size, orientation: number): Size {
  return orientation >= FIRST_TURNED ? { width: height, height: width } : { width, height };
}

/** The image as displayed, from its stored pixels and its EXIF orientation (1 to 8). */
export function applyOrientation(raster: Raster, orientation: number): Raster {
  const storedAt = STORED_AT[orientation];
  if (!storedAt) return raster;
  const source = withoutPadding(raster);
  const { width, height } = orientedSize(source, orientation);
  const data = new Uint8Array(width * height * 3);
  let to = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [column, row] = storedAt(x, y, source.width - 1, source.height - 1);
      const from = (row * source.width + column) * 3;
      data[to++] = source.data[from] ?? 0;
      data[to++] = source.data[from + 1] ?? 0;
      data[to++] = source.data[from + 2] ?? 0;
    }
  }
  return { width, height, channels: 3, data };
}
