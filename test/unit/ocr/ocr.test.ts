import { imageSize } from 'image-size';
import { afterAll, describe, expect, it } from 'vitest';
import { findOcrFiles } from '../../../src/ocr/files.ts';
import { OcrPool } from '../../../src/ocr/pool.ts';
import { pageImages } from '../offline/support.ts';

const pool = new OcrPool(findOcrFiles());
afterAll(() => pool.close());

describe('reading images', () => {
  it('reads the print of a page within the budget, including small marks', async () => {
    const [first = new Uint8Array()] = await pageImages('data-sheet.pdf');
    const { text, lines } = await pool.read(first);
    for (const part of ['0.25% of the reading', '-20 to 120 degrees Celsius', '3.8 kg'])
      expect(text).toContain(part);
    // Boxes are in pixels of the original image, even if it was enlarged.
    const { width, height } = imageSize(first);
    const boxes = lines.flatMap(({ words }) => words.map(({ box }) => box));
    expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(width);
    expect(Math.max(...boxes.map(({ right }) => right))).toBeGreaterThan(width / 2);
    expect(Math.max(...boxes.map(({ bottom }) => bottom))).toBeLessThanOrEqual(height);
  }, 120_000);

  it('reads an image once and keeps its text', async () => {
    const [, second = new Uint8Array()] = await pageImages('data-sheet.pdf');
    const [one, other] = await Promise.all([pool.read(second), pool.read(Uint8Array.from(second))]);
    expect(other).toBe(one);
  }, 120_000);

  it('refuses bytes that are not an image, and reads the next image', async () => {
    await expect(pool.read(new Uint8Array([1, 2, 3]))).rejects.toMatchObject({
      reason: 'image-unreadable',
    });
    const [first = new Uint8Array()] = await pageImages('data-sheet.pdf');
    await expect(pool.read(first)).resolves.toHaveProperty('text');
  }, 120_000);

  it('gives up on an image that takes too long, and on one whose request is cancelled', async () => {
    const [first = new Uint8Array()] = await pageImages('data-sheet.pdf');
    const hasty = new OcrPool(findOcrFiles(), { threads: 1, readTimeout: 1, cached: 4 });
    await expect(hasty.read(first)).rejects.toMatchObject({ reason: 'ocr-failed' });
    await hasty.close();
    const leave = new AbortController();
    const reading = pool.read(Uint8Array.from([...first, 0]), leave.signal);
    leave.abort(new Error('gone'));
    await expect(reading).rejects.toThrow('gone');
  }, 120_000);

  it('findOcrFiles names the missing file', () => {
    expect(() => findOcrFiles({ core: '/nonexistent/core.wasm' })).toThrow('core.wasm');
  });
});
