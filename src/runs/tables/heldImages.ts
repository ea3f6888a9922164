import type { HeldImage } from '../../core/datasets/model.ts';
import { once } from '../../core/once.ts';

/**
 * Reads images out of Parquet files, as `ParquetImages` does, which is loaded for the first one: few questions have their
 * pages in such a file, and what reads it is large.
 */
export function heldImages(): (held: HeldImage) => Promise<Uint8Array> {
  const images = once(async () => {
    const { ParquetImages } = await import('./parquetImages.ts');
    return new ParquetImages();
  });
  return async (held) => (await images()).read(held);
}
